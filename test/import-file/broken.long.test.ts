import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { ImpError } from "../../src/domain/errors.ts";
import { type ImportFileText, readSpecs } from "../../src/import-file/read.ts";
import { resolveSpecs } from "../../src/import-file/resolve.ts";
import { brokenFiles } from "./broken-files.ts";
import { context } from "./orchard.ts";

const folder = "fixtures/specs/broken";

function read(...files: readonly ImportFileText[]): unknown {
  return resolveSpecs(readSpecs(files), context);
}

/** Reads the files, and returns the error that rejects them. */
function refusal(...files: readonly ImportFileText[]): ImpError {
  try {
    read(...files);
  } catch (error) {
    assert.ok(error instanceof ImpError, error instanceof Error ? error.stack : String(error));
    assert.equal(error.code, "SPEC_INVALID");
    assert.equal(error.explanation.exit, 2);
    return error;
  }
  assert.fail("The import file was accepted");
}

/** Returns one line per error: `file:line:column: reason hint`. */
function lines(error: ImpError): readonly string[] {
  const { where, why, hint } = error.explanation;
  return error.explanation.what === "The import file has an error" ? [`${where}: ${why} ${hint}`] : why.split("\n");
}

describe("reading broken import files", () => {
  it("has expected errors for each of at least thirty broken files", () => {
    assert.deepEqual(Object.keys(brokenFiles).sort(), readdirSync(folder).sort());
    assert.ok(Object.keys(brokenFiles).length >= 30);
  });

  for (const [name, reported] of Object.entries(brokenFiles)) {
    it(`reports the errors of ${name}`, () => {
      const text = readFileSync(join(folder, name), "utf8");
      const error = refusal({ path: name, text });
      const reportedLines = lines(error);
      assert.deepEqual(
        reportedLines.map((line) => line.slice(0, line.indexOf(": ", name.length))),
        reported.map(([place]) => `${name}:${place}`),
        reportedLines.join("\n"),
      );
      for (const [i, [, reason, hint]] of reported.entries()) {
        assert.match(reportedLines[i] ?? "", reason);
        assert.match(reportedLines[i] ?? "", hint);
      }
      assert.doesNotMatch(JSON.stringify(error.explanation), /canary/);
    });
  }

  it("reports the errors of several files in file order", () => {
    const path = (name: string): ImportFileText => ({ path: name, text: readFileSync(join(folder, name), "utf8") });
    const found = lines(refusal(path("tab.yaml"), path("unknown-key.json"), path("bad-urn.json")));
    assert.deepEqual(
      found.map((line) => line.split(":")[0]),
      ["tab.yaml", "unknown-key.json", "unknown-key.json", "unknown-key.json", "unknown-key.json", "bad-urn.json"],
    );
  });

  it("reports a name that has different URNs in two files", () => {
    const urn = (name: string): string => `urn:pulumi:dev::orchard::my:index:Group::${name}`;
    const entry = { type: "network:Vpc", name: "a", id: "1" };
    const file = (path: string, name: string, id: string): ImportFileText => ({
      path,
      text: JSON.stringify({ nameTable: { g: urn(name) }, resources: [{ ...entry, name: id, id }] }),
    });
    assert.match(
      lines(refusal(file("a.json", "x", "1"), file("b.json", "y", "2")))[0] ?? "",
      /^b\.json:1:\d+: .*"g".*a\.json:1/,
    );
  });

  it("lists the first 200 errors, and counts the rest", () => {
    const resources = Array.from({ length: 500 }, (_, i) => ({ type: "network:Vpc", nam: `n${i}`, id: `${i}` }));
    const error = refusal({ path: "many.json", text: JSON.stringify({ resources }) });
    assert.match(error.explanation.what, /500 errors/);
    assert.equal(lines(error).length, 201);
    assert.equal(lines(error).at(-1), "and 300 more");
  });

  it("rejects very deep files without a stack overflow", () => {
    const deep: readonly ImportFileText[] = [
      { path: "a.json", text: "[".repeat(1_000_000) },
      { path: "b.json", text: `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}` },
      { path: "c.yaml", text: "[".repeat(20_000) },
      { path: "d.yaml", text: "- ".repeat(5_000) },
      { path: "e.yaml", text: Array.from({ length: 1_000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n") },
    ];
    for (const file of deep) assert.match(lines(refusal(file))[0] ?? "", /nest deeper/, file.path);
    const chain = Array.from({ length: 20_000 }, (_, i) => ({
      type: "network:Vpc",
      name: `n${i}`,
      id: `${i}`,
      parent: `n${i + 1}`,
    }));
    const end = { type: "my:index:Group", name: "n20000", component: true };
    assert.match(
      lines(refusal({ path: "f.json", text: JSON.stringify({ resources: [...chain, end] }) }))[0] ?? "",
      /100 or more ancestors/,
    );
  });

  it("never crashes on random text", () => {
    const words = [
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      '"',
      "'",
      "\n",
      "  ",
      "- ",
      "&a ",
      "*a",
      "!t ",
      "|",
      ">",
      "#",
      "---",
      "\\u",
      "\\ud800",
    ];
    const more = [
      "resources",
      "type",
      "name",
      "id",
      "parent",
      "inputs",
      "__proto__",
      "null",
      "1e9",
      "\t",
      "\0",
      "\ufeff",
      "💥",
      "<<",
    ];
    const text = fc.array(fc.oneof(fc.constantFrom(...words, ...more), fc.string({ unit: "binary", maxLength: 3 })), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, fc.constantFrom("a.json", "a.yaml", "a"), (parts, path) => {
        try {
          read({ path, text: parts.join("") });
        } catch (error) {
          assert.ok(error instanceof ImpError, error instanceof Error ? error.stack : String(error));
          for (const line of lines(error)) assert.match(line, new RegExp(`^${path}:\\d+:\\d+: `));
        }
      }),
      { numRuns: process.env.IMP_PROVE === "1" ? 100_000 : 1_000 },
    );
  });

  it("reports a location wherever a file is cut off", () => {
    const text = readFileSync("fixtures/specs/good/every-field.json", "utf8").trimEnd();
    for (let end = 0; end < text.length; end += 7) {
      const [first] = lines(refusal({ path: "cut.json", text: text.slice(0, end) }));
      assert.match(first ?? "", /^cut\.json:\d+:\d+: /);
    }
  });
});
