#!/bin/bash
# What README.md shows is what happens: its console blocks are run and compared ("..." stands for
# anything), its C++ example is the one that message_passing_test runs.
set -euo pipefail
export TEST_UNDECLARED_OUTPUTS_DIR=
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

# block LANGUAGE: the text of the fenced blocks of one language.
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" README.md | grep -v '^```'; }

# matches WANTED GOT: files; a line "..." stands for any lines, "..." in a line for any text.
matches() {
  local pattern
  pattern=$(sed -e 's/[][\.*^$+?(){}|/]/\\&/g' -e 's/^\\\.\\\.\\\.$/(.*\\n)*/' \
    -e 's/\\\.\\\.\\\./.*/g' -e '/^(\.\*\\n)\*$/!s/$/\\n/' "$1" | tr -d '\n')
  perl -0777 -ne "exit(/\\A$pattern\\z/ ? 0 : 1)" "$2"
}

run_command() {  # the command in $tmp/command, its expected output in $tmp/wanted
  local arguments
  arguments=$(sed 's|^\./railyard ||' "$tmp/command")
  eval "scenarios/railyard $arguments" >"$tmp/got" 2>&1 || true
  if ! matches "$tmp/wanted" "$tmp/got"; then
    echo "README.md shows another output for: $(cat "$tmp/command")" >&2
    diff "$tmp/wanted" "$tmp/got" >&2 || true
    failed=1
  fi
}

commands=0
block console >"$tmp/console"
echo '$ end' >>"$tmp/console"
while IFS= read -r line; do
  if [[ $line == '$ '* ]]; then
    (( commands == 0 )) || run_command
    [[ $line != '$ end' ]] || break
    commands=$(( commands + 1 ))
    printf '%s\n' "${line#\$ }" >"$tmp/command"
    : >"$tmp/wanted"
  else
    printf '%s\n' "$line" >>"$tmp/wanted"
  fi
done <"$tmp/console"
(( commands >= 3 )) || { echo "README.md shows too few commands" >&2; failed=1; }

# The checker is checked: an output with another number does not match.
printf 'a...c\n...\nend\n' >"$tmp/wanted"
printf 'abc\nx\ny\nend\n' >"$tmp/got"
matches "$tmp/wanted" "$tmp/got" || { echo "\"...\" does not match" >&2; failed=1; }
printf 'abd\nend\n' >"$tmp/got"
! matches "$tmp/wanted" "$tmp/got" || { echo "a difference is not seen" >&2; failed=1; }

block cpp >"$tmp/example"
perl -e 'local $/; open A, $ARGV[0]; open B, $ARGV[1]; exit(index(<B>, <A>) < 0)' \
  "$tmp/example" tests/readme/message_passing_test.cc ||
  { echo "README.md's C++ example is not what message_passing_test runs" >&2; failed=1; }
exit $failed
