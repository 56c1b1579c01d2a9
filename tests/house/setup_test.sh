#!/bin/bash
# third_party/setup: silent where everything is there, installs what is missing and only that.
. tests/house/house.sh

setup=$root/third_party/setup
for command in apt-get sudo; do
  fake "$command" <<<"echo $command \"\$@\" >>'$tmp/calls'; [[ $command != sudo ]] || \"\$@\""
done
touch "$tmp/calls"

# Bad usage.
for arguments in "--help me" "--prod" "--dev --dev"; do
  status=0
  $setup $arguments 2>"$tmp/err" || status=$?
  expect_equal "status of setup $arguments" "$status" 2
  expect_in "usage: third_party/setup" "$tmp/err"
done

# Everything is there (or this test would not have been built): a hundred times in a few seconds.
SECONDS=0
for ((i = 0; i < 100; ++i)); do "$setup" >"$tmp/out" 2>&1; done
(( SECONDS < 10 )) || fail "setup took $SECONDS s for 100 runs"
expect_equal "output" "$(cat "$tmp/out")" ""
expect_equal "calls" "$(cat "$tmp/calls")" ""

# On a machine without the packages: the same script with another root for the files it looks for.
sed "s|/usr/|$tmp/usr/|" "$setup" >"$tmp/setup"
mkdir -p "$tmp/usr/bin"
touch "$tmp/usr/bin/zip"
status=0
bash "$tmp/setup" 2>"$tmp/err" || status=$?
expect_equal "status where apt-get brings nothing" "$status" 1
expect_in "installing bazel-bootstrap" "$tmp/err"
expect_in "not installed: bazel-bootstrap" "$tmp/err"
expect_in "install -y --no-install-recommends bazel-bootstrap libabsl-dev" "$tmp/calls"
expect_in "update" "$tmp/calls"
! grep -q 'install.* zip' "$tmp/calls" || fail "zip was there: $(cat "$tmp/calls")"
