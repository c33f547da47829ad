// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the tests print strings that look like templates
import assert from "node:assert/strict";
import fc from "fast-check";
import type { GeneratedFile } from "../../generators/generator.ts";
import { escapeBeforeReference, quoted, textRefusal } from "../../generators/shared/hcl-syntax.ts";
import type { ImpError } from "../../src/domain/errors.ts";
import type { Program } from "../../src/ir/program.ts";
import { splitProgram } from "../../src/ir/split-program.ts";
import { pclValues } from "../support/pcl-values.ts";
import { runs } from "../support/runs.ts";
import { list, node, num, program, property, text } from "./build.ts";
import { cases } from "./cases.ts";
import { loadGenerator } from "./generator-of.ts";

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
  it("reads printed PCL strings back unchanged", () => {
    fc.assert(
      fc.property(hostile, (value) => {
        assert.deepEqual(scan(quoted(value)), [value]);
        assert.match(quoted(value), /^[^\u0000-\u001f\u007f]*$/);
      }),
      { numRuns: runs(2000) },
    );
  });

  it("separates text from references in PCL strings", () => {
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

  it("rejects PCL strings that HCL would change", () => {
    assert.match(textRefusal("e\u0301") ?? "", /normalization form C/);
    assert.match(textRefusal("\ud83d") ?? "", /surrogate/);
    assert.equal(textRefusal("é😃"), undefined);
  });
});

describe("PCL", () => {
  const print = async (written: Program) => {
    const [file] = await (await loadGenerator("pcl")).print(written, {});
    return file ?? assert.fail();
  };
  const bucket = "sim:storage:Bucket";
  const refused: Readonly<Record<string, { readonly program: Program; readonly where: RegExp }>> = {
    "a string that is not NFC": {
      program: program([node("a", bucket, { name: "my a", inputs: [["tags", list([text("e\u0301")])]] })]),
      where: /sim:storage:Bucket my a.*tags\[0\] is not in Unicode normalization form C/s,
    },
    "a number that HCL does not support": {
      program: program([node("a", bucket, { inputs: [["size", num(Number.NaN)]] })]),
      where: /size is NaN/,
    },
    "an input with an invalid name": {
      program: program([node("a", bucket, { inputs: [["$ref", text("x")]] })]),
      where: /is not an identifier/,
    },
    "an input that the schema lacks": {
      program: program([node("a", bucket, { properties: [{ ...property("extra", text("x")), undeclared: true }] })]),
      where: /extra is not in the schema/,
    },
  };
  for (const { schema, value, hcl, isTaken } of pclValues) {
    it(`${isTaken ? "prints" : "rejects"} ${hcl} in PCL if the schema has ${JSON.stringify(schema)}`, async () => {
      const printed = print(program([node("a", bucket, { inputs: [["code", value]] })]));
      if (isTaken) {
        const code = (await printed).text.replaceAll(/\s+/g, " ");
        assert.ok(code.includes(`code = ${hcl} }`), code);
        return;
      }
      await assert.rejects(printed, (error: ImpError) => {
        assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS");
        assert.match(
          error.explanation.why ?? "",
          /code\S* has a value (?:that does not match its schema type|that is not in the schema's enum)/,
        );
        return true;
      });
    });
  }

  for (const [name, { program: written, where }] of Object.entries(refused)) {
    it(`rejects ${name} in PCL`, async () => {
      // instanceof could fail, because a test runner may load a lazily imported module twice.
      await assert.rejects(print(written), (error: ImpError) => {
        assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS");
        assert.match(`${error.explanation.where} ${error.explanation.why}`, where);
        return true;
      });
    });
  }

  const messages = ({ diagnostics }: GeneratedFile): readonly string[] =>
    diagnostics.map(({ resource, path, message }) => {
      const name = resource?.split("::").at(-1) ?? "the program";
      return `${name}${path === undefined ? "" : ` ${path}`}: ${message}`;
    });
  const older =
    "the program: Pulumi versions before 3.259 reject this program, because it has components without a package.";
  const group = "acme:index:Group";

  it("reports once which Pulumi versions reject component classes of PCL", async () => {
    const plain = program([
      node("outer", group, { kind: "component" }),
      node("inner", group, { kind: "component", options: { parent: "outer" } }),
      node("child", bucket, { options: { parent: "inner" } }),
    ]);
    assert.deepEqual(messages(await print(plain)), [older]);
    const files = await (await loadGenerator("pcl")).print(plain, { parts: splitProgram(plain, "per-type") });
    assert.deepEqual(
      files.filter(({ diagnostics }) => diagnostics.length > 0).map((file) => [file.path, messages(file)]),
      [["main.pp", [older]]],
    );
    assert.deepEqual(messages(await print(cases["components/remote"] ?? assert.fail())), []);
  });

  it("uses the name of a component class in every PCL option that refers to it", async () => {
    const options = { parent: "outer", dependsOn: ["outer", "main"], deletedWith: "outer" };
    const { text: code } = await print(
      program([node("main", bucket), node("outer", group, { kind: "component" }), node("child", bucket, { options })]),
    );
    assert.match(code, /^component outer \{\n {4}token = "acme:index:Group"\n\}$/m);
    assert.match(code, /^ {8}parent = outer\n {8}dependsOn = \[outer, main\]\n {8}deletedWith = outer\n/m);
    assert.doesNotMatch(code, /\/\//);
  });

  it("reports options of component classes that the PCL runtime ignores", async () => {
    const { text: code, diagnostics } = await print(
      program([
        node("main", bucket),
        node("outer", group, {
          kind: "component",
          options: { dependsOn: ["main"], protect: true, customTimeouts: { create: 60 } },
        }),
        node("inner", group, { kind: "component", options: { parent: "outer" } }),
      ]),
    );
    const runtime = (options: string) =>
      `pulumi-language-pcl 3.259 does not register ${options} of a component; \`pulumi convert\` to TypeScript, Python, or Go keeps such options.`;
    assert.deepEqual(
      diagnostics.slice(1).map(({ resource, message }) => [resource?.split("::").at(-1), message]),
      [
        ["outer", runtime("dependsOn, protect, customTimeouts")],
        ["inner", runtime("protect")],
      ],
    );
    assert.match(code, /parent = outer\n {8}protect = false\n/);
  });

  it("comments out inputs and options that a PCL component block cannot have, and reports them", async () => {
    const file = await print(
      program([
        node("outer", group, {
          kind: "component",
          inputs: [
            ["size", num(3)],
            ["token", text("a\nb")],
            ["$tags", list([text("c"), text("d")])],
            ["__logicalName", text("e")],
          ],
          options: { ignoreChanges: [["size"]], additionalSecretOutputs: ["size"] },
        }),
      ]),
    );
    assert.equal(
      file.text,
      `component outer {
    token = "acme:index:Group"
    size = 3
    // token = "a\\nb"
    // $tags = ["c", "d"]
    // __logicalName = "e"

    options {
        // ignoreChanges: size
        // additionalSecretOutputs: size
    }
}
`,
    );
    const named =
      "PCL does not support an input with this name in a component without a package, so it is printed as a comment.";
    assert.deepEqual(messages(file), [
      older,
      `outer token: ${named}`,
      `outer ["$tags"]: ${named}`,
      `outer __logicalName: ${named}`,
      "outer size: PCL cannot express this path in ignoreChanges, so it is printed as a comment.",
      "outer size: PCL cannot express this path in additionalSecretOutputs, so it is printed as a comment.",
    ]);
  });
});

/** Parses an HCL string with escapes, `$${`, `%%{`, and references. Throws for any other syntax. */
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
