// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts that look like templates are what is tested
/**
 * PCL: strings as the HCL scanner reads them, what the language cannot say, and what is only said in comments.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import { loadGenerator } from "../../generators/index.ts";
import { escapeBeforeReference, quoted, refusal } from "../../generators/pcl/strings.ts";
import type { ImpError } from "../../src/errors.ts";
import type { Program } from "../../src/ir/program.ts";
import { runs } from "../support/runs.ts";
import { list, node, num, program, property, text } from "./build.ts";
import { cases } from "./cases.ts";

const pieces = [
  "$",
  "{",
  "%",
  "\\",
  '"',
  "\n",
  "\r",
  "\t",
  "\0",
  "\u007f",
  "\u2028",
  "\ufeff",
  "😃",
  "é",
  "a",
  "u0041",
  "}",
];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: "binary", maxLength: 2 })), { maxLength: 10 })
  .map((parts) => parts.join("").normalize("NFC"));

describe("PCL strings", () => {
  it("read back as they were", () => {
    fc.assert(
      fc.property(hostile, (value) => {
        assert.deepEqual(scan(quoted(value)), [value]);
        assert.match(quoted(value), /^[^\u0000-\u001f\u007f]*$/);
      }),
      { numRuns: runs(2000) },
    );
  });

  it("keep text and references apart", () => {
    fc.assert(
      fc.property(hostile, hostile, (before, after) => {
        const parts = scan(`"${escapeBeforeReference(before)}\${x}${quoted(after).slice(1, -1)}"`);
        assert.deepEqual(
          parts.filter((part) => part !== ""),
          [before, { reference: "x" }, after].filter((part) => part !== ""),
        );
      }),
      { numRuns: runs(2000) },
    );
  });

  it("are refused when HCL would change them", () => {
    assert.match(refusal("e\u0301") ?? "", /normalization form C/);
    assert.match(refusal("\ud83d") ?? "", /surrogate/);
    assert.equal(refusal("é😃"), undefined);
  });
});

describe("PCL", () => {
  const print = async (written: Program) => {
    const [file] = await (await loadGenerator("pcl")).print(written, {});
    return file ?? assert.fail();
  };
  const bucket = "sim:storage:Bucket";
  const refused: Readonly<Record<string, { readonly program: Program; readonly where: RegExp }>> = {
    "a text that is not NFC": {
      program: program([node("a", bucket, { name: "my a", inputs: [["tags", list([text("e\u0301")])]] })]),
      where: /sim:storage:Bucket my a.*tags\[0\] is not in Unicode normalization form C/s,
    },
    "a number that HCL has not": {
      program: program([node("a", bucket, { inputs: [["size", num(Number.NaN)]] })]),
      where: /size is NaN/,
    },
    "an input that is no identifier": {
      program: program([node("a", bucket, { inputs: [["$ref", text("x")]] })]),
      where: /is no identifier/,
    },
    "an input that the schema has not": {
      program: program([node("a", bucket, { properties: [{ ...property("extra", text("x")), undeclared: true }] })]),
      where: /extra is not in the schema/,
    },
  };
  for (const [name, { program: written, where }] of Object.entries(refused)) {
    it(`refuses ${name}`, async () => {
      // Not instanceof: a test runner may load a lazily imported module, and what it imports, a second time.
      await assert.rejects(print(written), (error: ImpError) => {
        assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS");
        assert.match(`${error.explanation.where} ${error.explanation.why}`, where);
        return true;
      });
    });
  }

  it("tells what stands in comments only", async () => {
    const file = await print(cases["components/local"] ?? assert.fail());
    assert.deepEqual(
      file.diagnostics.map(({ resource, message }) => `${resource?.split("::").at(-1)}: ${message}`),
      [
        "group: PCL cannot register a component that no package defines: it stands in a comment.",
        "in ner: PCL cannot register a component that no package defines: it stands in a comment.",
        "child: PCL cannot name its parent, a component that no package defines.",
        "open: PCL cannot name its parent, a component that no package defines.",
      ],
    );
  });
});

/** Reads an HCL string as its scanner does: escapes, `$${`, `%%{`, and references. Anything else is an error. */
function scan(source: string): readonly unknown[] {
  assert.ok(source.startsWith('"') && source.endsWith('"'));
  const parts: unknown[] = [];
  let rest = source.slice(1, -1);
  let literal = "";
  while (rest !== "") {
    const match =
      /^(?:(?<short>\\[nrt"\\])|\\u(?<four>[0-9a-f]{4})|\\U(?<eight>[0-9a-f]{8})|(?<twice>\$\$\{|%%\{)|\$\{(?<reference>[a-z]+)\}|(?<plain>[^"\\]))/su.exec(
        rest,
      );
    assert.ok(match?.groups, `cannot read ${JSON.stringify(rest)}`);
    const { short, four, eight, twice, reference, plain } = match.groups;
    if (short !== undefined) literal += JSON.parse(`"${short}"`);
    else if (four !== undefined) literal += String.fromCharCode(Number.parseInt(four, 16));
    else if (eight !== undefined) literal += String.fromCodePoint(Number.parseInt(eight, 16));
    else if (twice !== undefined) literal += twice.slice(1);
    else if (reference !== undefined) {
      parts.push(literal, { reference });
      literal = "";
    } else {
      assert.ok(!/^[$%]\{/.test(rest), `a template begins at ${JSON.stringify(rest)}`);
      literal += plain;
    }
    rest = rest.slice(match[0].length);
  }
  parts.push(literal);
  return parts;
}
