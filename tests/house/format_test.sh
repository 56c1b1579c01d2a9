#!/bin/bash
# Every C and C++ source is as clang-format leaves it.
. tests/house/house.sh

sources() {
  find "$root" \( -name .git -o -name .bazel -o -name node_modules -o -name 'bazel-*' \) -prune -o \
    \( -name '*.h' -o -name '*.cc' -o -name '*.c' \) -print0
}

printf 'int  f( );\n' >"$tmp/bad.cc"
check=(clang-format-14 --dry-run -Werror "--style=file:$root/.clang-format")
if "${check[@]}" "$tmp/bad.cc" 2>/dev/null; then
  fail "clang-format finds nothing wrong in 'int  f( );'"
fi
(( $(sources | tr -cd '\0' | wc -c) > 5 )) || fail "no sources in $root"
sources | xargs -0 "${check[@]}" 2>"$tmp/log" ||
  fail "run clang-format-14 -i on" \
    $(sed -n "s|^$root/||; s|:[0-9]*:[0-9]*: error: .*||p" "$tmp/log" | sort -u)
