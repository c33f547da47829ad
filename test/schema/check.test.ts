/** Package schemas that `imp schema check` refuses, each at its place. */
import assert from "node:assert/strict";
import { checkSchema } from "../../src/schema/check/check.ts";
import { readAwsSchema } from "../support/published-schemas.ts";
import { wrongSchemas } from "../support/wrong-schemas.ts";

const check = (text: string, format: "json" | "yaml" = "json") =>
  checkSchema(Buffer.from(text), format, async () => undefined);

describe("a wrong package schema", () => {
  for (const { title, text, rule, path, isOwn, before } of wrongSchemas) {
    it(`${title}: ${rule}`, async () => {
      const { faults, errors, isRefused } = await check(text);
      const found = faults.find((fault) => fault.rule === rule && fault.path.join(">") === path);
      assert.ok(found, JSON.stringify(faults));
      assert.equal(found.severity, "error");
      assert.ok(errors > 0);
      assert.equal(isRefused, isOwn === undefined);
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

  it("may have any characters, and is read in pieces", async () => {
    const pieces = ["a", "é", "語", "😀", "\u2028", '\\"é', "\\\\語"];
    for (const [index, piece] of pieces.entries()) {
      // Each piece stands once across the border of two pieces of 64 KiB.
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

  it("of 60 MB has none either", async () => {
    const bytes = readAwsSchema();
    const { errors, faults } = await checkSchema(bytes, "json", async () => undefined);
    assert.equal(errors, 0, JSON.stringify(faults.slice(0, 3)));
  });
});
