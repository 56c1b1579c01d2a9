#!/bin/bash
# The program as a process: exit statuses, output streams, Ctrl-C.
set -euo pipefail
railyard=$PWD/scenarios/railyard
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export TEST_UNDECLARED_OUTPUTS_DIR=

# expect STATUS ARGUMENTS...: the output is in $tmp/out and $tmp/err.
expect() {
  local wanted=$1 status=0
  shift
  "$railyard" "$@" >"$tmp/out" 2>"$tmp/err" || status=$?
  if [[ $status != "$wanted" ]]; then
    echo "FAILED: railyard $*: status $status instead of $wanted" >&2
    cat "$tmp/out" "$tmp/err" >&2
    exit 1
  fi
}

expect 0
expect 0 list
expect 2 run
[[ ! -s $tmp/out && $(wc -l <"$tmp/err") == 1 ]]
expect 10 run demo/tickets --mutant=load-then-store
expect 11 run demo/bank --mutant=own-lock-first
expect 12 run demo/message_passing --mutant=relaxed-publish

# The printed line, pasted into a shell, in a new process.
command=$(sed -n "s|^replay: ./railyard ||p" "$tmp/out")
eval "expect 12 $command"
expect 31 replay 'demo/bank#t1:f0/9'
expect 0 work_cluster

# Ctrl-C: the summary so far, and a status of its own. The output is emptied first, so that it is
# no earlier run's that is waited for.
: >"$tmp/out"
"$railyard" run demo/bank --time=1h >"$tmp/out" &
pid=$!
until grep -q seed "$tmp/out"; do sleep 0.01; done
sleep 0.2
kill -INT $pid
status=0
wait $pid || status=$?
[[ $status == 21 ]]
grep -q "interrupted; .* executions" "$tmp/out"

# The exhaustive search goes on from there, by the line that it prints, and all is as if it had
# never been stopped.
search=(run rail/two_directions --set runs_back=3 --explorer=exhaustive)
"$railyard" "${search[@]}" --json="$tmp/one" >"$tmp/whole"
: >"$tmp/out"
"$railyard" "${search[@]}" --jobs=2 --json="$tmp/a" >"$tmp/out" &
pid=$!
until grep -q seed "$tmp/out"; do sleep 0.01; done
kill -INT $pid
status=0
wait $pid || status=$?
[[ $status == 21 ]]
command=$(sed -n "s|^resume: ./railyard ||p" "$tmp/out")
eval "expect 0 $command --json=$tmp/b"
expect 0 merge "$tmp/b" "$tmp/a" --json="$tmp/merged"
cmp "$tmp/one" "$tmp/merged"
diff <(grep -v ^seed "$tmp/whole") "$tmp/out"
