/** `imp schema check` reports the errors of a package schema with their locations. */
import assert from "node:assert/strict";
import { isMap, isNode, isScalar, isSeq, LineCounter, type Pair, parseDocument } from "yaml";
import { checkSchema } from "../../src/schema/check/check.ts";
import { wrongSchemas } from "../support/wrong-schemas.ts";

const check = (text: string, format: "json" | "yaml" = "json") =>
  checkSchema(Buffer.from(text), format, async () => undefined);

/** Returns the positions of the key and the value at a path, or at its nearest parent. Finds them with an independent parser. */
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

describe("checking an invalid package schema", () => {
  for (const { title, text, rule, path, isOwn, before } of wrongSchemas) {
    it(`reports ${rule} for a schema with ${title}`, async () => {
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

  it("reports all errors of a schema at once, in the order of the document", async () => {
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

  it("reports errors of a YAML schema with line and column", async () => {
    const text =
      "name: pkg\nversion: 1.0.0\nresources:\n  pkg:index:Thing:\n    inputProperties:\n      a: { type: banana }\n";
    const { faults } = await check(text, "yaml");
    assert.deepEqual(
      faults.map(({ rule, position }) => [rule, position]),
      [["type-kind", { line: 6, column: 18 }]],
    );
  });
});

describe("checking an unusual document", () => {
  const rulesOf = async (text: string | Uint8Array, format: "json" | "yaml" = "json") => {
    const { faults } = await checkSchema(Buffer.from(text), format, async () => undefined);
    return faults.map(({ rule }) => rule);
  };
  const ofType = (type: string): string =>
    `{"name": "pkg", "resources": {"pkg:index:T": {"inputProperties": {"a": ${type}}}}}`;

  it("rejects a schema that is empty, null, or in UTF-16", async () => {
    assert.deepEqual(await rulesOf(""), ["json-syntax"]);
    assert.deepEqual(await rulesOf("null"), ["json-type"]);
    assert.deepEqual(await rulesOf(Buffer.from('{"name": "pkg"}', "utf16le")), ["json-syntax"]);
  });

  it("reports only that types nest too deeply if they nest 5,000 levels deep", async () => {
    for (const [open, close] of [
      ['{"type": "array", "items": ', "}"],
      ['{"type": "object", "additionalProperties": ', "}"],
      ['{"oneOf": [{"type": "string"}, ', "]}"],
    ] as const) {
      const rules = await rulesOf(ofType(`${open.repeat(5_000)}{"type": "string"}${close.repeat(5_000)}`));
      assert.deepEqual([...new Set(rules)], ["size"]);
    }
  });

  it("lists 1,000 of 20,000 references to missing types, and counts all of them", async () => {
    const types = Array.from(
      { length: 20_000 },
      (_, index) =>
        `"pkg:index:Type${index}": {"type": "object", "properties": {"a": {"$ref": "#/types/pkg:index:T${index}"}}}`,
    );
    const { errors, more } = await check(`{"name": "pkg", "types": {${types.join(",")}}}`);
    assert.deepEqual([errors, more], [20_000, 19_000]);
  });

  it("treats __proto__ and constructor in a schema like any other name", async () => {
    const rules = await rulesOf(
      `{"name": "pkg", "__proto__": {}, "resources": {"__proto__": {}, "pkg:index:T": {"inputProperties": {"constructor": {"type": "string"}}, "requiredInputs": ["toString"]}}}`,
    );
    assert.deepEqual(rules, ["unknown-key", "token", "required"]);
  });

  it("rejects a YAML schema whose aliases grow exponentially", async () => {
    const lines = Array.from(
      { length: 9 },
      (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index}, `.repeat(9)}]`,
    );
    assert.deepEqual(await rulesOf(["name: pkg", "a0: &a0 [x]", ...lines].join("\n"), "yaml"), ["yaml-aliases"]);
  });
});

describe("checking a valid package schema", () => {
  it("reports an unknown key of a valid schema as a warning", async () => {
    const text = JSON.stringify({ $schema: "x", name: "pkg", description: null, readme: "x", resources: {} });
    const { faults, errors } = await check(text);
    assert.equal(errors, 0);
    assert.deepEqual(
      faults.map(({ severity, rule, path }) => [severity, rule, path]),
      [["warning", "unknown-key", ["readme"]]],
    );
  });

  it("warns about two names for one enum value", async () => {
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

  it("reads any characters across the borders of 64 KiB chunks", async () => {
    const pieces = ["a", "é", "語", "😀", "\u2028", '\\"é', "\\\\語"];
    for (const [index, piece] of pieces.entries()) {
      // With this padding, each of the strings crosses the border between two chunks.
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
