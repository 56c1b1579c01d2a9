#!/bin/bash
# A warning in the project's own code ends the build, in each folder and both languages.
. tests/house/house.sh

# The flags that .bazelrc gives to a file: --per_file_copt=REGEX@FLAG,FLAG...
flags_of() {
  local line rule
  while read -r line; do
    rule=${line#build --per_file_copt=}
    [[ $rule != "$line" && $1 =~ ${rule%@*} ]] && tr ',' '\n' <<<"${rule##*@}"
  done <"$root/.bazelrc"
  return 0
}

echo 'int main() { int unused_variable; return 0; }' >"$tmp/a.cc"
cp "$tmp/a.cc" "$tmp/a.c"
echo 'int f(void) { return ({ 1; }); }' >"$tmp/extension.c"

for folder in sim model protocol grid_model scenarios tests; do
  for file in a.cc a.c; do
    mapfile -t flags < <(flags_of "$folder/below/$file")
    compiler=g++
    [[ $file == *.c ]] && compiler=gcc
    if "$compiler" "${flags[@]}" -c -o "$tmp/a.o" "$tmp/$file" 2>"$tmp/log"; then
      fail "$folder/$file compiles with an unused variable"
    fi
    expect_in "unused_variable" "$tmp/log"
    "$compiler" -c -o "$tmp/a.o" "$tmp/$file" || fail "$file is wrong in itself"
  done
done

mapfile -t flags < <(flags_of "grid_model/extension.c")
if gcc -std=c11 "${flags[@]}" -c -o "$tmp/a.o" "$tmp/extension.c" 2>/dev/null; then
  fail "C code may use an extension of GNU"
fi
expect_equal "flags of external code" "$(flags_of external/gtest/a.cc)" ""
