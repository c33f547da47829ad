import assert from "node:assert/strict";
import { create, toBinary } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { ConfigureErrorMissingKeysSchema } from "../../src/plugin/proto/gen/errors_pb.ts";
import type { CheckRequest, ConfigureRequest } from "../../src/plugin/proto/gen/provider_pb.ts";
import { CheckResponseSchema, ConfigureResponseSchema } from "../../src/plugin/proto/gen/provider_pb.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import { emptyMap, type PropertyMap, stringValue, type Value } from "../../src/value/value.ts";
import { fromWire } from "../../src/value/wire.ts";
import type { Handlers } from "./serve-provider.ts";
import { failure, raise, secret, wire, withProvider } from "./with-provider.ts";

describe("CheckConfig, DiffConfig, Configure", () => {
  const urn = "urn:pulumi:s::p::pulumi:providers:base::default_1_2_3";
  const internal = { __internal: { name: "x" } };

  it("calls CheckConfig without __internal, and adds it to the checked inputs", async () => {
    let seen: CheckRequest | undefined;
    const checkConfig: Handlers["checkConfig"] = (request) => {
      seen = request;
      return create(CheckResponseSchema, { inputs: wire(fromPlainMap({ token: "t0ken", region: "default" })) });
    };
    await withProvider({ checkConfig }, async (provider) => {
      const news = new Map([...fromPlainMap({ version: "1.2.3", ...internal }), ["token", secret("t0ken")]] as const);
      const { inputs } = await provider.checkConfig({ urn, olds: emptyMap, news });
      assert.deepEqual(inputs.get("token"), secret("t0ken"));
      assert.deepEqual(inputs.get("version"), stringValue("1.2.3"));
      assert.deepEqual(inputs.get("region"), stringValue("default"));
      assert.deepEqual(inputs.get("__internal"), news.get("__internal"));
    });
    assert.ok(seen?.news && seen.olds);
    assert.deepEqual(fromWire(seen.news), fromPlainMap({ token: "t0ken", version: "1.2.3" }));
    assert.deepEqual(seen.olds.fields, []);
    assert.equal(seen.name, "default_1_2_3");
    assert.equal(seen.type, "pulumi:providers:base");
  });

  it("rejects a CheckConfig response that changes the version", async () => {
    const checkConfig = () => create(CheckResponseSchema, { inputs: wire(fromPlainMap({ version: "2.0.0" })) });
    await withProvider({ checkConfig }, async (provider) => {
      const error = await failure(
        provider.checkConfig({ urn, olds: emptyMap, news: fromPlainMap({ version: "1.0.0" }) }),
      );
      assert.equal(error.failure, "malformed");
    });
  });

  it("keeps the inputs if CheckConfig is not implemented", async () => {
    await withProvider({}, async (provider) => {
      const news = fromPlainMap({ a: 1 });
      assert.deepEqual(await provider.checkConfig({ urn, olds: emptyMap, news }), { inputs: news, failures: [] });
      const diff = await provider.diffConfig({ urn, oldInputs: emptyMap, olds: emptyMap, news });
      assert.equal(diff.changes, "unknown");
    });
  });

  it("reports CheckConfig errors other than Unimplemented", async () => {
    await withProvider({ checkConfig: () => raise(status.UNKNOWN, "Unimplemented") }, async (provider) => {
      assert.equal((await failure(provider.checkConfig({ urn, olds: emptyMap, news: emptyMap }))).failure, "other");
    });
  });

  it("calls Configure with variables as strings and with typed arguments", async () => {
    let seen: ConfigureRequest | undefined;
    const configure: Handlers["configure"] = (request) => {
      seen = request;
      return create(ConfigureResponseSchema);
    };
    const inputs = new Map<string, Value>([
      ...fromPlainMap({
        version: "1.2.3",
        number: 42,
        flag: true,
        none: null,
        object: { b: "<&>", a: [1] },
        ...internal,
      }),
      ["token", secret("t0ken")],
      ["__proto__", stringValue("odd")],
    ]);
    await withProvider({ configure }, async (provider) => {
      await provider.configure({ urn, id: "uuid", name: "default_1_2_3", inputs });
    });
    assert.ok(seen?.args);
    assert.deepEqual(
      new Map(seen.variables.map(({ key, value }) => [key, value])),
      new Map([
        ["base:config:number", "42"],
        ["base:config:flag", "true"],
        ["base:config:none", "null"],
        ["base:config:object", '{"a":[1],"b":"\\u003c\\u0026\\u003e"}'],
        ["base:config:token", "t0ken"],
        ["base:config:__proto__", "odd"],
      ]),
    );
    const args = fromWire(seen.args);
    assert.deepEqual(args.get("token"), secret("t0ken"));
    assert.deepEqual(args.get("version"), stringValue("1.2.3"));
    assert.equal(args.has("__internal"), false);
    const { id, name, type, acceptSecrets, acceptResources, sendsOldInputs, sendsOldInputsToDelete } = seen;
    assert.deepEqual(
      { id, urn: seen.urn, name, type },
      { id: "uuid", urn, name: "default_1_2_3", type: "pulumi:providers:base" },
    );
    assert.deepEqual(
      [acceptSecrets, acceptResources, sendsOldInputs, sendsOldInputsToDelete],
      [true, true, true, true],
    );
  });

  it("lists the keys that Configure reports as missing, for any error code", async () => {
    const detail = create(ConfigureErrorMissingKeysSchema, {
      missingKeys: [{ name: "base:token", description: "A token" }],
    });
    const bytes = toBinary(ConfigureErrorMissingKeysSchema, detail);
    const configure = () => raise(status.UNKNOWN, "missing", { type: "ConfigureErrorMissingKeys", bytes });
    await withProvider({ configure }, async (provider) => {
      const error = await failure(provider.configure({ urn, id: "i", name: "n", inputs: emptyMap }));
      assert.deepEqual(error.missingKeys, [{ name: "base:token", description: "A token" }]);
      assert.equal(error.method, "Configure");
    });
  });

  it("sends no unknown value to Configure", async () => {
    await withProvider({ configure: () => create(ConfigureResponseSchema) }, async (provider) => {
      const inputs: PropertyMap = new Map([["a", { kind: "unknown", of: "string" }]]);
      assert.equal((await failure(provider.configure({ urn, id: "i", name: "n", inputs }))).failure, "invalid");
    });
  });
});
