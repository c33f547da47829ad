import assert from "node:assert/strict";
import { create } from "@bufbuild/protobuf";
import {
  CallResponseSchema,
  CheckResponseSchema,
  type ConstructRequest,
  ConstructResponseSchema,
  ProviderHandshakeResponseSchema,
} from "../../src/plugin/proto/gen/provider_pb.ts";
import { emptyMap, type PropertyMap, stringValue, type Value } from "../../src/value/value.ts";
import { fromWire, toWire } from "../../src/value/wire.ts";
import { plainRegistration } from "../preview/programs.ts";
import { type Handlers, serveProvider } from "./serve-provider.ts";

const program = {
  project: "shop",
  stack: "dev",
  config: new Map([["shop:size", "2"]]),
  secretKeys: ["shop:size"],
  monitorAddress: "127.0.0.1:1",
};
const urn = "urn:pulumi:dev::shop::base:index:Cluster::cluster";
const output: Value = { kind: "output", value: stringValue("x"), secret: true, dependencies: [urn] };
const inputs: PropertyMap = new Map([["size", output]]);
const registration = { ...plainRegistration, type: "base:index:Cluster", name: "cluster", remote: true, inputs };
const answered = create(ConstructResponseSchema, {
  urn,
  state: toWire(inputs, {
    unknowns: "keep",
    secrets: true,
    resources: true,
    outputs: true,
    bytes: true,
    elideAssets: false,
  }),
});

function accepting(accepts: { readonly acceptSecrets: boolean; readonly acceptOutputs: boolean }): Handlers {
  return { handshake: () => create(ProviderHandshakeResponseSchema, accepts) };
}

describe("Construct", () => {
  for (const acceptOutputs of [true, false]) {
    it(`sends dryRun, the program, and ${acceptOutputs ? "output values" : "plain values"} to Construct`, async () => {
      const requests: ConstructRequest[] = [];
      const construct: Handlers["construct"] = (request) => {
        requests.push(request);
        return answered;
      };
      const served = await serveProvider({ ...accepting({ acceptSecrets: true, acceptOutputs }), construct });
      try {
        const constructed = await served.provider.construct({ program, registration });
        assert.deepEqual(constructed, { urn, outputs: inputs, dependencies: new Map() });
        const [request] = requests;
        assert.ok(request?.inputs !== undefined);
        assert.equal(request.dryRun, true);
        assert.equal(request.monitorEndpoint, "127.0.0.1:1");
        assert.deepEqual(
          request.config.map(({ key, value }) => [key, value]),
          [["shop:size", "2"]],
        );
        const sent = fromWire(request.inputs).get("size");
        assert.deepEqual(sent, acceptOutputs ? output : { kind: "secret", value: stringValue("x") });
      } finally {
        await served.close();
      }
    });
  }

  it("sends no Construct call to a plugin that does not accept secrets", async () => {
    const served = await serveProvider(accepting({ acceptSecrets: false, acceptOutputs: false }));
    try {
      await assert.rejects(served.provider.construct({ program, registration }), /must accept secrets/);
    } finally {
      await served.close();
    }
  });

  it("does not delay calls about resources during Construct", async () => {
    let end = (): void => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const served = await serveProvider({
      ...accepting({ acceptSecrets: true, acceptOutputs: true }),
      construct: async () => {
        await ended;
        return answered;
      },
      check: () => create(CheckResponseSchema, {}),
    });
    try {
      // More calls of Construct than the maximum number of simultaneous calls.
      const running = Array.from({ length: 8 }, () => served.provider.construct({ program, registration }));
      const type = "base:index:Thing";
      const bags = { olds: emptyMap, news: emptyMap, randomSeed: new Uint8Array(32) };
      await served.provider.check({ urn: `urn:pulumi:dev::shop::${type}::n`, name: "n", type, ...bags });
      end();
      assert.equal((await Promise.all(running)).length, 8);
    } finally {
      await served.close();
    }
  });
});

describe("Call", () => {
  it("sends dryRun to Call, and returns the failures of arguments", async () => {
    const served = await serveProvider({
      ...accepting({ acceptSecrets: true, acceptOutputs: true }),
      call: ({ dryRun }) => {
        assert.equal(dryRun, true);
        return create(CallResponseSchema, { failures: [{ property: "size", reason: "too small" }] });
      },
    });
    try {
      const request = { program, token: "base:index:Cluster/resize", arguments: emptyMap, dependencies: new Map() };
      const { failures } = await served.provider.callMethod(request);
      assert.deepEqual(failures, [{ property: "size", reason: "too small" }]);
    } finally {
      await served.close();
    }
  });
});
