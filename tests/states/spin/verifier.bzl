"""Verifiers that Spin generates, as programs."""

load("@rules_cc//cc:defs.bzl", "cc_binary", "cc_library")

# Spin's fastest setting that still compares whole states: the verdict is about asserts and
# deadlocks (SAFETY), states are stored as they are (NOCOMP), and -O3 as the engine's hot files.
_FASTEST = ["-DSAFETY", "-DNOCOMP", "-O3"]

def spin_verifier(name, model, defines = []):
    """Two programs: <name> with Spin's partial-order reduction, <name>_full without.

    Args:
      name: of the verifier.
      model: a Promela file.
      defines: what its preprocessor is told, as "N=4".
    """
    parts = {part: name + "_verifier/pan." + part for part in ["b", "c", "h", "m", "p", "t"]}
    native.genrule(
        name = name + "_verifier",
        testonly = True,
        srcs = [model],
        outs = parts.values(),
        # Spin calls gcc as its preprocessor, and writes into the folder where it stands.
        cmd = " && ".join([
            "spin=$$PWD/$(execpath @spin)",
            "model=$$PWD/$(execpath %s)" % model,
            "cd $(RULEDIR)/%s_verifier" % name,
            "$$spin -a %s $$model" % " ".join(["-D" + define for define in defines]),
        ]),
        tools = ["@spin"],
    )
    cc_library(
        name = name + "_parts",
        testonly = True,
        textual_hdrs = [file for part, file in parts.items() if part != "c"],
    )
    for suffix, copts in {"": [], "_full": ["-DNOREDUCE"]}.items():
        cc_binary(
            name = name + suffix,
            testonly = True,
            srcs = [parts["c"]],
            # Not our code: its warnings and the sanitizers' findings are not ours.
            copts = _FASTEST + copts + ["-w", "-fno-sanitize=all"],
            deps = [name + "_parts"],
        )
