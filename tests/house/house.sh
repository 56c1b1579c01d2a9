# Sourced by the tests that read the real sources: sets `root`, and `tmp` as a folder to write in.

set -euo pipefail

root=$(dirname "$(readlink -f WORKSPACE)")
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

# Ends the test, saying what was wrong.
fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# expect_equal WHAT GOT WANTED
expect_equal() {
  [[ $2 == "$3" ]] || fail "$1: got '$2', wanted '$3'"
}

# expect_in TEXT FILE
expect_in() {
  grep -qF -- "$1" "$2" || fail "'$1' is not in: $(cat "$2")"
}

# fake NAME: a command of that name, first in PATH; the body is read from standard input.
mkdir "$tmp/bin"
export PATH=$tmp/bin:$PATH
fake() {
  { echo '#!/bin/bash'; cat; } >"$tmp/bin/$1"
  chmod +x "$tmp/bin/$1"
}
