import assert from "node:assert/strict";
import { create } from "@bufbuild/protobuf";
import type { GrpcThread, Wire } from "../../src/plugin/grpc-thread.ts";
import { ProgramCallbacks } from "../../src/plugin/program-callbacks.ts";
import {
  type RegisterResourceRequest,
  RegisterResourceRequestSchema,
  TransformRequestSchema,
  TransformResponseSchema,
} from "../../src/plugin/proto/gen/monitor_pb.ts";
import { callbacksService, decodeMessage, encodeMessage } from "../../src/plugin/proto/service.ts";
import { Transforms } from "../../src/plugin/transforms.ts";

const target = "127.0.0.1:1";
const component = { type: "rules:index:Cluster", name: "cluster", parent: "urn:root" };
const remote = create(RegisterResourceRequestSchema, {
  ...component,
  remote: true,
  transforms: [{ target, token: "own" }],
});
const ofProvider = create(RegisterResourceRequestSchema, component);

/** Returns a connection to a program whose transforms only record the names of the resources. */
function recordingThread(ran: string[]): GrpcThread {
  const { requestDeserialize, responseSerialize } = callbacksService.invoke;
  const wire: Wire = {
    ready: async () => true,
    send: async ({ bytes }) => {
      const { request, token } = requestDeserialize(Buffer.from(bytes));
      ran.push(`${token} ${decodeMessage(TransformRequestSchema, request).name}`);
      const response = encodeMessage(TransformResponseSchema, create(TransformResponseSchema));
      const answer = responseSerialize({ $typeName: "pulumirpc.CallbackInvokeResponse", response });
      return { code: 0, details: "", overLimit: false, bytes: answer };
    },
    cancel: () => {},
    close: () => {},
  };
  return {
    connect: () => wire,
    serve: async () => {
      throw new Error("This engine does not serve callbacks");
    },
    close: () => {},
  };
}

async function transformAll(requests: readonly RegisterResourceRequest[]): Promise<readonly string[]> {
  const ran: string[] = [];
  const transforms = new Transforms(new ProgramCallbacks(recordingThread(ran)));
  for (const request of requests) {
    const { ownTransforms } = await transforms.transformed(request);
    if (!request.remote) transforms.keep(`urn:${request.name}`, { ownTransforms, parent: request.parent });
  }
  return ran;
}

describe("the transforms of a remote component", () => {
  it("runs the transforms when the program registers a component, and when the provider does", async () => {
    assert.deepEqual(await transformAll([remote, ofProvider]), ["own cluster", "own cluster"]);
  });

  it("runs transforms for the children that the provider registers", async () => {
    const child = create(RegisterResourceRequestSchema, { type: "a:b:C", name: "node", parent: "urn:cluster" });
    assert.deepEqual(await transformAll([remote, ofProvider, child]), ["own cluster", "own cluster", "own node"]);
  });

  it("runs no transforms if the provider registers a component with the same name again", async () => {
    assert.deepEqual(await transformAll([remote, ofProvider, ofProvider]), ["own cluster", "own cluster"]);
  });
});
