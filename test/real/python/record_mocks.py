"""Runs the program in the first argument with the SDK's mocks. Prints the registered resources as JSON, with inputs as the SDK sent them."""

import asyncio
import json
import runpy
import sys

from google.protobuf import json_format
from pulumi.runtime import mocks
from pulumi.runtime.proto import resource_pb2
from pulumi.runtime.stack import run_pulumi_func


class Nothing(mocks.Mocks):
    """Required by MockMonitor. Resources and calls have no outputs."""

    def new_resource(self, args):
        return None, {}

    def call(self, args):
        return {}


class Monitor(mocks.MockMonitor):
    """Records each registration. The only output of a resource is its ID."""

    def __init__(self):
        super().__init__(Nothing())
        self.registrations = []

    def SupportsFeature(self, request):
        # Without the feature "resourceReferences", the SDK sends resources as their IDs. SDKs cannot decode references to providers.
        return resource_pb2.SupportsFeatureResponse(hasSupport=request.id == "secrets")

    def RegisterResource(self, request):
        if request.type != "pulumi:pulumi:Stack":
            inputs = json_format.MessageToDict(request.object)
            self.registrations.append({"type": request.type, "name": request.name, "inputs": inputs})
        urn = self.make_urn(request.parent, request.type, request.name)
        return resource_pb2.RegisterResourceResponse(urn=urn, id=request.name)


monitor = Monitor()


async def run():
    mocks.set_mocks(monitor.mocks, project="synthetic", stack="dev", monitor=monitor)
    await run_pulumi_func(lambda: runpy.run_path(sys.argv[1], run_name="__main__"))


asyncio.run(run())
json.dump(monitor.registrations, sys.stdout)
