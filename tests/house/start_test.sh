#!/bin/bash
# ./railyard and tests/run_tests, with a Bazel that only notes what it is asked.
. tests/house/house.sh

# A clone in a folder with a space, whose program prints its folder and arguments and ends with 7.
clone="$tmp/a clone"
mkdir -p "$clone/third_party" "$clone/tests" "$clone/sim" "$tmp/out/scenarios" "$tmp/elsewhere"
cp "$root/railyard" "$clone/"
cp "$root/third_party/bazel" "$clone/third_party/"
cp "$root/tests/run_tests" "$clone/tests/"
printf '#!/bin/bash\n' >"$clone/third_party/setup"
chmod +x "$clone/third_party/setup"
touch "$clone/sim/a.cc"
fake bazel <<E2
echo "\$PWD: \$@" >>'$tmp/calls'
case " \$* " in
  *" build "*)
    [[ ! -e '$tmp/broken' ]] || { echo "a.cc:1: error" >&2; exit 1; }
    printf '#!/bin/bash\necho "\$PWD:\$#:\$*"; exit 7\n' >'$tmp/out/scenarios/railyard'
    chmod +x '$tmp/out/scenarios/railyard' ;;
  *" info "*) echo '$tmp/out' ;;
  *" test "*)
    file=\$(tr ' ' '\n' <<<"\$*" | sed -n 's/--build_event_json_file=//p')
    cp '$tmp/events' "\$file"
    exit 3 ;;
esac
E2
export HOME=$tmp/home
mkdir "$HOME"

# run ARGUMENTS...: status, and what was said in $tmp/stdout and $tmp/stderr.
run() {
  status=0
  : >"$tmp/calls"
  (cd "$tmp/elsewhere" && "$clone/railyard" "$@") >"$tmp/stdout" 2>"$tmp/stderr" || status=$?
}

# The first run builds; arguments, folder and status are the caller's.
run list "two words"
expect_equal "status" "$status" 7
expect_equal "the program's view" "$(cat "$tmp/stdout")" "$tmp/elsewhere:2:list two words"
expect_equal "note" "$(cat "$tmp/stderr")" "building railyard (first time takes a while)"
expect_in "$clone: build //scenarios:railyard" "$tmp/calls"

# The second asks nobody; no argument is no argument.
run
expect_equal "the program's view" "$(cat "$tmp/stdout")" "$tmp/elsewhere:0:"
expect_equal "note" "$(cat "$tmp/stderr")" ""
expect_equal "calls" "$(cat "$tmp/calls")" ""

# A changed source builds again, even one with an old date; a changed document or test does not.
touch "$clone/README.md" "$clone/tests/a_test.cc"
run
expect_equal "calls" "$(cat "$tmp/calls")" ""
sleep 0.1
touch -d 2001-01-01 "$clone/sim/a.cc"
run
expect_equal "note" "$(cat "$tmp/stderr")" "building railyard"
run
expect_equal "note" "$(cat "$tmp/stderr")" ""

# A build that fails says why, and the program does not run.
sleep 0.1
touch "$clone/sim/a.cc" "$tmp/broken"
run
expect_equal "status" "$status" 70
expect_equal "the program's view" "$(cat "$tmp/stdout")" ""
expect_in "a.cc:1: error" "$tmp/stderr"
rm "$tmp/broken"

# Without a usable HOME, Bazel's outputs go elsewhere.
run
export XDG_CACHE_HOME=$tmp/cache
touch "$clone/sim/a.cc"
HOME= run
expect_in "--output_user_root=$tmp/cache/railyard-$EUID build" "$tmp/calls"

# The tests' closing line: each case counts, and one for what crashed or did not build.
cat >"$tmp/test.xml" <<'E2'
<testsuites><testsuite><testcase status="run" result="completed"/>
<testcase status="run" result="completed"><failure message="x"/></testcase>
<testcase status="run" result="skipped"/></testsuite></testsuites>
E2
xml="{\"name\":\"test.xml\",\"uri\":\"file://$tmp/test.xml\"}"
cat >"$tmp/events" <<E2
{"id":{"testResult":{}},"testResult":{"status":"FAILED","testActionOutput":[$xml]}}
{"id":{"testResult":{}},"testResult":{"status":"TIMEOUT"}}
{"id":{"targetCompleted":{"label":"//a"}},"completed":{"success":true}}
{"id":{"targetCompleted":{"label":"//b"}},"aborted":{}}
E2
run test -c dbg
expect_equal "status" "$status" 3
expect_equal "closing line" "$(tail -n 1 "$tmp/stdout")" "1 passed, 3 failed, 1 skipped"
expect_in "-c dbg //..." "$tmp/calls"
run test //sim/...
expect_in "//sim/..." "$tmp/calls"
! grep -qF "//..." "$tmp/calls" || fail "tests that nobody asked for: $(cat "$tmp/calls")"

# Nothing to count and a bad status: something failed all the same.
: >"$tmp/events"
run test
expect_equal "closing line" "$(tail -n 1 "$tmp/stdout")" "0 passed, 1 failed"
