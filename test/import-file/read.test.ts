import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { stringify } from "yaml";
import type { ImportSpecs } from "../../src/import-file/import-specs.ts";
import { fullVersion, readSpecs } from "../../src/import-file/read.ts";
import { fromPlain, fromPlainMap } from "../../src/value/plain.ts";
import { secretValue, stringValue } from "../../src/value/value.ts";

const signature = "4dabf18193072939515e22adb298388d";
const secret = "1b47061264138c4ac30d75fd1eb44270";
const everyField = readFileSync("fixtures/specs/good/every-field.json", "utf8");

/** Removes spec IDs and locations, which differ between JSON and YAML. */
function withoutPlaces(spec: ImportSpecs): unknown {
  return {
    nameTable: [...spec.nameTable].map(([name, { urn }]) => [name, urn]),
    providerInputs: [...spec.providerInputs].map(([name, { inputs }]) => [name, inputs]),
    resources: spec.resources.map(
      ({ specId: _specId, where: _where, locations: _places, inputsFrom, options, ...entry }) => ({
        ...entry,
        options: options && {
          ...options,
          dependsOn: options.dependsOn.map(({ name }) => name),
          deletedWith: options.deletedWith?.name,
        },
        inputsFrom: inputsFrom.map(({ where: _, ...source }) => source),
      }),
    ),
  };
}

describe("readSpecs", () => {
  const spec = readSpecs([{ path: "specs/every-field.json", text: everyField }]);

  it("reads property paths, names with locations, and durations of resource options", () => {
    const { options } = spec.resources.at(-1) ?? {};
    const where = (column: number, line: number) => ({ file: "specs/every-field.json", line, column });
    assert.deepEqual(options, {
      ignoreChanges: [
        ["cidrBlock", "first"],
        ["arn", "*", "part"],
      ],
      dependsOn: [
        { name: "main-vpc", where: where(21, 64) },
        { name: "group", where: where(33, 64) },
      ],
      deletedWith: { name: "team", where: where(22, 65) },
      customTimeouts: { create: 5400, delete: 1.5, read: 0.25 },
      additionalSecretOutputs: ["arn"],
      aliases: ["urn:pulumi:dev::orchard::network:index:Vpc::old"],
    });
    assert.ok(spec.resources.slice(0, -1).every((entry) => entry.options === undefined));
  });

  it("reads every field of an entry", () => {
    assert.deepEqual([...spec.nameTable.keys()], ["group", "us"]);
    assert.deepEqual(spec.providerInputs.get("us")?.inputs, fromPlainMap({ region: "us" }));
    const main = spec.resources[2];
    assert.ok(main);
    const { specId: _, where, locations: places, inputs, ...rest } = main;
    assert.deepEqual(rest, {
      type: "network:Vpc",
      name: "main-vpc",
      logicalName: "main",
      id: "vpc-1",
      parent: "team",
      provider: "eu",
      version: "2.1.0",
      pluginDownloadUrl: "https://example.com/plugins",
      properties: [["cidrBlock"], ["tags", "a.b"], ["rules", 0, "port"]],
      inputsFrom: [
        { path: ["key"], from: "env", name: "VPC_KEY", where: { ...where, line: 27, column: 30 } },
        { path: ["rules", 0, "pin"], from: "file", name: "pin.txt", where: { ...where, line: 27, column: 68 } },
      ],
      component: false,
      remote: false,
      protect: false,
      retainOnDelete: true,
    });
    assert.deepEqual(where, { file: "specs/every-field.json", line: 12, column: 5 });
    assert.deepEqual(places.parent, { file: "specs/every-field.json", line: 17, column: 17 });
    assert.deepEqual(
      inputs,
      new Map([
        ["password", secretValue(stringValue("s"))],
        ["token", secretValue(fromPlain({ a: [1, null] }))],
        ["__proto__", fromPlain({ constructor: true })],
      ]),
    );
    const thing = spec.resources[5];
    assert.deepEqual(thing?.parameterization, { pluginName: "bridge", pluginVersion: "0.5.0", value: "e30=" });
    assert.deepEqual(spec.resources[6]?.extension, { name: "more", version: "1.0.0", value: "e30=" });
    assert.deepEqual([spec.resources[4]?.name, spec.resources[4]?.logicalName], ["cluster", "cluster"]);
  });

  it("reads assets and archives", () => {
    const outputs = spec.resources[3]?.outputs;
    assert.deepEqual(outputs?.get("photo"), { kind: "asset", source: { from: "path", path: "./a.png" }, hash: "" });
    const text = { kind: "asset", source: { from: "text", text: "hi" }, hash: "" };
    assert.deepEqual(outputs?.get("bundle"), {
      kind: "archive",
      source: { from: "assets", assets: new Map([["a.txt", text]]) },
      hash: "",
    });
  });

  it("detects JSON or YAML from the file name or the first character", () => {
    for (const path of ["a.yaml", "a.YML", "a.txt", "a"]) {
      assert.deepEqual(withoutPlaces(readSpecs([{ path, text: everyField }])), withoutPlaces(spec), path);
    }
    const yaml = "\ufeff# mine\nresources:\n- type: network:index:Vpc\n  name: main\n  id: '1'\n";
    assert.equal(readSpecs([{ path: "-", text: yaml }]).resources[0]?.id, "1");
  });

  it("joins several files in order", () => {
    const file = (name: string) => ({
      path: name,
      text: `{"resources": [{"type": "a:b:C", "name": "${name}", "id": "1"}]}`,
    });
    assert.deepEqual(
      readSpecs([file("b.json"), file("a.json")]).resources.map((entry) => [entry.name, entry.where.file]),
      [
        ["b.json", "b.json"],
        ["a.json", "a.json"],
      ],
    );
  });

  it("decrypts secrets that the stack encrypted", () => {
    const inputs = { a: { [signature]: secret, ciphertext: "v1:x" } };
    const text = JSON.stringify({ resources: [{ type: "a:b:C", name: "n", id: "1", inputs }] });
    const read = readSpecs([{ path: "a.json", text }], { decrypt: (given) => JSON.stringify({ was: given }) });
    assert.deepEqual(read.resources[0]?.inputs?.get("a"), secretValue(fromPlain({ was: "v1:x" })));
  });

  it("treats null and empty optional fields as omitted", () => {
    const entry = { type: "a:b:C", name: "n", id: "1" };
    const blanks = { logicalName: "", parent: null, provider: "", version: "", component: null, inputs: null };
    const more = { properties: [], dependsOn: null, parameterization: null, protect: null, outputs: null };
    const text = JSON.stringify({ nameTable: null, resources: [{ ...entry, ...blanks, ...more }] });
    const [read] = readSpecs([{ path: "a.json", text }]).resources;
    const [bare] = readSpecs([
      { path: "a.json", text: JSON.stringify({ nameTable: null, resources: [entry] }) },
    ]).resources;
    assert.deepEqual({ ...read, places: undefined }, { ...bare, places: undefined });
    assert.deepEqual(readSpecs([{ path: "a.json", text: '{"resources": null}' }]).resources, []);
  });

  it("unwraps a secret inside of another secret", () => {
    const wrap = (value: unknown) => ({ [signature]: secret, value });
    const inputs = { a: wrap({ b: wrap("x"), c: [wrap(1)] }), d: [wrap("y")] };
    const read = readSpecs([
      { path: "a.json", text: JSON.stringify({ resources: [{ type: "a:b:C", name: "n", id: "1", inputs }] }) },
    ]);
    const there = read.resources[0]?.inputs;
    assert.deepEqual(there?.get("a"), secretValue(fromPlain({ b: "x", c: [1] })));
    assert.deepEqual(there?.get("d"), { kind: "list", items: [secretValue(stringValue("y"))] });
  });

  it("distinguishes numbers from strings in YAML and JSON", () => {
    const yaml =
      "resources:\n- {type: 'a:b:C', name: n, id: '1', inputs: {a: -0, b: 0x10, c: 1e3, d: '007', 8080: 1.5, e: yes}}\n";
    const json =
      '{"resources": [{"type": "a:b:C", "name": "n", "id": "1", "inputs": {"a": -0, "b": 16, "c": 1e3, "d": "007", "8080": 1.5, "e": "yes"}}]}';
    const [left, right] = [yaml, json].map((text) => readSpecs([{ path: "x", text }]).resources[0]?.inputs);
    assert.deepEqual(left, right);
    assert.deepEqual(right?.get("a"), { kind: "number", value: -0 });
  });

  it("reads YAML aliases, and reads the same specs from JSON and YAML", () => {
    const yaml = "resources:\n- {type: 'a:b:C', name: n, id: '1', inputs: {a: &t {x: 1}, b: *t}}\n";
    const inputs = readSpecs([{ path: "a.yaml", text: yaml }]).resources[0]?.inputs;
    assert.deepEqual(inputs, fromPlainMap({ a: { x: 1 }, b: { x: 1 } }));
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 4 }), (resources) => {
        const data = { resources };
        const read = (path: string, text: string) => withoutPlaces(readSpecs([{ path, text }]));
        const json = read("a.json", JSON.stringify(data));
        assert.deepEqual(read("a.json", JSON.stringify(data, null, 2)), json);
        assert.deepEqual(read("a.yaml", stringify(data)), json);
        assert.deepEqual(read("a.yaml", stringify(data, { lineWidth: 0, defaultStringType: "QUOTE_DOUBLE" })), json);
        assert.deepEqual(read("a.yaml", JSON.stringify(data)), json);
      }),
    );
  });

  it("completes short versions, such as 1.2 to 1.2.0", () => {
    const cases = { v1: "1.0.0", "1.2": "1.2.0", "01.02.3": "1.2.3", "4.16.0-alpha.1+x": "4.16.0-alpha.1+x" };
    for (const [given, full] of Object.entries(cases)) assert.equal(fullVersion(given), full);
  });
});

/** Random strings without the replacement character, which imp rejects because it results from invalid UTF-8. */
const text = fc
  .oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom("yes", "null", "~", "1.0", "- a", "a: b", "# c", "&x", "<<", " x ", "\n\n", "''"),
  )
  .filter((found) => !found.includes("\ufffd"));
const word = fc.stringMatching(/^[a-z][a-zA-Z0-9 ._:'"#-]{0,12}$/);
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.maxSafeInteger().map((found) => (Object.is(found, -0) ? 0 : found)),
    fc
      .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
      .map((found) => (found === 0 ? 0 : found)),
    text,
    fc.array(tie("any"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(text, fc.constant("__proto__")), tie("any"), { maxKeys: 4 }),
  ),
})).any;
const entry = fc.record(
  {
    type: fc.constant("network:index:Vpc"),
    name: word,
    id: word,
    parent: word,
    version: fc.constantFrom("1.2.3", "v2"),
    properties: fc.array(fc.constantFrom("a", "a.b", "a[0]"), { minLength: 1, maxLength: 2 }),
    inputs: fc.dictionary(text, value, { maxKeys: 4 }),
    outputs: fc.dictionary(text, value, { maxKeys: 2 }),
    protect: fc.boolean(),
  },
  { requiredKeys: ["type", "name", "id"] },
);
