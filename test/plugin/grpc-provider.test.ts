import assert from "node:assert/strict";
import { create, toBinary } from "@bufbuild/protobuf";
import { Metadata, status } from "@grpc/grpc-js";
import { ImpError } from "../../src/errors.ts";
import {
  AnySchema,
  ConfigureErrorMissingKeysSchema,
  ErrorCauseSchema,
  ErrorResourceInitFailedSchema,
  RetryInfoSchema,
  StatusSchema,
} from "../../src/plugin/proto/gen/errors_pb.ts";
import type {
  CheckRequest,
  ConfigureRequest,
  DiffRequest,
  ReadRequest,
} from "../../src/plugin/proto/gen/provider_pb.ts";
import {
  CheckResponseSchema,
  ConfigureResponseSchema,
  DiffResponseSchema,
  GetSchemaResponseSchema,
  ParameterizeResponseSchema,
  ProviderHandshakeResponseSchema,
  ReadResponseSchema,
} from "../../src/plugin/proto/gen/provider_pb.ts";
import { ProviderError } from "../../src/plugin/provider.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import { signatureKey, signatures } from "../../src/value/signatures.ts";
import { emptyMap, mapValue, type PropertyMap, secretValue, stringValue, type Value } from "../../src/value/value.ts";
import { fromWire, toWire } from "../../src/value/wire.ts";
import { type Handlers, type Served, serveProvider } from "./serve-provider.ts";

const all = {
  unknowns: "keep",
  secrets: true,
  resources: true,
  outputs: true,
  bytes: true,
  elideAssets: false,
} as const;
const wire = (map: PropertyMap) => toWire(map, all);
const names = { urn: "urn:pulumi:s::p::base:index:T::n", name: "n", type: "base:index:T" };
const secret = (text: string): Value => secretValue(stringValue(text));
const acceptsAll = create(ProviderHandshakeResponseSchema, {
  acceptSecrets: true,
  acceptResources: true,
  acceptsByteString: true,
});

/** Runs with a provider that answers Handshake, unless `handlers` has another answer. */
async function withProvider(handlers: Handlers, run: (provider: Served["provider"]) => Promise<void>): Promise<void> {
  const served = await serveProvider({ handshake: () => acceptsAll, ...handlers });
  try {
    await run(served.provider);
  } finally {
    await served.close();
  }
}

const unimplemented = { handshake: () => raise(status.UNIMPLEMENTED, "no") };

function raise(code: number, details: string, detail?: { readonly type: string; readonly bytes: Uint8Array }): never {
  const metadata = new Metadata();
  if (detail !== undefined) {
    const any = create(AnySchema, { typeUrl: `type.googleapis.com/pulumirpc.${detail.type}`, value: detail.bytes });
    metadata.set(
      "grpc-status-details-bin",
      Buffer.from(toBinary(StatusSchema, create(StatusSchema, { details: [any] }))),
    );
  }
  throw Object.assign(new Error(details), { code, details, metadata });
}

async function failure(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => assert.fail("it did not fail"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ProviderError, String(error));
  return error;
}

describe("Handshake and what follows it", () => {
  it("sends the host's features, and takes those of the plugin", async () => {
    let seen: unknown;
    const handshake: Handlers["handshake"] = (request) => {
      seen = request;
      return acceptsAll;
    };
    await withProvider({ handshake }, async (provider) => {
      assert.equal(provider.version, "1.2.3");
      assert.equal(provider.package, "base");
    });
    const { engineAddress, rootDirectory, programDirectory, configureWithUrn, supportsViews } = seen as never;
    assert.deepEqual(
      { engineAddress, rootDirectory, programDirectory, configureWithUrn, supportsViews },
      {
        engineAddress: "127.0.0.1:1",
        rootDirectory: "/plugins",
        programDirectory: "/plugins",
        configureWithUrn: true,
        supportsViews: false,
      },
    );
  });

  it("refuses a plugin whose Handshake fails for another reason than being unimplemented", async () => {
    await assert.rejects(
      serveProvider({ handshake: () => raise(status.INTERNAL, "broken") }),
      (error) => error instanceof ImpError && error.code === "PLUGIN_HANDSHAKE",
    );
  });

  it("parameterizes, and asks for the schema of that package", async () => {
    const seen: unknown[] = [];
    const served = await serveProvider(
      {
        handshake: () => acceptsAll,
        parameterize: ({ parameters }) => {
          seen.push(parameters.case === "value" && Buffer.from(parameters.value.value).toString());
          return create(ParameterizeResponseSchema, { name: "sub", version: "3.0.0" });
        },
        getSchema: ({ subpackageName, subpackageVersion }) => {
          seen.push(subpackageName, subpackageVersion);
          return create(GetSchemaResponseSchema, { schema: Buffer.from('{"name":"sub"}') });
        },
      },
      { name: "sub", version: "3.0.0", value: Buffer.from("parameter") },
    );
    assert.equal(served.provider.package, "sub");
    assert.equal(served.provider.version, "3.0.0");
    assert.equal(Buffer.from(await served.provider.getSchema()).toString(), '{"name":"sub"}');
    assert.deepEqual(seen, ["parameter", "sub", "3.0.0"]);
    await served.close();
  });

  it("refuses another package than the requested one", async () => {
    const parameterize = () => create(ParameterizeResponseSchema, { name: "other", version: "3.0.0" });
    await assert.rejects(
      serveProvider({ ...unimplemented, parameterize }, { name: "sub", version: "3.0.0", value: new Uint8Array() }),
      (error) => error instanceof ImpError && error.code === "PLUGIN_PARAMETERIZED",
    );
  });

  it("reads an empty schema as none", async () => {
    const getSchema = () => create(GetSchemaResponseSchema, { schema: Buffer.from(" {\n} ") });
    await withProvider({ getSchema }, async (provider) => {
      assert.equal((await failure(provider.getSchema())).failure, "unimplemented");
    });
  });
});

describe("CheckConfig, DiffConfig, Configure", () => {
  const urn = "urn:pulumi:s::p::pulumi:providers:base::default_1_2_3";
  const internal = { __internal: { name: "x" } };

  it("sends plain values without __internal, and restores the engine's own keys", async () => {
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

  it("refuse an answer that changes the version", async () => {
    const checkConfig = () => create(CheckResponseSchema, { inputs: wire(fromPlainMap({ version: "2.0.0" })) });
    await withProvider({ checkConfig }, async (provider) => {
      const error = await failure(
        provider.checkConfig({ urn, olds: emptyMap, news: fromPlainMap({ version: "1.0.0" }) }),
      );
      assert.equal(error.failure, "malformed");
    });
  });

  it("keep the given inputs where they are not implemented", async () => {
    await withProvider({}, async (provider) => {
      const news = fromPlainMap({ a: 1 });
      assert.deepEqual(await provider.checkConfig({ urn, olds: emptyMap, news }), { inputs: news, failures: [] });
      const diff = await provider.diffConfig({ urn, oldInputs: emptyMap, olds: emptyMap, news });
      assert.equal(diff.changes, "unknown");
    });
  });

  it("report other failures", async () => {
    await withProvider({ checkConfig: () => raise(status.UNKNOWN, "Unimplemented") }, async (provider) => {
      assert.equal((await failure(provider.checkConfig({ urn, olds: emptyMap, news: emptyMap }))).failure, "other");
    });
  });

  it("configure with text by full key and typed arguments", async () => {
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

  it("name the keys that Configure misses, whatever the code", async () => {
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

  it("never send an unknown to Configure", async () => {
    await withProvider({ configure: () => create(ConfigureResponseSchema) }, async (provider) => {
      const inputs: PropertyMap = new Map([["a", { kind: "unknown", of: "string" }]]);
      assert.equal((await failure(provider.configure({ urn, id: "i", name: "n", inputs }))).failure, "invalid");
    });
  });
});

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

  it("sends plain secrets to a plugin that does not accept them, and remembers them", async () => {
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

  it("learns from Configure what a plugin without Handshake accepts", async () => {
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

  it("blanks secrets in the failures and errors of the plugin", async () => {
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

  it("sends all three bags, assets by hash", async () => {
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
    ["unknown", {}, { changes: "unknown", replaces: [], diffs: [], deleteBeforeReplace: false }],
    [
      "some, with details under awkward keys, an unheard-of kind is an update",
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
      "some; details that the plugin does not claim to have are not read",
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
    it(title, async () => {
      await withProvider({ diff: () => create(DiffResponseSchema, answer) }, async (provider) => {
        assert.deepEqual(await provider.diff(request), expected);
      });
    });
  }

  it("refuses an answer that is not in the protocol", async () => {
    await withProvider({ diff: () => create(DiffResponseSchema, { changes: 3 }) }, async (provider) => {
      assert.equal((await failure(provider.diff(request))).failure, "malformed");
    });
  });
});

describe("Read", () => {
  const request = { ...names, id: "i-1" };

  it("sends neither state nor inputs, and keeps absent and empty apart", async () => {
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

  it("sends an empty state to a plugin without Handshake, whose server may crash on none", async () => {
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
    it(`reads an initialization failure as a result, with code ${code}`, async () => {
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

  it("refuses an unknown in its answer", async () => {
    const unknown: PropertyMap = new Map([["a", { kind: "unknown", of: "string" }]]);
    const read = () => create(ReadResponseSchema, { properties: wire(unknown) });
    await withProvider({ read }, async (provider) => {
      const error = await failure(provider.read(request));
      assert.equal(error.failure, "malformed");
      assert.match(error.message, /the property a has a value that is not known/);
    });
  });

  it("keeps secrets that were read", async () => {
    const map = new Map([["a", secret("t0ken")]]);
    const read = () => create(ReadResponseSchema, { properties: wire(map), inputs: wire(map) });
    await withProvider({ read }, async (provider) => {
      assert.deepEqual((await provider.read(request)).inputs, map);
    });
  });

  it("refuses a property with an unknown signature", async () => {
    const read = () =>
      create(ReadResponseSchema, {
        properties: wire(fromPlainMap({ a: { [signatureKey]: `${signatures.secret}x` } })),
      });
    await withProvider({ read }, async (provider) => {
      assert.equal((await failure(provider.read(request))).failure, "malformed");
    });
  });
});

describe("a failure by its code", () => {
  const codes: readonly [number, ProviderError["failure"]][] = [
    // The run's own signal shows its cancellation; a plugin's code means that something in it was cancelled.
    [status.CANCELLED, "other"],
    [status.UNKNOWN, "other"],
    [status.INVALID_ARGUMENT, "invalid"],
    [status.DEADLINE_EXCEEDED, "timeout"],
    [status.NOT_FOUND, "not-found"],
    [status.PERMISSION_DENIED, "unauthorised"],
    [status.UNAUTHENTICATED, "unauthorised"],
    [status.RESOURCE_EXHAUSTED, "throttled"],
    [status.FAILED_PRECONDITION, "other"],
    [status.ABORTED, "throttled"],
    [status.OUT_OF_RANGE, "invalid"],
    [status.UNIMPLEMENTED, "unimplemented"],
    [status.UNAVAILABLE, "throttled"],
    [status.INTERNAL, "other"],
    [status.DATA_LOSS, "other"],
  ];
  for (const [code, expected] of codes) {
    it(`${status[code]}: ${expected}`, async () => {
      await withProvider({ read: () => raise(code, "what it says") }, async (provider) => {
        const error = await failure(provider.read({ ...names, id: "i" }));
        assert.equal(error.failure, expected);
        assert.equal(error.method, "Read");
        assert.equal(error.message, "what it says");
      });
    });
  }

  it("has the cause that came as a detail", async () => {
    const bytes = toBinary(ErrorCauseSchema, create(ErrorCauseSchema, { message: "disk full" }));
    await withProvider(
      { read: () => raise(status.UNKNOWN, "failed", { type: "ErrorCause", bytes }) },
      async (provider) => {
        assert.equal((await failure(provider.read({ ...names, id: "i" }))).message, "failed: disk full");
      },
    );
  });

  it("has each cause once", async () => {
    const bytes = toBinary(ErrorCauseSchema, create(ErrorCauseSchema, { message: "disk full" }));
    await withProvider(
      { read: () => raise(status.UNKNOWN, "reading failed: disk full", { type: "ErrorCause", bytes }) },
      async (provider) => {
        assert.equal((await failure(provider.read({ ...names, id: "i" }))).message, "reading failed: disk full");
      },
    );
  });

  it("has the code and the delay of the status inside of UNKNOWN", async () => {
    const details = [
      {
        typeUrl: "type.googleapis.com/google.rpc.RetryInfo",
        value: toBinary(RetryInfoSchema, create(RetryInfoSchema, { retryDelay: { seconds: 2n, nanos: 500_000_000 } })),
      },
    ];
    const packed = (code: number, inside: typeof details): Metadata => {
      const metadata = new Metadata();
      const bytes = toBinary(StatusSchema, create(StatusSchema, { code, message: "m", details: inside }));
      metadata.set("grpc-status-details-bin", Buffer.from(bytes));
      return metadata;
    };
    const answers: readonly (readonly [Metadata, ProviderError["failure"], number])[] = [
      [packed(status.NOT_FOUND, []), "not-found", 0],
      [packed(status.OK, []), "other", 0],
      [packed(status.UNKNOWN, details), "throttled", 2500],
    ];
    for (const [metadata, expected, waits] of answers) {
      const read = (): never => {
        throw Object.assign(new Error("m"), { code: status.UNKNOWN, details: "m", metadata });
      };
      await withProvider({ read }, async (provider) => {
        const error = await failure(provider.read({ ...names, id: "i" }));
        assert.deepEqual([error.failure, error.retryAfterMs], [expected, waits]);
      });
    }
  });

  it("keeps its message where details are broken", async () => {
    const broken = { type: "ErrorResourceInitFailed", bytes: new Uint8Array([10, 99]) };
    await withProvider({ read: () => raise(status.NOT_FOUND, "gone", broken) }, async (provider) => {
      assert.equal((await failure(provider.read({ ...names, id: "i" }))).failure, "not-found");
    });
  });
});

describe("large answers", () => {
  it("takes a schema far above gRPC's four megabytes", async () => {
    const schema = Buffer.alloc(30 * 1024 * 1024, "x");
    await withProvider({ getSchema: () => create(GetSchemaResponseSchema, { schema }) }, async (provider) => {
      assert.equal((await provider.getSchema()).length, schema.length);
    });
  });
});
