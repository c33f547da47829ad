import assert from "node:assert/strict";
import fc from "fast-check";
import { makeUrn } from "../../src/domain/urn.ts";
import { parseDeployment, readDeployment } from "../../src/state/deployment.ts";
import { spliceDeployment } from "../../src/state/splice.ts";
import { fromState } from "../../src/state/state-codec.ts";
import type { Value } from "../../src/value/value.ts";
import { runs } from "../support/runs.ts";
import { bytes, context, entry, provider, root, salt, splice, text } from "./orchard.ts";
import { propertiesArbitrary } from "./values.ts";

const urnOf = (name: string): string => entry(name).urn;

type Entry = Readonly<Record<"urn" | "id", string>>;
const entriesIn = (state: string): readonly Entry[] => JSON.parse(state).deployment.resources;
const nameIn = ({ urn }: Entry): string => urn.split("::").at(-1) ?? "";
const namesIn = (state: string): readonly string[] => entriesIn(state).map(nameIn);
const entryIn = (state: string, name: string): Entry =>
  entriesIn(state).find((one) => nameIn(one) === name) ?? { urn: "", id: "" };

describe("spliceDeployment into an existing state", () => {
  const old = `{ "urn" : "urn:pulumi:dev::orchard::a:b:C::old",\t"type":"a:b:C", "custom":true,"id":"1", "x":[12345678901234567890, -0, 1.50e+03, "\\u0041"] }`;
  const gone = `{"urn":"urn:pulumi:dev::orchard::a:b:C::old","type":"a:b:C","custom":true,"id":"0","delete":true}`;

  it("adds resources after the live resources and before pending deletions", () => {
    const base = `{"version":3,"deployment":{"resources":[${old},${gone}]}}`;
    const state = splice(base, [provider, entry("new")], { crypter: undefined });
    const names = JSON.parse(state).deployment.resources.map((resource: { urn: string }) =>
      resource.urn.split("::").at(-1),
    );
    assert.deepEqual(names, ["orchard-dev", "old", "default_4_18_0", "new", "old"]);
    assert.ok(state.includes(old) && state.includes(gone));
  });

  it("puts new resources first if all existing ones are pending deletion", () => {
    const state = splice(`{"version":3,"deployment":{"resources":[${gone}]}}`, [provider], { crypter: undefined });
    const names = JSON.parse(state).deployment.resources.map((resource: { urn: string }) =>
      resource.urn.split("::").at(-1),
    );
    assert.deepEqual(names, ["orchard-dev", "default_4_18_0", "old"]);
  });

  it("writes new resources in the layout of the state file", () => {
    const first = splice(undefined, [provider]);
    const both = splice(undefined, [provider, entry("new")]);
    assert.equal(splice(first, [entry("new")]), both);
    const tabs = (content: string): string => content.replaceAll("    ", "\t").replaceAll("\n", "\r\n");
    assert.equal(splice(tabs(first), [entry("new")]), tabs(both));
    const compact = (content: string): string => JSON.stringify(JSON.parse(content));
    assert.equal(splice(compact(first), [entry("new")]), compact(both));
  });

  it("keeps unknown fields and the manifest's version, and sets the manifest's time", () => {
    const magic = "ab35920a3077459b09dd1a3f7ddc28df4e3efc81b3240013bb6906688abc684d";
    const base = `{"version":3,"other":[1],"deployment":{"metadata":{"m":-0},"manifest":{"version":"v3.259.0","plugins":[],"magic":"${magic}","time":"2026-01-01T00:00:00Z"},"k":0.10,"pending_operations":[]}}`;
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

  it("sets version and magic of the manifest if they are empty", () => {
    const base =
      '{"version":3,"deployment":{"manifest":{"time":"0001-01-01T00:00:00Z","magic":"","version":""},"metadata":{}}}';
    const { version, magic } = JSON.parse(splice(base, [provider])).deployment.manifest;
    assert.deepEqual([version, magic.slice(0, 4)], ["v3.200.0", "fab9"]);
  });

  it("adds a feature to the state only if a new resource requires it", () => {
    const base = '{"version":4,"features":["views"],"deployment":{"metadata":{}}}';
    assert.deepEqual(JSON.parse(splice(base, [provider])).features, ["views"]);
    const state = JSON.parse(splice(base, [provider, entry("x", { refreshBeforeUpdate: true })]));
    assert.deepEqual([state.version, state.features], [4, ["refreshBeforeUpdate", "views"]]);
  });

  it("replaces an entry in place, or moves it and its dependents after new dependencies", () => {
    const [first, second, third] = [
      entry("first"),
      entry("second", { dependencies: [urnOf("first")] }),
      entry("third"),
    ];
    const base = splice(undefined, [provider, first, second, third], { crypter: undefined });
    const replaced = { ...first, id: "2", replacedId: "15390" };
    const stays = splice(base, [replaced, entry("fourth")], { crypter: undefined });
    assert.deepEqual(namesIn(stays), ["orchard-dev", "default_4_18_0", "first", "second", "third", "fourth"]);
    const moved = splice(base, [{ ...replaced, dependencies: [urnOf("third"), urnOf("fourth")] }, entry("fourth")], {
      crypter: undefined,
    });
    assert.deepEqual(namesIn(moved), ["orchard-dev", "default_4_18_0", "third", "fourth", "first", "second"]);
    const textIn = (state: string, name: string) => JSON.stringify(entryIn(state, name));
    for (const name of ["second", "third"]) assert.equal(textIn(moved, name), textIn(base, name));
    assert.equal(entryIn(moved, "first").id, "2");
  });

  it("rejects a new resource if the type of its provider contradicts the provider's URN", () => {
    const disguised = { ...provider, type: "random:index/randomId:RandomId" };
    const base = parseDeployment(bytes(splice(undefined, [disguised])));
    assert.throws(() => spliceDeployment(base, { entries: [entry("fresh")] }, context), { code: "STATE_INTEGRITY" });
    assert.ok(spliceDeployment(base, { entries: [] }, context).length > 0);
  });

  it("throws an internal error for wrong arguments of spliceDeployment", () => {
    const base = readDeployment(bytes(splice(undefined, [provider])));
    assert.throws(() => spliceDeployment(base, { entries: [provider] }, context), /invariant/);
    const crypter = { encrypt: String, block: { type: "passphrase", state: { salt: "v1:other" } } };
    assert.throws(() => spliceDeployment(base, { entries: [] }, { ...context, crypter }), /invariant/);
    assert.throws(() => splice(undefined, [entry("before its provider")]), /invariant/);
    const unknown: Value = { kind: "unknown", of: "string" };
    assert.throws(() => splice(undefined, [provider, entry("x", { inputs: new Map([["a", unknown]]) })]), /invariant/);
  });

  it("keeps every byte of existing resources, whatever the formatting of the state", () => {
    fc.assert(
      fc.property(weirdStates, propertiesArbitrary, ({ content, resources }, inputs) => {
        const base = readDeployment(bytes(content));
        const crypter = {
          encrypt: (plaintext: string) => Buffer.from(plaintext).toString("hex"),
          block: { type: "passphrase", state: { salt } },
        };
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
        // Without the new resources, the state is unchanged except for manifest, salt and version.
        const strip = (json: { [key: string]: unknown }): unknown => ({
          ...json,
          version: 0,
          features: 0,
          deployment: 0,
        });
        assert.deepEqual(strip(JSON.parse(text(result))), strip(JSON.parse(content)));
      }),
      { numRuns: runs(200) },
    );
  });

  it("writes inputs that are the same when they are read back", () => {
    fc.assert(
      fc.property(propertiesArbitrary, (inputs) => {
        const crypter = {
          encrypt: (plaintext: string) => Buffer.from(plaintext).toString("hex"),
          block: { type: "passphrase", state: { salt } },
        };
        const state = splice(undefined, [provider, entry("x", { inputs })], { crypter });
        const json: unknown = JSON.parse(state).deployment.resources[2].inputs ?? {};
        const open = (sealed: string): string => Buffer.from(sealed, "hex").toString("utf8");
        assert.deepEqual(fromState(json, open, "x"), { kind: "map", entries: inputs });
      }),
    );
  });
});

/** Random states with any white space, key order, unknown properties and number formats. */
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
