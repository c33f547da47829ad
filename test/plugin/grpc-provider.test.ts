/** Requests and responses of Check, Diff, Read, and GetMapping. */

import assert from "node:assert/strict";
import { create, toBinary } from "@bufbuild/protobuf";
import { status } from "@grpc/grpc-js";
import { ErrorResourceInitFailedSchema } from "../../src/plugin/proto/gen/errors_pb.ts";
import type { DiffRequest, ReadRequest } from "../../src/plugin/proto/gen/provider_pb.ts";
import {
  CheckResponseSchema,
  ConfigureResponseSchema,
  DiffResponseSchema,
  GetMappingResponseSchema,
  GetMappingsResponseSchema,
  GetSchemaResponseSchema,
  ReadResponseSchema,
} from "../../src/plugin/proto/gen/provider_pb.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import { signatureKey, signatures } from "../../src/value/signatures.ts";
import { emptyMap, mapValue, type PropertyMap, stringValue, type Value } from "../../src/value/value.ts";
import { fromWire } from "../../src/value/wire.ts";
import { withoutUndefined } from "../support/without-undefined.ts";
import type { Handlers } from "./serve-provider.ts";
import { failure, names, raise, secret, unimplemented, wire, withProvider } from "./with-provider.ts";

describe("Check", () => {
  const echo: Handlers["check"] = ({ news }) => create(CheckResponseSchema, { ...(news && { inputs: news }) });
  const seed = new Uint8Array(32).fill(7);
  const news = new Map<string, Value>([
    ["token", secret("t0ken")],
    ["nested", mapValue(new Map([["list", { kind: "list", items: [secret("t0ken"), stringValue("x")] }]]))],
  ]);

  it("sends typed secrets to a plugin that accepts them", async () => {
    let sent: PropertyMap | undefined;
    const check: Handlers["check"] = (request) => {
      assert.ok(request.news && request.olds);
      sent = fromWire(request.news);
      assert.deepEqual(Buffer.from(request.randomSeed), Buffer.from(seed));
      return create(CheckResponseSchema, { inputs: request.news });
    };
    await withProvider({ check }, async (provider) => {
      const { inputs } = await provider.check({ ...names, olds: emptyMap, news, randomSeed: seed });
      assert.deepEqual(inputs, news);
    });
    assert.deepEqual(sent, news);
  });

  it("sends secrets in plain text to a plugin that does not accept secrets, and marks them in its response", async () => {
    let sent: PropertyMap | undefined;
    const check: Handlers["check"] = (request) => {
      assert.ok(request.news);
      sent = fromWire(request.news);
      return create(CheckResponseSchema, { inputs: request.news });
    };
    await withProvider(
      { ...unimplemented, check, configure: () => create(ConfigureResponseSchema) },
      async (provider) => {
        await provider.configure({ urn: "urn", id: "i", name: "n", inputs: emptyMap });
        const { inputs } = await provider.check({ ...names, olds: emptyMap, news, randomSeed: seed });
        assert.deepEqual(inputs.get("token"), secret("t0ken"));
        const nested = inputs.get("nested");
        assert.ok(nested?.kind === "map");
        assert.equal(nested.entries.get("list")?.kind, "secret");
      },
    );
    assert.deepEqual(sent, fromPlainMap({ token: "t0ken", nested: { list: ["t0ken", "x"] } }));
  });

  it("reads the features of a plugin that does not implement Handshake from its Configure response", async () => {
    let marked = false;
    const check: Handlers["check"] = (request) => {
      marked = request.news?.fields.some(({ value }) => value?.kind.case === "structValue") ?? false;
      return echo(request);
    };
    const configure = () => create(ConfigureResponseSchema, { acceptSecrets: true });
    await withProvider({ ...unimplemented, check, configure }, async (provider) => {
      await provider.configure({ urn: "urn", id: "i", name: "n", inputs: emptyMap });
      await provider.check({ ...names, olds: emptyMap, news: new Map([["a", secret("t0ken")]]), randomSeed: seed });
    });
    assert.ok(marked);
  });

  it("removes secrets from the failures and errors of the plugin", async () => {
    const failures = [{ property: "token", reason: "bad token t0ken-12 (dDBrZW4tMTI=)" }];
    const check: Handlers["check"] = () =>
      create(CheckResponseSchema, {
        failures: failures.map((f) => ({ $typeName: "pulumirpc.CheckFailure" as const, ...f })),
      });
    const diff: Handlers["diff"] = () => raise(status.INVALID_ARGUMENT, 'cannot use "t0ken-12"');
    await withProvider({ check, diff }, async (provider) => {
      const bag = new Map([["token", secret("t0ken-12")]]);
      const result = await provider.check({ ...names, olds: emptyMap, news: bag, randomSeed: seed });
      assert.deepEqual(result, {
        inputs: emptyMap,
        failures: [{ property: "token", reason: "bad token [secret] ([secret]=)" }],
      });
      const request = { ...names, id: "i", oldInputs: emptyMap, olds: emptyMap, news: emptyMap, ignoreChanges: [] };
      const error = await failure(provider.diff(request));
      assert.equal(error.message, 'cannot use "[secret]"');
      assert.equal(error.failure, "invalid");
    });
  });
});

describe("Diff", () => {
  const request = { ...names, id: "i", oldInputs: emptyMap, olds: emptyMap, news: emptyMap, ignoreChanges: ["a.b"] };

  it("sends old inputs, old outputs, and new inputs to Diff, with assets as hashes", async () => {
    let seen: DiffRequest | undefined;
    const diff: Handlers["diff"] = (message) => {
      seen = message;
      return create(DiffResponseSchema, { changes: 1 });
    };
    const asset: Value = { kind: "asset", source: { from: "text", text: "long" }, hash: "ab" };
    await withProvider({ diff }, async (provider) => {
      await provider.diff({ ...request, news: new Map([["a", asset]]) });
    });
    assert.ok(seen?.oldInputs && seen.olds && seen.news);
    assert.deepEqual(fromWire(seen.news).get("a"), { kind: "asset", source: { from: "elided" }, hash: "ab" });
    assert.deepEqual(seen.ignoreChanges, ["a.b"]);
    assert.equal(seen.id, "i");
  });

  const detail = (kind: number, inputDiff = false) => ({
    $typeName: "pulumirpc.PropertyDiff" as const,
    kind,
    inputDiff,
  });
  const answers: readonly [string, Parameters<typeof create<typeof DiffResponseSchema>>[1], object][] = [
    ["unknown changes", {}, { changes: "unknown", replaces: [], diffs: [], deleteBeforeReplace: false }],
    [
      "details under unusual keys, and a detail of an unknown kind",
      {
        changes: 2,
        hasDetailedDiff: true,
        detailedDiff: [
          { key: "__proto__", value: detail(3, true) },
          { key: "a", value: detail(17) },
        ],
      },
      {
        changes: "some",
        replaces: [],
        diffs: [],
        deleteBeforeReplace: false,
        detailed: new Map([
          ["__proto__", { kind: "delete-replace", inputDiff: true }],
          ["a", { kind: "update", inputDiff: false }],
        ]),
      },
    ],
    [
      "details, which are ignored without hasDetailedDiff",
      {
        changes: 2,
        replaces: ["a"],
        diffs: ["a"],
        detailedDiff: [{ key: "a", value: detail(1) }],
        deleteBeforeReplace: true,
      },
      { changes: "some", replaces: ["a"], diffs: ["a"], deleteBeforeReplace: true },
    ],
  ];
  for (const [title, answer, expected] of answers) {
    it(`reads a Diff response with ${title}`, async () => {
      await withProvider({ diff: () => create(DiffResponseSchema, answer) }, async (provider) => {
        assert.deepEqual(withoutUndefined(await provider.diff(request)), expected);
      });
    });
  }

  it("rejects a Diff response that violates the protocol", async () => {
    await withProvider({ diff: () => create(DiffResponseSchema, { changes: 3 }) }, async (provider) => {
      assert.equal((await failure(provider.diff(request))).failure, "malformed");
    });
  });
});

describe("Read", () => {
  const request = { ...names, id: "i-1" };

  it("sends no state to Read, and distinguishes missing from empty outputs", async () => {
    let seen: ReadRequest | undefined;
    const read: Handlers["read"] = (message) => {
      seen = message;
      return create(ReadResponseSchema, { id: "i-2", properties: wire(emptyMap), refreshBeforeUpdate: true });
    };
    await withProvider({ read }, async (provider) => {
      const expected = { id: "i-2", outputs: emptyMap, inputs: undefined, initErrors: [], refreshBeforeUpdate: true };
      assert.deepEqual(await provider.read(request), expected);
    });
    assert.equal(seen?.properties, undefined);
    assert.equal(seen?.inputs, undefined);
    assert.equal(seen?.id, "i-1");
  });

  it("sends an empty state to Read if the plugin does not implement Handshake", async () => {
    let seen: ReadRequest | undefined;
    const read: Handlers["read"] = (message) => {
      seen = message;
      return create(ReadResponseSchema, { id: "" });
    };
    await withProvider({ ...unimplemented, read }, async (provider) => {
      assert.equal((await provider.read(request)).outputs, undefined);
    });
    assert.deepEqual(seen?.properties?.fields, []);
  });

  for (const code of [status.UNKNOWN, status.INTERNAL, status.FAILED_PRECONDITION]) {
    it(`reads a failed initialization with code ${status[code]} as a result of Read`, async () => {
      const detail = create(ErrorResourceInitFailedSchema, {
        id: "i-9",
        reasons: ["not ready"],
        refreshBeforeUpdate: true,
        properties: wire(fromPlainMap({ a: 1 })),
        inputs: wire(fromPlainMap({ b: 2 })),
      });
      const bytes = toBinary(ErrorResourceInitFailedSchema, detail);
      const read = () => raise(code, "partial", { type: "ErrorResourceInitFailed", bytes });
      await withProvider({ read }, async (provider) => {
        assert.deepEqual(await provider.read(request), {
          id: "i-9",
          outputs: fromPlainMap({ a: 1 }),
          inputs: fromPlainMap({ b: 2 }),
          initErrors: ["not ready"],
          refreshBeforeUpdate: true,
        });
      });
    });
  }

  it("rejects an unknown value in a Read response", async () => {
    const unknown: PropertyMap = new Map([["a", { kind: "unknown", of: "string" }]]);
    const read = () => create(ReadResponseSchema, { properties: wire(unknown) });
    await withProvider({ read }, async (provider) => {
      const error = await failure(provider.read(request));
      assert.equal(error.failure, "malformed");
      assert.match(error.message, /the property a has an unknown value/);
    });
  });

  it("keeps the secret marks of values that Read returned", async () => {
    const map = new Map([["a", secret("t0ken")]]);
    const read = () => create(ReadResponseSchema, { properties: wire(map), inputs: wire(map) });
    await withProvider({ read }, async (provider) => {
      assert.deepEqual((await provider.read(request)).inputs, map);
    });
  });

  it("rejects a property with an unknown signature in a Read response", async () => {
    const read = () =>
      create(ReadResponseSchema, {
        properties: wire(fromPlainMap({ a: { [signatureKey]: `${signatures.secret}x` } })),
      });
    await withProvider({ read }, async (provider) => {
      assert.equal((await failure(provider.read(request))).failure, "malformed");
    });
  });
});

describe("large responses", () => {
  it("accepts a schema that is much larger than gRPC's limit of 4 MB", async () => {
    const schema = Buffer.alloc(30 * 1024 * 1024, "x");
    await withProvider({ getSchema: () => create(GetSchemaResponseSchema, { schema }) }, async (provider) => {
      assert.equal((await provider.getSchema()).length, schema.length);
    });
  });
});

describe("GetMapping", () => {
  const bytes = (word: string): Uint8Array => new TextEncoder().encode(word);
  const getMapping: Handlers["getMapping"] = ({ key, provider }) =>
    create(GetMappingResponseSchema, { provider, data: bytes(`${key} ${provider}`) });
  const wordsOf = (answers: readonly Uint8Array[]): readonly string[] =>
    answers.map((one) => Buffer.from(one).toString());

  it("calls GetMapping for each provider that GetMappings returns", async () => {
    const getMappings: Handlers["getMappings"] = () =>
      create(GetMappingsResponseSchema, { providers: ["helm", "kubernetes"] });
    await withProvider({ ...unimplemented, getMappings, getMapping }, async (provider) => {
      assert.deepEqual(wordsOf(await provider.getMappings("terraform")), ["terraform helm", "terraform kubernetes"]);
    });
  });

  it("calls GetMapping without a provider if GetMappings returns none", async () => {
    const named: readonly Handlers[] = [{}, { getMappings: () => create(GetMappingsResponseSchema) }];
    for (const handlers of named)
      await withProvider({ ...unimplemented, getMapping, ...handlers }, async (provider) => {
        assert.deepEqual(wordsOf(await provider.getMappings("terraform")), ["terraform "]);
      });
  });
});
