#!/bin/bash
# seed.sh FILE FROM TO: the file with one text replaced by another, on stdout. Fails if the text is
# not there, so that a fault which no longer fits is noticed.
set -euo pipefail
text=$(< "$1")
from=$2
if [[ "$text" != *"$from"* ]]; then
  echo "seed.sh: $1 has no '$from'" >&2
  exit 1
fi
printf '%s\n' "${text/"$from"/"$3"}"
