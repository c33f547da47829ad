import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readSpecs } from "../../src/import-file/read.ts";
import { optionalPackages, packagesOf, type ResolvedSpec, resolveSpecs } from "../../src/import-file/resolve.ts";
import { fromPlainMap, type Plain } from "../../src/value/plain.ts";
import { withoutUndefined } from "../support/without-undefined.ts";
import { context, prefix } from "./orchard.ts";

type Entry = { readonly [key: string]: Plain };

const specOf = (...resources: readonly Entry[]) => readSpecs([{ path: "a.json", text: JSON.stringify({ resources }) }]);
const resolve = (...resources: readonly Entry[]): readonly ResolvedSpec[] =>
  resolveSpecs(specOf(...resources), context).resources;

describe("resolveSpecs", () => {
  const spec = readSpecs([{ path: "every.json", text: readFileSync("fixtures/specs/good/every-field.json", "utf8") }]);
  const request = resolveSpecs(spec, context);
  const named = new Map(request.resources.map((resource) => [resource.name, resource]));

  it("resolves resources in file order, after providers from providerInputs", () => {
    const names = request.resources.map((resource) => resource.name);
    const others = ["cluster", "thing", "hello", "typo", "optional"];
    assert.deepEqual(names, ["us", "eu-west", "team", "main", "restored", ...others]);
    assert.deepEqual([request.project, request.stack], ["orchard", "dev"]);
    const us = named.get("us");
    assert.deepEqual([us?.kind, us?.urn], ["provider", `${prefix}pulumi:providers:network::us`]);
    assert.deepEqual(us?.inputs, fromPlainMap({ region: "us" }));
  });

  it("builds URNs from parent types, logical names, and canonical tokens", () => {
    const main = named.get("main");
    assert.equal(main?.urn, `${prefix}my:index:Group$my:index:Team$network:index:Vpc::main`);
    assert.equal(main?.type, "network:index:Vpc");
    assert.equal(main?.parent, `${prefix}my:index:Group$my:index:Team::team`);
    assert.equal(main?.provider, `${prefix}pulumi:providers:network::eu-west`);
    assert.equal(named.get("team")?.parent, `${prefix}my:index:Group::group`);
    assert.equal(named.get("eu-west")?.parent, undefined);
  });

  it("resolves resource names in options, and normalizes other options", () => {
    assert.deepEqual(named.get("optional")?.options, {
      // The component `group` is replaced with the custom resource in it.
      dependencies: [named.get("main")?.urn],
      dependsOn: [named.get("main")?.urn, `${prefix}my:index:Group::group`],
      deletedWith: named.get("team")?.urn,
      customTimeouts: { create: 5400, delete: 1.5, read: 0.25 },
      additionalSecretOutputs: ["arn"],
      replaceOnChanges: [],
      ignoreChanges: ["cidrBlock.first", "arn[*].part"],
      aliases: [`${prefix}network:index:Vpc::old`],
    });
  });

  it("protects resources by flag or entry, but not providers by default", () => {
    assert.equal(named.get("main")?.protect, false);
    assert.equal(named.get("main")?.retainOnDelete, true);
    assert.equal(named.get("team")?.protect, true);
    assert.equal(named.get("eu-west")?.protect, false);
  });

  it("fails entries with unknown inputs or types, and remote components, but no others", () => {
    const codes = request.resources.flatMap(({ name, error }) => (error === undefined ? [] : [[name, error.code]]));
    assert.deepEqual(codes, [
      ["main", "UNKNOWN_INPUT"],
      ["cluster", "REMOTE_COMPONENT"],
      ["typo", "UNKNOWN_RESOURCE_TYPE"],
    ]);
    const unknown = named.get("typo")?.error?.explanation;
    assert.equal(unknown?.where, "every.json:58:15");
    assert.match(unknown?.hint ?? "", /Did you mean network:index:Vpc/);
    assert.match(unknown?.why ?? "", /network 2\.1\.0/);
    const [lattice] = resolve({ type: "network:Lattice", name: "l", id: "1" });
    assert.deepEqual([lattice?.kind, lattice?.error?.code], ["component", "REMOTE_COMPONENT"]);
  });

  it("fails dynamic resources, but no others, and needs no plugin for them", () => {
    const types = ["pulumi-nodejs:dynamic:Resource", "pulumi-python:dynamic/mine:Thing"];
    const entries = types.map((type, at) => ({ type, name: `${at}`, id: "1" }));
    const failed = resolve({ type: "network:Vpc", name: "main", id: "1" }, ...entries);
    assert.deepEqual(
      failed.map(({ error }) => error?.code),
      [undefined, ...types.map(() => "TYPE_NOT_IMPORTABLE")],
    );
    assert.match(failed[2]?.error?.explanation.why ?? "", /dynamic resource/);
    const specs = specOf({ type: "network:Vpc", name: "main", id: "1" }, ...entries);
    assert.deepEqual(
      packagesOf(specs).map(({ name }) => name),
      ["network"],
    );
  });

  it("accepts entries of packages without a schema", () => {
    const thing = named.get("thing");
    assert.deepEqual([thing?.type, thing?.error], ["acme:index:Thing", undefined]);
    assert.equal(resolve({ type: "acme::Thing", name: "x", id: "1" })[0]?.urn, `${prefix}acme:index:Thing::x`);
  });

  it("finds a parent by its URN in the state or the file, and accepts the URN of the root stack", () => {
    const root = `${prefix}pulumi:pulumi:Stack::orchard-dev`;
    const resources = resolve(
      { type: "network:Vpc", name: "a", id: "1", parent: root },
      { type: "network:Vpc", name: "b", id: "2", parent: `${prefix}my:index:Group::group` },
      { type: "network:Vpc", name: "c", id: "3", parent: `${prefix}network:index:Vpc::a` },
      { type: "network:Vpc", name: "d::e", id: "4", provider: `${prefix}pulumi:providers:network::eu` },
    );
    assert.deepEqual(
      resources.map(({ urn, parent }) => [urn.slice(prefix.length), parent?.slice(prefix.length)]),
      [
        ["network:index:Vpc::a", undefined],
        ["my:index:Group$network:index:Vpc::b", "my:index:Group::group"],
        ["network:index:Vpc$network:index:Vpc::c", "network:index:Vpc::a"],
        ["network:index:Vpc::d::e", undefined],
      ],
    );
  });

  it("accepts an ID twice if the providers differ, including inherited providers", () => {
    const provider = (name: string): Entry => ({ type: "pulumi:providers:network", name });
    const group = (name: string, of: string): Entry => ({
      type: "my:index:Group",
      name,
      component: true,
      provider: of,
    });
    const resources = resolve(
      provider("p"),
      provider("q"),
      group("g", "p"),
      group("h", "q"),
      { type: "network:Vpc", name: "a", id: "1", parent: "g" },
      { type: "network:Vpc", name: "b", id: "1", parent: "h" },
      { type: "network:Vpc", name: "c", id: "1" },
    );
    assert.equal(resources.length, 7);
    assert.throws(() =>
      resolve({ type: "network:Vpc", name: "a", id: "1" }, { type: "network:Vpc", name: "b", id: "1" }),
    );
  });
});

describe("packagesOf", () => {
  it("lists each package once, in the order of first use", () => {
    const spec = specOf(
      { type: "network:Vpc", name: "a", id: "1" },
      { type: "my:index:Group", name: "g", component: true },
      { type: "storage:Bucket", name: "b", id: "2", pluginDownloadUrl: "https://example.com" },
      { type: "pulumi:providers:network", name: "eu", version: "2.0.0" },
      { type: "storage:Bucket", name: "c", id: "3", version: "1" },
    );
    assert.deepEqual(withoutUndefined(packagesOf(spec)), [
      { name: "network", version: "2.0.0" },
      { name: "my" },
      { name: "storage", version: "1.0.0", pluginDownloadUrl: "https://example.com" },
    ]);
    assert.deepEqual([...optionalPackages(spec)], ["my"]);
    const resources = resolveSpecs(spec, { ...context, schemas: new Map() }).resources;
    assert.deepEqual(withoutUndefined(resources[0]?.package), { name: "network", version: "2.0.0" });
  });

  it("keeps several versions of a package, and uses the highest version for entries without one", () => {
    const spec = specOf(
      { type: "network:Vpc", name: "a", id: "1" },
      { type: "network:Vpc", name: "b", id: "2", version: "1.9.0" },
      { type: "network:Vpc", name: "c", id: "3", version: "1.10.0" },
    );
    assert.deepEqual(
      packagesOf(spec).map((reference) => reference.version),
      ["1.9.0", "1.10.0"],
    );
    const resources = resolveSpecs(spec, { ...context, schemas: new Map() }).resources;
    assert.deepEqual(
      resources.map((resource) => resource.package.version),
      ["1.10.0", "1.9.0", "1.10.0"],
    );
  });

  it("keeps the parameterization of a package", () => {
    const parameterization = { pluginName: "bridge", pluginVersion: "0.5.0", value: "e30=" };
    const entry = { type: "acme:index:Thing", name: "t", id: "1", version: "1.0.0", parameterization };
    assert.deepEqual(withoutUndefined(packagesOf(specOf(entry, { type: "acme:index:Thing", name: "u", id: "2" }))), [
      { name: "acme", version: "1.0.0", parameterization },
    ]);
  });
});
