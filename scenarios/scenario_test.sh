#!/bin/bash
# Starts the program from where Bazel has put it; see scenario_test.bzl.
exec scenarios/railyard "$@"
