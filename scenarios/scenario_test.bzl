"""Scenarios as tests of Bazel."""

def scenario_test(name, scenario, explorer = "exhaustive", args = [], **kwargs):
    """Visits every execution graph of a scenario, or every state; passes if none has a finding.

    With shard_count = n Bazel starts n processes, at once or on several machines, and each of them
    takes its part of them. No process knows what the others see, so none judges a mark as
    missed. The summary.json of each shard is among the test's outputs; `railyard merge` makes the
    one of the whole of them.

    Where the search learns on its way that it must begin again (a location stops satisfying an
    await; await classes do not hold; by states: who touches what), a shard can't know whether the
    others learned it too: it fails and prints a --resume=... to be added to `args`, with which all
    begin with what it knows.

    Args:
      name: of the test.
      scenario: as `railyard list` has it.
      explorer: "exhaustive" (graphs), or "states".
      args: more options of `railyard run`: --set, --faults, --memory, --jobs, ...
      **kwargs: what any test takes: size, shard_count, timeout, tags, ...
    """
    native.sh_test(
        name = name,
        srcs = ["//scenarios:scenario_test.sh"],
        args = ["run", scenario, "--explorer=" + explorer] + args,
        data = ["//scenarios:railyard"],
        **kwargs
    )
