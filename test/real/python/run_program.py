"""Runs a program like the Python language host. The first argument has the fields of a RunRequest as JSON."""

import asyncio
import json
import os
import runpy
import sys

import pulumi.runtime

facts = json.loads(sys.argv[1])
program = facts["program"]
sys.path.insert(0, os.path.dirname(program))
settings = pulumi.runtime.Settings(**facts["settings"])
pulumi.runtime.configure(settings)
pulumi.runtime.set_all_config(facts["config"], facts["secretKeys"])


def run():
    runpy.run_path(program, run_name="__main__")


asyncio.run(pulumi.runtime.run_in_stack(run))
