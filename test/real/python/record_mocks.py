"""Runs programs under the SDK's mocks; reads jobs as JSON, writes what each one registered, as it was sent.

A job is {program, project, config, outputs}; outputs are by type and name, separated by a space: {id, state}.
"""

import asyncio
import json
import runpy
import sys

import pulumi.runtime
from google.protobuf import json_format
from pulumi.runtime import mocks, settings


class Mocks(pulumi.runtime.Mocks):
    def __init__(self, outputs):
        self.outputs = outputs

    def new_resource(self, args):
        made = self.outputs.get(f"{args.typ} {args.name}", {})
        return made.get("id", args.name), {**args.inputs, **made.get("state", {})}

    def call(self, args):
        return {}


class Monitor(mocks.MockMonitor):
    """Notes each request before it is answered."""

    def __init__(self, given):
        super().__init__(given)
        self.registrations = []

    def RegisterResource(self, request):
        if request.type != "pulumi:pulumi:Stack":
            inputs = json_format.MessageToDict(request.object)
            self.registrations.append({"type": request.type, "name": request.name, "inputs": inputs})
        return super().RegisterResource(request)


async def run(job):
    monitor = Monitor(Mocks(job["outputs"]))
    pulumi.runtime.set_mocks(monitor.mocks, project=job["project"], stack="dev", monitor=monitor)
    pulumi.runtime.set_all_config(job["config"])

    def program():
        runpy.run_path(job["program"], run_name="__main__")

    await pulumi.runtime.run_in_stack(program)
    return monitor.registrations


jobs = json.load(sys.stdin)
json.dump([asyncio.run(run(job)) for job in jobs], sys.stdout)
