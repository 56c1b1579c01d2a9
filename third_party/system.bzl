"""External repositories made from Debian's packages; nothing is downloaded."""

_PC_DIR = "/usr/lib/x86_64-linux-gnu/pkgconfig"

def _need(ctx, file, package):
    if not ctx.path(file).exists:
        fail("%s is missing: run third_party/setup, or apt-get install %s" % (file, package))

# ---------------------------------------------------------------- Abseil

# Bazel package -> {public target: name of its pkg-config file without "absl_"}
_ABSL = {
    "algorithm": {"algorithm": "algorithm", "container": "algorithm_container"},
    "base": {
        "base": "base",
        "config": "config",
        "core_headers": "core_headers",
        "dynamic_annotations": "dynamic_annotations",
        "log_severity": "log_severity",
        "prefetch": "prefetch",
    },
    "cleanup": {"cleanup": "cleanup"},
    "container": {
        "btree": "btree",
        "fixed_array": "fixed_array",
        "flat_hash_map": "flat_hash_map",
        "flat_hash_set": "flat_hash_set",
        "inlined_vector": "inlined_vector",
        "node_hash_map": "node_hash_map",
        "node_hash_set": "node_hash_set",
    },
    "debugging": {
        "failure_signal_handler": "failure_signal_handler",
        "leak_check": "leak_check",
        "stacktrace": "stacktrace",
        "symbolize": "symbolize",
    },
    "flags": {
        "commandlineflag": "flags_commandlineflag",
        "config": "flags_config",
        "flag": "flags",
        "marshalling": "flags_marshalling",
        "parse": "flags_parse",
        "reflection": "flags_reflection",
        "usage": "flags_usage",
    },
    "functional": {
        "any_invocable": "any_invocable",
        "bind_front": "bind_front",
        "function_ref": "function_ref",
    },
    "hash": {"hash": "hash"},
    "memory": {"memory": "memory"},
    "meta": {"type_traits": "type_traits"},
    "numeric": {"bits": "bits", "int128": "int128"},
    "status": {"status": "status", "statusor": "statusor"},
    "strings": {"cord": "cord", "str_format": "str_format", "strings": "strings"},
    "synchronization": {"synchronization": "synchronization"},
    "time": {"time": "time"},
    "types": {
        "any": "any",
        "compare": "compare",
        "optional": "optional",
        "span": "span",
        "variant": "variant",
    },
    "utility": {"utility": "utility"},
}

def _read_pc(ctx, name):
    """Returns (libs, requires) of Debian's absl_<name>.pc."""
    libs = []
    requires = []
    for line in ctx.read("%s/absl_%s.pc" % (_PC_DIR, name)).split("\n"):
        if line.startswith("Libs:"):
            # Static, so that a program starts without loading dozens of shared objects.
            for word in line[len("Libs:"):].split(" "):
                if word.startswith("-labsl_"):
                    libs.append("-l:lib%s.a" % word[len("-l"):])
                elif word and not word.startswith("-L"):
                    libs.append(word)
        elif line.startswith("Requires:"):
            for item in line[len("Requires:"):].split(","):
                item = item.strip().split(" ")[0]
                if item.startswith("absl_"):
                    requires.append(item[len("absl_"):])
    return libs, requires

def _absl_impl(ctx):
    _need(ctx, _PC_DIR + "/absl_base.pc", "libabsl-dev")
    ctx.symlink("/usr/include/absl", "absl_headers/absl")

    # Every pkg-config file that a public target reaches, level by level:
    # Starlark has neither `while` nor recursion.
    level = []
    for targets in _ABSL.values():
        level.extend(targets.values())
    seen = {}
    for _ in range(100):
        if not level:
            break
        after = []
        for name in level:
            if name not in seen:
                libs, requires = _read_pc(ctx, name)
                seen[name] = (libs, requires)
                after.extend(requires)
        level = after

    out = [
        'package(default_visibility = ["//visibility:public"])',
        'cc_library(name = "headers", includes = ["absl_headers"],',
        'hdrs = glob(["absl_headers/absl/**/*.h", "absl_headers/absl/**/*.inc"]))',
    ]
    for name in sorted(seen.keys()):
        libs, requires = seen[name]
        out.append("cc_library(name = %r, linkopts = %r, deps = %r)" % (
            name,
            libs,
            [":headers"] + [":" + r for r in sorted(requires)],
        ))
    ctx.file("WORKSPACE", 'workspace(name = "com_google_absl")\n')
    ctx.file("BUILD", "\n".join(out) + "\n")
    for package, targets in _ABSL.items():
        text = ['package(default_visibility = ["//visibility:public"])']
        for target, pc in targets.items():
            text.append('alias(name = "%s", actual = "//:%s")' % (target, pc))
        ctx.file("absl/%s/BUILD" % package, "\n".join(text) + "\n")

_absl_repository = repository_rule(implementation = _absl_impl, local = True)

# ---------------------------------------------------------------- the others

def _debian_impl(ctx):
    for file in ctx.attr.links.values():
        _need(ctx, file, ctx.attr.package)
    for name, file in ctx.attr.links.items():
        ctx.symlink(file, name)
    ctx.file("WORKSPACE", 'workspace(name = "%s")\n' % ctx.name)
    ctx.file("BUILD", ctx.attr.build)

_debian_repository = repository_rule(
    implementation = _debian_impl,
    attrs = {
        "build": attr.string(mandatory = True),
        "links": attr.string_dict(
            mandatory = True,
            doc = "path in the repository -> path on the system",
        ),
        "package": attr.string(mandatory = True, doc = "the Debian package that has them"),
    },
    local = True,
)

def _header_repository(name, target, package, folder):
    """A library of headers alone: /usr/include/<folder> as @name//:target."""
    _debian_repository(
        name = name,
        package = package,
        links = {"include/" + folder: "/usr/include/" + folder},
        build = """
cc_library(
    name = "%s",
    hdrs = glob(["include/**/*.h", "include/**/*.hpp"]),
    includes = ["include"],
    visibility = ["//visibility:public"],
)
""" % target,
    )

def system_repositories():
    """Declares every external repository of the WORKSPACE."""

    # Three that Bazel itself wants, or it would download them.
    native.local_repository(name = "rules_cc", path = "third_party/rules_cc")
    native.local_repository(name = "rules_java", path = "third_party/rules_java")
    native.local_repository(name = "remote_coverage_tools", path = "third_party/coverage")

    _absl_repository(name = "com_google_absl")

    _debian_repository(
        name = "boost_context",
        package = "libboost-context-dev",
        links = {
            "include/boost": "/usr/include/boost",
            "lib/libboost_context.a": "/usr/lib/x86_64-linux-gnu/libboost_context.a",
        },
        build = """
cc_library(
    name = "boost_context",
    hdrs = glob(["include/boost/context/**/*.hpp"]),
    srcs = ["lib/libboost_context.a"],
    includes = ["include"],
    visibility = ["//visibility:public"],
)
""",
    )

    _debian_repository(
        name = "rapidcheck",
        package = "librapidcheck-dev",
        links = {
            "include/rapidcheck": "/usr/include/rapidcheck",
            "include/rapidcheck.h": "/usr/include/rapidcheck.h",
            "lib/librapidcheck.a": "/usr/lib/x86_64-linux-gnu/librapidcheck.a",
        },
        build = """
cc_library(
    name = "rapidcheck",
    hdrs = glob(["include/**/*.h", "include/**/*.hpp"]),
    srcs = ["lib/librapidcheck.a"],
    includes = ["include"],
    visibility = ["//visibility:public"],
)
cc_library(
    name = "rapidcheck_gtest",
    deps = [":rapidcheck", "@com_google_googletest//:gtest"],
    visibility = ["//visibility:public"],
)
""",
    )

    _debian_repository(
        name = "com_google_googletest",
        package = "libgmock-dev",
        links = {
            "include/gtest": "/usr/include/gtest",
            "include/gmock": "/usr/include/gmock",
            "lib/libgtest.a": "/usr/lib/x86_64-linux-gnu/libgtest.a",
            "lib/libgmock.a": "/usr/lib/x86_64-linux-gnu/libgmock.a",
            "lib/libgmock_main.a": "/usr/lib/x86_64-linux-gnu/libgmock_main.a",
        },
        build = """
cc_library(
    name = "gtest",
    hdrs = glob(["include/**/*.h"]),
    srcs = ["lib/libgmock.a", "lib/libgtest.a"],
    includes = ["include"],
    linkopts = ["-pthread"],
    visibility = ["//visibility:public"],
)
cc_library(
    name = "gtest_main",
    srcs = ["lib/libgmock_main.a"],
    deps = [":gtest"],
    visibility = ["//visibility:public"],
)
""",
    )

    _debian_repository(
        name = "com_google_benchmark",
        package = "libbenchmark-dev",
        links = {
            "include/benchmark": "/usr/include/benchmark",
            "lib/libbenchmark_main.a": "/usr/lib/x86_64-linux-gnu/libbenchmark_main.a",
        },
        build = """
cc_library(
    name = "benchmark",
    hdrs = glob(["include/**/*.h"]),
    includes = ["include"],
    linkopts = ["-lbenchmark", "-pthread"],
    visibility = ["//visibility:public"],
)
cc_library(
    name = "benchmark_main",
    srcs = ["lib/libbenchmark_main.a"],
    deps = [":benchmark"],
    visibility = ["//visibility:public"],
)
""",
    )

    _debian_repository(
        name = "spin",
        package = "spin",
        links = {"spin": "/usr/bin/spin"},
        build = 'exports_files(["spin"])',
    )

    _header_repository(
        name = "nlohmann_json",
        target = "json",
        package = "nlohmann-json3-dev",
        folder = "nlohmann",
    )

    _header_repository(
        name = "relacy",
        target = "relacy",
        package = "relacy-dev",
        folder = "relacy",
    )
