/** Runs a compiled program (the first argument) under the SDK's mocks, and writes its registrations as the SDK sends them. */
import { createRequire } from "node:module";
import type * as Pulumi from "@pulumi/pulumi";
import type * as Resource from "@pulumi/pulumi/proto/resource_pb.js";
import type { Registration } from "./registrations.ts";

// Node.js cannot detect the exports of these CommonJS modules statically.
const require = createRequire(import.meta.url);
const { runtime } = require("@pulumi/pulumi") as typeof Pulumi;
const resource = require("@pulumi/pulumi/proto/resource_pb.js") as typeof Resource;

/** The implemented part of a monitor. */
interface Monitor {
  registerResource(
    request: Resource.RegisterResourceRequest,
    done: (error: null, response: Resource.RegisterResourceResponse) => void,
  ): void;
}

const registrations: Registration[] = [];

// Runs a preview, because otherwise the SDK parses the URNs that it gets back, which fails for types that contain URN delimiters. The only output
// of a resource is its ID.
const isPreview = true;
await runtime.setMocks({ newResource: () => ({ id: "", state: {} }), call: () => ({}) }, "synthetic", "dev", isPreview);
const monitor = runtime.getMonitor() as unknown as Monitor;
monitor.registerResource = (request, done) => {
  const [type, name] = [request.getType(), request.getName()];
  registrations.push({ type, name, inputs: request.getObject()?.toJavaScript() ?? {} });
  const response = new resource.RegisterResourceResponse();
  response.setUrn(`urn:pulumi:dev::synthetic::${type}::${name}`);
  response.setId(name);
  done(null, response);
};
require(process.argv[2] ?? "");
await runtime.disconnect();
process.stdout.write(JSON.stringify(registrations));
