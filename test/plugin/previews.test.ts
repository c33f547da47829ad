import assert from "node:assert/strict";
import { create } from "@bufbuild/protobuf";
import {
  ConfigureResponseSchema,
  type CreateRequest,
  CreateResponseSchema,
  ProviderHandshakeResponseSchema,
  type UpdateRequest,
  UpdateResponseSchema,
} from "../../src/plugin/proto/gen/provider_pb.ts";
import { ProviderError } from "../../src/plugin/provider.ts";
import { refuseChange } from "../../src/plugin/refuse-change.ts";
import { emptyMap, stringValue, type Value } from "../../src/value/value.ts";
import { toWire } from "../../src/value/wire.ts";
import { type Handlers, serveProvider } from "./serve-provider.ts";

const names = { urn: "urn:pulumi:s::p::base:index:T::n", name: "n", type: "base:index:T" };
const provider = { urn: "urn:pulumi:s::p::pulumi:providers:base::q", id: "q", name: "q", inputs: emptyMap };
const unknown: Value = { kind: "unknown", of: "string" };
const struct = (map: ReadonlyMap<string, Value>) =>
  toWire(map, { unknowns: "keep", secrets: true, resources: true, outputs: true, bytes: true, elideAssets: false });

/** Returns handlers of provider calls that record the requests of Create and Update. */
function counting(supportsPreview: boolean) {
  const seen: { readonly created: CreateRequest[]; readonly updated: UpdateRequest[] } = { created: [], updated: [] };
  const outputs = struct(
    new Map([
      ["arn", unknown],
      ["size", stringValue("small")],
    ]),
  );
  const handlers: Handlers = {
    handshake: () => create(ProviderHandshakeResponseSchema, { acceptSecrets: true, acceptResources: true }),
    configure: () => create(ConfigureResponseSchema, { supportsPreview }),
    create: (request) => {
      seen.created.push(request);
      return create(CreateResponseSchema, { properties: outputs });
    },
    update: (request) => {
      seen.updated.push(request);
      return create(UpdateResponseSchema, { properties: outputs });
    },
  };
  return { seen, handlers };
}

describe("previews of Create and Update", () => {
  it("sends Create and Update with preview, and keeps unknown outputs unknown", async () => {
    const { seen, handlers } = counting(true);
    const served = await serveProvider(handlers);
    try {
      await served.provider.configure(provider);
      const news = new Map([["name", stringValue("n")]]);
      const made = await served.provider.previewCreate({ ...names, news });
      const bags = { oldInputs: news, olds: news, news };
      const changed = await served.provider.previewUpdate({ ...names, ...bags, id: "i", ignoreChanges: ["size"] });
      assert.deepEqual([...made.outputs.keys()], ["arn", "size"]);
      assert.deepEqual(made.outputs.get("arn"), unknown);
      assert.deepEqual(changed.outputs.get("size"), stringValue("small"));
      assert.deepEqual(
        [...seen.created, ...seen.updated].map(({ preview }) => preview),
        [true, true],
      );
      assert.deepEqual(seen.updated[0]?.ignoreChanges, ["size"]);
      assert.equal(seen.updated[0]?.id, "i");
    } finally {
      await served.close();
    }
  });

  it("sends no preview unless Configure returns supportsPreview", async () => {
    const { seen, handlers } = counting(false);
    const served = await serveProvider(handlers);
    try {
      await served.provider.configure(provider);
      const refused = (error: unknown): boolean => error instanceof ProviderError && error.failure === "unimplemented";
      const bags = { oldInputs: emptyMap, olds: emptyMap, news: emptyMap };
      await assert.rejects(served.provider.previewCreate({ ...names, news: emptyMap }), refused);
      await assert.rejects(served.provider.previewUpdate({ ...names, ...bags, id: "i", ignoreChanges: [] }), refused);
      assert.deepEqual(seen, { created: [], updated: [] });
    } finally {
      await served.close();
    }
  });

  it("rejects Create and Update calls without preview, and all Delete calls", () => {
    for (const method of ["Create", "Update"]) {
      assert.throws(() => refuseChange(method, { preview: false }), /only with preview/);
      assert.throws(() => refuseChange(method, {}), /only with preview/);
      assert.doesNotThrow(() => refuseChange(method, { preview: true }));
    }
    assert.throws(() => refuseChange("Delete", { preview: true }), /is never called/);
    for (const method of ["Check", "Diff", "Read"]) assert.doesNotThrow(() => refuseChange(method, {}));
  });

  it("accepts Construct and Call only with dryRun", () => {
    for (const method of ["Construct", "Call"]) {
      for (const request of [{}, { preview: true }, { dryRun: false }])
        assert.throws(() => refuseChange(method, request), /only with dryRun/);
      assert.doesNotThrow(() => refuseChange(method, { dryRun: true }));
    }
  });

  it("rejects calls of functions whose names do not show that they only read", () => {
    for (const tok of ["aws:index/getRegion:getRegion", "aws:iam:listUsers", "aws:index:get"]) {
      assert.doesNotThrow(() => refuseChange("Invoke", { tok }));
    }
    for (const tok of ["kubernetes:yaml:decode", "aws:get:apply", "aws:index:getaway", "aws:index:Get", ""]) {
      assert.throws(() => refuseChange("Invoke", { tok }), /is never called/);
    }
    assert.throws(() => refuseChange("Invoke", {}), /is never called/);
  });
});
