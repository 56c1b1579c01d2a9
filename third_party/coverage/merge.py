#!/usr/bin/python3
"""Turns gcov's JSON into lcov tracefiles and merges tracefiles.

Stands in for Bazel's CoverageOutputGenerator, which Bazel would download:
`bazel coverage` calls it once for each test (--coverage_dir) and once for
the report over all tests (--reports_file).
"""
import argparse
import collections
import glob
import gzip
import json
import os
import re
import sys


class Report:
    def __init__(self):
        self.lines = collections.defaultdict(lambda: collections.defaultdict(int))
        self.functions = collections.defaultdict(dict)  # file -> name -> [line, count]

    def add_gcov(self, path, wanted):
        with gzip.open(path) as f:
            for file in json.load(f)["files"]:
                name = file["file"]
                if not wanted(name):
                    continue
                for line in file["lines"]:
                    self.lines[name][line["line_number"]] += line["count"]
                for fn in file["functions"]:
                    entry = self.functions[name].setdefault(fn["name"], [fn["start_line"], 0])
                    entry[1] += fn["execution_count"]

    def add_tracefile(self, path, wanted):
        name = None
        with open(path) as f:
            for row in f:
                key, _, value = row.rstrip("\n").partition(":")
                if key == "SF":
                    name = value if wanted(value) else None
                elif name is None:
                    continue
                elif key == "DA":
                    number, count = value.split(",")[:2]
                    self.lines[name][int(number)] += int(count)
                elif key == "FN":
                    number, fn = value.split(",", 1)
                    self.functions[name].setdefault(fn, [int(number), 0])
                elif key == "FNDA":
                    count, fn = value.split(",", 1)
                    self.functions[name].setdefault(fn, [0, 0])[1] += int(count)

    def write(self, path):
        with open(path, "w") as out:
            for name in sorted(self.lines):
                out.write(f"SF:{name}\n")
                functions = self.functions[name]
                for fn in sorted(functions):
                    out.write(f"FN:{functions[fn][0]},{fn}\n")
                for fn in sorted(functions):
                    out.write(f"FNDA:{functions[fn][1]},{fn}\n")
                called = sum(count > 0 for _, count in functions.values())
                out.write(f"FNF:{len(functions)}\nFNH:{called}\n")
                lines = self.lines[name]
                for number in sorted(lines):
                    out.write(f"DA:{number},{lines[number]}\n")
                covered = sum(count > 0 for count in lines.values())
                out.write(f"LH:{covered}\nLF:{len(lines)}\nend_of_record\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--coverage_dir")
    parser.add_argument("--output_file", required=True)
    parser.add_argument("--filter_sources", action="append", default=[])
    parser.add_argument("--source_file_manifest")
    parser.add_argument("--reports_file")
    args, _ = parser.parse_known_args()

    filters = [re.compile(f) for f in args.filter_sources]
    manifest = None
    if args.source_file_manifest and os.path.exists(args.source_file_manifest):
        with open(args.source_file_manifest) as f:
            manifest = {row.strip() for row in f}

    def wanted(name):
        if any(f.fullmatch(name) for f in filters):
            return False
        return manifest is None or name in manifest

    report = Report()
    if args.coverage_dir:
        pattern = os.path.join(args.coverage_dir, "**", "*.gcov.json.gz")
        for path in sorted(glob.glob(pattern, recursive=True)):
            report.add_gcov(path, wanted)
    if args.reports_file:
        with open(args.reports_file) as f:
            for path in f.read().split():
                if path.endswith("baseline_coverage.dat") or not os.path.exists(path):
                    continue
                if path.endswith(".dat"):
                    report.add_tracefile(path, wanted)
    report.write(args.output_file)


if __name__ == "__main__":
    sys.exit(main())
