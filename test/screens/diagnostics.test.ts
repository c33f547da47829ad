import assert from "node:assert/strict";
import { diagnosticBlocks } from "../../src/cli/diagnostics.ts";
import type { Diagnostic } from "../../src/domain/diagnostic.ts";

const screen = { width: 80, colour: false };
const urn = (name: string): string => `urn:pulumi:dev::shop::aws:s3/bucket:Bucket::${name}`;
const note = (resource: string, more: Partial<Diagnostic> = {}): Diagnostic => ({
  severity: "note",
  resource: urn(resource),
  message: "The value looks like a secret",
  ...more,
});
const blocksOf = (...diagnostics: readonly Diagnostic[]) => diagnosticBlocks(diagnostics, "note", screen);

describe("warnings and notes", () => {
  it("prints a message once if resources share it, and groups their names by type", () => {
    assert.deepEqual(blocksOf(note("a"), note("b")), [
      "Note: The value looks like a secret\n  aws:s3/bucket:Bucket a, b\n",
    ]);
  });

  it("shows a path before the message if all resources share it", () => {
    assert.deepEqual(blocksOf(note("a", { path: "key" }), note("b", { path: "key" })), [
      "Note: key: The value looks like a secret\n  aws:s3/bucket:Bucket a, b\n",
    ]);
  });

  it("shows paths or details next to the names if they differ", () => {
    const blocks = blocksOf(
      note("a", { path: "key" }),
      note("a", { path: "word" }),
      note("b", { path: "token" }),
      note("c", { details: "env.API_KEY" }),
      note("d"),
    );
    assert.deepEqual(blocks, [
      [
        "Note: The value looks like a secret",
        "  aws:s3/bucket:Bucket a: key, word",
        "  aws:s3/bucket:Bucket b: token",
        "  aws:s3/bucket:Bucket c: env.API_KEY",
        "  aws:s3/bucket:Bucket d\n",
      ].join("\n"),
    ]);
  });

  it("lists eight resources of a message, and counts the rest", () => {
    const many = Array.from({ length: 12 }, (_, index) => note(`n${index}`, { details: `path${index}` }));
    const [block = "", ...others] = blocksOf(...many);
    assert.deepEqual(others, []);
    assert.match(block, / n7: path7\n {2}and 4 more\n$/);
  });

  it("prints two messages for different paths if they concern no resource", () => {
    const { resource: _, ...run } = note("a");
    assert.equal(blocksOf({ ...run, path: "one" }, { ...run, path: "two" }).length, 2);
  });
});
