/** Package schemas that `imp schema check` refuses, each at its place. */
import assert from "node:assert/strict";
import { isMap, isNode, isScalar, isSeq, LineCounter, type Pair, parseDocument } from "yaml";
import { checkSchema } from "../../src/schema/check/check.ts";
import { wrongSchemas } from "../support/wrong-schemas.ts";

const check = (text: string, format: "json" | "yaml" = "json") =>
  checkSchema(Buffer.from(text), format, async () => undefined);

/** Returns the positions of the key and value at a path, or at the nearest existing one, as found by another JSON reader. */
function placesOf(text: string, path: readonly (string | number)[]): readonly string[] {
  const lines = new LineCounter();
  const marked = text.startsWith("\ufeff") ? 1 : 0;
  let node: unknown = parseDocument(text.slice(marked), { lineCounter: lines, uniqueKeys: false }).contents;
  let key: unknown;
  for (const step of path) {
    const pair: Pair | undefined = isMap(node)
      ? node.items.findLast((item) => isScalar(item.key) && item.key.value === step)
      : undefined;
    const next: unknown = isSeq(node) ? node.items[Number(step)] : pair?.value;
    if (next === undefined) break;
    key = pair?.key;
    node = next;
  }
  return [key, node].flatMap((one) => {
    if (!isNode(one) || !one.range) return [];
    const { line, col } = lines.linePos(one.range[0]);
    return [placeIn({ line, column: line === 1 ? col + marked : col })];
  });
}

const placeIn = ({ line, column }: { readonly line: number; readonly column: number }): string => `${line}:${column}`;

describe("a wrong package schema", () => {
  for (const { title, text, rule, path, isOwn, before } of wrongSchemas) {
    it(`${title}: ${rule}`, async () => {
      const { faults, errors, isRefused } = await check(text);
      const found = faults.find((fault) => fault.rule === rule && fault.path.join(">") === path);
      assert.ok(found, JSON.stringify(faults));
      assert.equal(found.severity, "error");
      assert.ok(errors > 0);
      assert.equal(isRefused, isOwn === undefined);
      if (!rule.startsWith("json-syntax")) assert.ok(placesOf(text, found.path).includes(placeIn(found.position)));
      if (before === undefined) return;
      const lines = text.slice(0, text.lastIndexOf(before)).split("\n");
      assert.deepEqual(found.position, { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 });
    });
  }

  it("has all of its faults reported at once, in the order of the text", async () => {
    const text =
      '{"name": "9", "version": "x",\n "resources": {"Thing": {"inputProperties": {"a": {"type": "banana"}}}}}';
    const { faults } = await check(text);
    assert.deepEqual(
      faults.map(({ rule, position }) => [rule, position.line]),
      [
        ["package-name", 1],
        ["version", 1],
        ["token", 2],
        ["type-kind", 2],
      ],
    );
  });

  it("may be YAML, with the places of its lines", async () => {
    const text =
      "name: pkg\nversion: 1.0.0\nresources:\n  pkg:index:Thing:\n    inputProperties:\n      a: { type: banana }\n";
    const { faults } = await check(text, "yaml");
    assert.deepEqual(
      faults.map(({ rule, position }) => [rule, position]),
      [["type-kind", { line: 6, column: 18 }]],
    );
  });
});

describe("a document that nobody would write", () => {
  const rulesOf = async (text: string | Uint8Array, format: "json" | "yaml" = "json") => {
    const { faults } = await checkSchema(Buffer.from(text), format, async () => undefined);
    return faults.map(({ rule }) => rule);
  };
  const ofType = (type: string): string =>
    `{"name": "pkg", "resources": {"pkg:index:T": {"inputProperties": {"a": ${type}}}}}`;

  it("is refused where it is empty, null, or of another encoding", async () => {
    assert.deepEqual(await rulesOf(""), ["json-syntax"]);
    assert.deepEqual(await rulesOf("null"), ["json-type"]);
    assert.deepEqual(await rulesOf(Buffer.from('{"name": "pkg"}', "utf16le")), ["json-syntax"]);
  });

  it("is read where types nest without end", async () => {
    for (const [open, close] of [
      ['{"type": "array", "items": ', "}"],
      ['{"type": "object", "additionalProperties": ', "}"],
      ['{"oneOf": [{"type": "string"}, ', "]}"],
    ] as const) {
      const rules = await rulesOf(ofType(`${open.repeat(5_000)}{"type": "string"}${close.repeat(5_000)}`));
      assert.deepEqual([...new Set(rules)], ["size"]);
    }
  });

  it("is read where thousands of references lead to no type", async () => {
    const types = Array.from(
      { length: 20_000 },
      (_, index) =>
        `"pkg:index:Type${index}": {"type": "object", "properties": {"a": {"$ref": "#/types/pkg:index:T${index}"}}}`,
    );
    const { errors, more } = await check(`{"name": "pkg", "types": {${types.join(",")}}}`);
    assert.deepEqual([errors, more], [20_000, 19_000]);
  });

  it("is read where the names of a prototype stand in it", async () => {
    const rules = await rulesOf(
      `{"name": "pkg", "__proto__": {}, "resources": {"__proto__": {}, "pkg:index:T": {"inputProperties": {"constructor": {"type": "string"}}, "requiredInputs": ["toString"]}}}`,
    );
    assert.deepEqual(rules, ["unknown-key", "token", "required"]);
  });

  it("is refused where aliases of YAML multiply", async () => {
    const lines = Array.from(
      { length: 9 },
      (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(9)}]`,
    );
    assert.deepEqual(await rulesOf(["name: pkg", "a0: &a0 [x]", ...lines].join("\n"), "yaml"), ["yaml-aliases"]);
  });
});

describe("a sound package schema", () => {
  it("has no faults, and nothing that Pulumi overlooks is one", async () => {
    const text = JSON.stringify({ $schema: "x", name: "pkg", description: null, readme: "x", resources: {} });
    const { faults, errors } = await check(text);
    assert.equal(errors, 0);
    assert.deepEqual(
      faults.map(({ severity, rule, path }) => [severity, rule, path]),
      [["warning", "unknown-key", ["readme"]]],
    );
  });

  it("report 7: may give one value of an enum two names, with a warning", async () => {
    const members = [
      { value: "a", name: "A" },
      { value: "a", name: "Alpha" },
      { value: "b", name: "B" },
    ];
    const { faults } = await check(
      JSON.stringify({ name: "pkg", types: { "pkg:index:E": { type: "string", enum: members } } }),
    );
    assert.deepEqual(
      faults.map(({ severity, rule, path }) => [severity, rule, path]),
      [["warning", "enum-alias", ["types", "pkg:index:E", "enum", 1]]],
    );
  });

  it("may have any characters, and is read in pieces", async () => {
    const pieces = ["a", "é", "語", "😀", "\u2028", '\\"é', "\\\\語"];
    for (const [index, piece] of pieces.entries()) {
      // Each text once crosses the border between two chunks of 64 KiB.
      const padding = "x".repeat(65_536 - 40 - index);
      const text = `{"name": "pkg", "version": "1.0.0", "description": "${padding}${piece.repeat(40)}", "licence": "${piece}"}`;
      const { faults } = await check(text);
      assert.deepEqual(
        faults.map(({ rule, path }) => [rule, path]),
        [["misspelt-key", ["licence"]]],
        piece,
      );
    }
    const { faults } = await check(`{"name": "pkg", "description": "${"x".repeat(65_500)}\\é"}`);
    assert.deepEqual(
      faults.map(({ rule }) => rule),
      ["json-syntax"],
    );
  });
});
