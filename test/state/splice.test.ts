/**
 * Adding resources to a state: what is there stays byte for byte, what is new is as Pulumi writes it.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { ImpError } from "../../src/errors.ts";
import type { StateEntry } from "../../src/graph.ts";
import { parseDeployment, readDeployment } from "../../src/state/deployment.ts";
import { type SpliceContext, spliceDeployment } from "../../src/state/splice.ts";
import { providerEntry, rootStackEntry } from "../../src/state/state-entry.ts";
import { makeUrn, providerReference, rootStackUrn } from "../../src/state/urn.ts";
import { fromState } from "../../src/value/state-codec.ts";
import type { Value } from "../../src/value/value.ts";
import { propertiesArbitrary } from "./values.ts";

const now = "2026-01-15T10:20:30.123456789Z";
const salt = "v1:AQIDBAUGBwg=:v1:EBESExQVFhcYGRob:z5SZ8yMTINPJlR0P+vPyfUY/yyF3DA==";
const ciphertext = "v1:ICEiIyQlJicoKSor:qWylOjeogHH9nElCtRW592lmSGZ6XkIY";
const context: SpliceContext = {
  stack: "dev",
  project: "orchard",
  crypter: { encrypt: () => ciphertext, salt },
  now,
  cliVersion: "v3.200.0",
  envelope: "export",
};
const withoutSecrets: SpliceContext = { ...context, crypter: undefined };

const root = rootStackUrn("dev", "orchard");
const providerUrn = makeUrn("dev", "orchard", undefined, "pulumi:providers:random", "default_4_18_0");
const providerId = "6d1f3c52-0b7e-4a57-9c1d-2f8b5e4a9d10";
const provider = providerEntry({
  urn: providerUrn,
  id: providerId,
  package: { name: "random", version: "4.18.0" },
  inputs: new Map(),
});
const integer = "random:index/randomInteger:RandomInteger";

function entry(name: string, fields: Partial<StateEntry> = {}): StateEntry {
  return {
    ...provider,
    urn: makeUrn("dev", "orchard", root, integer, name),
    type: integer,
    id: "15390",
    inputs: new Map(),
    outputs: new Map(),
    parent: root,
    provider: providerReference(providerUrn, providerId),
    ...fields,
  };
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");
const bytes = (content: string): Uint8Array => Buffer.from(content, "utf8");
const number = (value: number): Value => ({ kind: "number", value });
const splice = (base: string | undefined, entries: readonly StateEntry[], over: Partial<SpliceContext> = {}): string =>
  text(
    spliceDeployment(
      base === undefined ? undefined : readDeployment(bytes(base)),
      { entries },
      { ...context, ...over },
    ),
  );

describe("spliceDeployment into nothing", () => {
  // state-and-secrets.md §7.5
  const rootWithOutput: StateEntry = {
    ...rootStackEntry("dev", "orchard"),
    outputs: new Map([["token", { kind: "secret", value: { kind: "string", value: "s3cr3t" } }]]),
  };
  const slots = entry("slots", {
    inputs: new Map<string, Value>([
      ["min", number(1)],
      ["max", number(50000)],
      ["__defaults", { kind: "list", items: [] }],
    ]),
    outputs: new Map<string, Value>([
      ["id", { kind: "string", value: "15390" }],
      ["result", number(15390)],
      ["min", number(1)],
      ["max", number(50000)],
    ]),
    protect: true,
  });
  const worked = `{
    "version": 3,
    "deployment": {
        "manifest": {
            "time": "${now}",
            "magic": "fab95cc1ec33ad4842e4ce440b669bd522c568e8a7a8934e58ff24ba38128033",
            "version": "v3.200.0"
        },
        "secrets_providers": {
            "type": "passphrase",
            "state": {
                "salt": "${salt}"
            }
        },
        "resources": [
            {
                "urn": "urn:pulumi:dev::orchard::pulumi:pulumi:Stack::orchard-dev",
                "custom": false,
                "type": "pulumi:pulumi:Stack",
                "outputs": {
                    "token": {
                        "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
                        "ciphertext": "${ciphertext}"
                    }
                },
                "created": "${now}",
                "modified": "${now}"
            },
            {
                "urn": "urn:pulumi:dev::orchard::pulumi:providers:random::default_4_18_0",
                "custom": true,
                "id": "6d1f3c52-0b7e-4a57-9c1d-2f8b5e4a9d10",
                "type": "pulumi:providers:random",
                "inputs": {
                    "__internal": {},
                    "version": "4.18.0"
                },
                "outputs": {
                    "version": "4.18.0"
                },
                "created": "${now}",
                "modified": "${now}"
            },
            {
                "urn": "urn:pulumi:dev::orchard::random:index/randomInteger:RandomInteger::slots",
                "custom": true,
                "id": "15390",
                "type": "random:index/randomInteger:RandomInteger",
                "inputs": {
                    "__defaults": [],
                    "max": 50000,
                    "min": 1
                },
                "outputs": {
                    "id": "15390",
                    "max": 50000,
                    "min": 1,
                    "result": 15390
                },
                "parent": "urn:pulumi:dev::orchard::pulumi:pulumi:Stack::orchard-dev",
                "protect": true,
                "provider": "urn:pulumi:dev::orchard::pulumi:providers:random::default_4_18_0::6d1f3c52-0b7e-4a57-9c1d-2f8b5e4a9d10",
                "created": "${now}",
                "modified": "${now}"
            }
        ],
        "metadata": {}
    }
}
`;

  it("writes the worked example as `stack export` prints it", () => {
    assert.equal(splice(undefined, [provider, rootWithOutput, slots]), worked);
  });

  it("writes the same as a compact checkpoint", () => {
    const compact = splice(undefined, [rootWithOutput, provider, slots], { envelope: "checkpoint" });
    const latest: unknown = JSON.parse(worked).deployment;
    assert.equal(compact, JSON.stringify({ version: 3, checkpoint: { stack: "organization/orchard/dev", latest } }));
  });

  it("makes the root stack when none is given, and nothing of secrets without a crypter", () => {
    const state = JSON.parse(splice(undefined, [provider], { crypter: undefined }));
    assert.deepEqual(Object.keys(state.deployment), ["manifest", "resources", "metadata"]);
    assert.deepEqual(state.deployment.resources[0], {
      urn: root,
      custom: false,
      type: "pulumi:pulumi:Stack",
      created: now,
      modified: now,
    });
  });

  for (const [name, base] of [
    ["a stack that was never saved", '{"version":0,"checkpoint":{"stack":"organization/x/dev","config":{"a":1}}}'],
    ["an unversioned file", '{"stack":"organization/x/dev"}'],
    ["a deployment without content", '{"version":3,"checkpoint":{"stack":"organization/x/dev","latest":{}}}'],
    ["a null deployment", '{"version":3,"checkpoint":{"stack":"organization/x/dev","latest":null}}'],
  ] as const) {
    it(`fills ${name}`, () => {
      const state = splice(base, [provider, slots], { envelope: "export" });
      assert.deepEqual(JSON.parse(state).checkpoint.stack, "organization/x/dev");
      assert.equal(JSON.parse(state).version, 3);
      assert.equal(state.includes('"config":{"a":1}'), base.includes("config"));
      assert.equal(readDeployment(bytes(state)).resources.length, 3);
    });
  }

  it("fills an export of a fresh stack in its layout", () => {
    const base = splice(undefined, [rootWithOutput, provider, slots]);
    const filled = splice('{\n    "version": 3,\n    "deployment": null\n}\n', [rootWithOutput, provider, slots]);
    assert.equal(filled, base);
  });

  it("writes every field in Pulumi's order, and empty property dependencies", () => {
    const all = entry("all", {
      inputs: new Map([["a", number(1)]]),
      outputs: new Map([["a", number(1)]]),
      protect: true,
      retainOnDelete: true,
      dependencies: [root],
      propertyDependencies: new Map<string, string[]>([
        ["b", [root]],
        ["a", []],
      ]),
      additionalSecretOutputs: ["s"],
      initErrors: ["no"],
      ignoreChanges: ["x"],
      importId: "i",
      refreshBeforeUpdate: true,
    });
    const state = JSON.parse(splice(undefined, [provider, all]));
    assert.deepEqual([state.version, state.features], [4, ["refreshBeforeUpdate"]]);
    const written = state.deployment.resources[2];
    // state-and-secrets.md §1.7
    const order =
      "urn custom id type inputs outputs parent protect dependencies initErrors provider propertyDependencies";
    const rest = "additionalSecretOutputs importID retainOnDelete created modified ignoreChanges refreshBeforeUpdate";
    assert.deepEqual(Object.keys(written), `${order} ${rest}`.split(" "));
    assert.equal(JSON.stringify(written.propertyDependencies), JSON.stringify({ a: [], b: [root] }));
  });

  it("asks for version 4 where a string is not UTF-8, also in a secret", () => {
    const raw: Value = {
      kind: "secret",
      value: { kind: "list", items: [{ kind: "bytes", value: new Uint8Array([255]) }] },
    };
    const state = JSON.parse(splice(undefined, [provider, entry("x", { inputs: new Map([["raw", raw]]) })]));
    assert.deepEqual([state.version, state.features], [4, ["byteString"]]);
  });

  it("refuses secrets without a crypter, by name", () => {
    assert.throws(
      () => splice(undefined, [provider, rootWithOutput], { crypter: undefined }),
      (error) => error instanceof ImpError && error.code === "STATE_SECRETS_CLOSED" && error.explanation.where === root,
    );
  });

  it("writes parameterized packages and download addresses into __internal", () => {
    const parameterized = providerEntry({
      urn: makeUrn("dev", "orchard", root, "pulumi:providers:null", "mine"),
      id: providerId,
      package: {
        name: "null",
        version: "3.2.4",
        pluginDownloadUrl: "https://x",
        parameterization: { pluginName: "terraform-provider", pluginVersion: "1.0.0", value: "eA==" },
      },
      inputs: new Map([["key", number(1)]]),
      parent: root,
    });
    const written = JSON.parse(splice(undefined, [parameterized])).deployment.resources[1];
    assert.deepEqual(written.inputs, {
      __internal: {
        name: "terraform-provider",
        parameterization: "eA==",
        pluginDownloadURL: "https://x",
        version: "1.0.0",
      },
      key: 1,
      version: "3.2.4",
    });
    assert.deepEqual(written.outputs, { key: 1, version: "3.2.4" });
  });
});

describe("spliceDeployment into a state", () => {
  const old = `{ "urn" : "urn:pulumi:dev::orchard::a:b:C::old",\t"type":"a:b:C", "custom":true,"id":"1", "x":[12345678901234567890, -0, 1.50e+03, "\\u0041"] }`;
  const gone = `{"urn":"urn:pulumi:dev::orchard::a:b:C::old","type":"a:b:C","custom":true,"id":"0","delete":true}`;

  it("appends behind the living resources and before those that wait for deletion", () => {
    const base = `{"version":3,"deployment":{"resources":[${old},${gone}]}}`;
    const state = splice(base, [provider, entry("new")], { crypter: undefined });
    const names = JSON.parse(state).deployment.resources.map((resource: { urn: string }) =>
      resource.urn.split("::").at(-1),
    );
    assert.deepEqual(names, ["orchard-dev", "old", "default_4_18_0", "new", "old"]);
    assert.ok(state.includes(old) && state.includes(gone));
  });

  it("appends before all when all wait for deletion", () => {
    const state = splice(`{"version":3,"deployment":{"resources":[${gone}]}}`, [provider], { crypter: undefined });
    const names = JSON.parse(state).deployment.resources.map((resource: { urn: string }) =>
      resource.urn.split("::").at(-1),
    );
    assert.deepEqual(names, ["orchard-dev", "default_4_18_0", "old"]);
  });

  it("writes in the layout of the file", () => {
    const first = splice(undefined, [provider]);
    const both = splice(undefined, [provider, entry("new")]);
    assert.equal(splice(first, [entry("new")]), both);
    const tabs = (content: string): string => content.replaceAll("    ", "\t").replaceAll("\n", "\r\n");
    assert.equal(splice(tabs(first), [entry("new")]), tabs(both));
    const compact = (content: string): string => JSON.stringify(JSON.parse(content));
    assert.equal(splice(compact(first), [entry("new")]), compact(both));
  });

  it("keeps the manifest's version and what it does not know, and sets its time", () => {
    const magic = "ab35920a3077459b09dd1a3f7ddc28df4e3efc81b3240013bb6906688abc684d";
    const base = `{"version":3,"other":[1],"deployment":{"metadata":{"m":-0},"manifest":{"version":"v3.259.0","plugins":[],"magic":"${magic}","time":"x"},"k":0.10,"pending_operations":[]}}`;
    const state = splice(base, [provider]);
    assert.ok(
      state.startsWith('{"version":3,"other":[1],"deployment":{"metadata":{"m":-0},"manifest":{"version":"v3.259.0"'),
    );
    assert.match(
      state,
      /"plugins":\[\],"magic":"ab35[^"]*","time":"2026-01-15T10:20:30.123456789Z"\},"secrets_providers":/,
    );
    assert.ok(state.endsWith(',"k":0.10,"pending_operations":[]}}'));
  });

  it("fills an empty manifest version", () => {
    const base = '{"version":3,"deployment":{"manifest":{"time":"","magic":"","version":""},"metadata":{}}}';
    const { version, magic } = JSON.parse(splice(base, [provider])).deployment.manifest;
    assert.deepEqual([version, magic.slice(0, 4)], ["v3.200.0", "fab9"]);
  });

  it("raises version and features only when it must", () => {
    const base = '{"version":4,"features":["views"],"deployment":{"metadata":{}}}';
    assert.deepEqual(JSON.parse(splice(base, [provider])).features, ["views"]);
    const state = JSON.parse(splice(base, [provider, entry("x", { refreshBeforeUpdate: true })]));
    assert.deepEqual([state.version, state.features], [4, ["refreshBeforeUpdate", "views"]]);
  });

  it("replaces an entry, keeping when it was made and what it does not decide", () => {
    const kept = `{"urn":"${providerUrn}","custom":true,"id":"${providerId}","type":"pulumi:providers:random","inputs":{"version":"4.17.0"},"created":"2020-01-01T00:00:00Z","modified":"2020-01-01T00:00:00Z","customTimeouts":{"create":1.0},"zz":1e3}`;
    const base = readDeployment(bytes(`{"version":3,"deployment":{"resources":[${kept},${old}]}}`));
    const state = text(
      spliceDeployment(base, { entries: [], replacements: new Map([[providerUrn, provider]]) }, withoutSecrets),
    );
    const expected = `{"urn":"${providerUrn}","custom":true,"id":"${providerId}","type":"pulumi:providers:random","inputs":{"__internal":{},"version":"4.18.0"},"outputs":{"version":"4.18.0"},"customTimeouts":{"create":1.0},"created":"2020-01-01T00:00:00Z","modified":"${now}","zz":1e3}`;
    assert.ok(state.includes(`,${expected},${old}]`), state);
  });

  it("treats a wrong use as a bug of ours", () => {
    const base = readDeployment(bytes(splice(undefined, [provider])));
    assert.throws(() => spliceDeployment(base, { entries: [provider] }, context), /invariant/);
    const crypter = { encrypt: String, salt: "v1:other" };
    assert.throws(() => spliceDeployment(base, { entries: [] }, { ...context, crypter }), /invariant/);
    assert.throws(() => splice(undefined, [entry("before its provider")]), /invariant/);
    const unknown: Value = { kind: "unknown", of: "string" };
    assert.throws(() => splice(undefined, [provider, entry("x", { inputs: new Map([["a", unknown]]) })]), /invariant/);
  });

  it("keeps every byte of what is there, whatever its formatting", () => {
    fc.assert(
      fc.property(weirdStates, propertiesArbitrary, ({ content, resources }, inputs) => {
        const base = readDeployment(bytes(content));
        const crypter = { encrypt: (plaintext: string) => Buffer.from(plaintext).toString("hex"), salt };
        const added = [provider, entry("new", { inputs }), entry("newer", { outputs: inputs })];
        const result = spliceDeployment(base, { entries: added }, { ...context, crypter });
        const after = parseDeployment(result);
        const kept = base.resources.map(({ urn }) => after.resources.findIndex((resource) => resource.urn === urn));
        kept.forEach((index, at) => {
          const range = after.source.layout.resources[index];
          assert.equal(range && text(result.subarray(range.start, range.end)), resources[at]);
        });
        const written = after.resources.find(({ urn }) => urn === added[1]?.urn);
        const open = (sealed: string): string => Buffer.from(sealed, "hex").toString("utf8");
        assert.deepEqual(written?.inputs(open), inputs);
        // What is left without the additions is what was there, but for the manifest, the salt and the version.
        const strip = (json: { [key: string]: unknown }): unknown => ({
          ...json,
          version: 0,
          features: 0,
          deployment: 0,
        });
        assert.deepEqual(strip(JSON.parse(text(result))), strip(JSON.parse(content)));
      }),
      { numRuns: 200 },
    );
  });

  it("writes what Pulumi's own reading gives back", () => {
    fc.assert(
      fc.property(propertiesArbitrary, (inputs) => {
        const crypter = { encrypt: (plaintext: string) => Buffer.from(plaintext).toString("hex"), salt };
        const state = splice(undefined, [provider, entry("x", { inputs })], { crypter });
        const json: unknown = JSON.parse(state).deployment.resources[2].inputs ?? {};
        const open = (sealed: string): string => Buffer.from(sealed, "hex").toString("utf8");
        assert.deepEqual(fromState(json, open, "x"), { kind: "map", entries: inputs });
      }),
    );
  });
});

/** States with random white space, key order, unknown members and number spellings. */
const weirdStates = fc
  .record({
    spaces: fc.array(fc.constantFrom("", " ", "\n", "\t", "\n  ", "\r\n\t", "  \n"), { minLength: 1, maxLength: 7 }),
    count: fc.nat({ max: 4 }),
    extras: fc.array(
      fc.tuple(
        fc.string({ maxLength: 5 }),
        fc.constantFrom("-0", "1E400", "0.10", '"\\u003c"', "[ ]", "null", '{"a" :1}'),
      ),
      {
        maxLength: 3,
      },
    ),
    order: fc.array(fc.nat(), { minLength: 6, maxLength: 6 }),
    withRoot: fc.boolean(),
  })
  .map(({ spaces, count, extras, order, withRoot }) => {
    let turn = 0;
    const space = (): string => spaces[turn++ % spaces.length] ?? "";
    const join = (open: string, parts: readonly string[], close: string): string =>
      open + space() + parts.map((part) => part + space()).join(`,${space()}`) + close;
    const member = (key: string, value: string): string => `${JSON.stringify(key)}${space()}:${space()}${value}`;
    const shuffle = (parts: readonly string[]): string[] =>
      parts
        .map((part, i) => [part, order[i % order.length] ?? 0] as const)
        .sort((a, b) => a[1] - b[1])
        .map(([part]) => part);
    const unknown = [...new Map(extras.map(([key, value]) => [`x-${key}`, value]))].map(([key, value]) =>
      member(key, value),
    );
    const resource = (urn: string, type: string): string =>
      join(
        "{",
        shuffle([
          member("urn", JSON.stringify(urn)),
          member("type", `"${type}"`),
          member("custom", "false"),
          ...unknown,
        ]),
        "}",
      );
    const resources = [
      ...(withRoot ? [resource(root, "pulumi:pulumi:Stack")] : []),
      ...Array.from({ length: count }, (_, i) => resource(makeUrn("dev", "orchard", root, "a:b:C", `é"${i}`), "a:b:C")),
    ];
    const deployment = join(
      "{",
      shuffle([member("resources", join("[", resources, "]")), member("metadata", "{}"), ...unknown]),
      "}",
    );
    const content =
      space() +
      join("{", shuffle([member("version", "3"), member("deployment", deployment), ...unknown]), "}") +
      space();
    return { content, resources };
  });
