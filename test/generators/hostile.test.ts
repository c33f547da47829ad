// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts that look like templates are what is tested
/**
 * Hostile texts, keys and numbers: the printed TypeScript, run with a stub SDK, registers exactly what the program means.
 */
import assert from "node:assert/strict";
import fc from "fast-check";
import ts from "typescript";
import { loadGenerator } from "../../generators/index.ts";
import { evaluate } from "../../src/ir/evaluate.ts";
import type { Expression } from "../../src/ir/expression.ts";
import type { Program } from "../../src/ir/program.ts";
import { interpolation, list, map, node, nothing, num, program, reference, text, yes } from "./build.ts";

/** What every text is made of here: whatever means something to TypeScript, HCL or a terminal. */
const pieces = [
  ...[
    "$",
    "{",
    "}",
    "`",
    "\\",
    '"',
    "'",
    "%",
    "\n",
    "\r",
    "\t",
    "\0",
    "\u0085",
    "\u2028",
    "\u2029",
    "\ufeff",
    "\u202e",
  ],
  ...["😃", "e\u0301", "é", "a", " ", "//", "*/", "#", "u0041", "{0}", "${x}", "__proto__", "\\u{41}", "</script>"],
];
const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(""));
const anyText = fc.oneof(
  hostile,
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("__proto__", "constructor", "1", "", "true"),
);
const anyNumber = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(-0, 2 ** 53, 1e21, 1e-7, 0.1),
);

const { expression } = fc.letrec<{ expression: Expression; leaf: Expression }>((tie) => ({
  leaf: fc.oneof(
    anyText.map((value) => text(value)),
    anyNumber.map((value) => num(value)),
    fc.constant(yes),
    fc.constant(nothing()),
    fc
      .tuple(anyText, anyText)
      .map(([before, after]) => interpolation(before, reference("first", "out", 0, before), after)),
  ),
  expression: fc.oneof(
    { maxDepth: 3 },
    tie("leaf"),
    fc.array(tie("expression"), { maxLength: 3 }).map((items) => list(items)),
    fc
      .uniqueArray(fc.tuple(anyText, tie("expression")), { maxLength: 4, selector: ([key]) => key })
      .map((entries) => map(entries)),
  ),
}));

describe("hostile programs", () => {
  it("mean in TypeScript what they mean in the IR", async () => {
    const typescript = await loadGenerator("typescript");
    await fc.assert(
      fc.asyncProperty(fc.array(expression, { minLength: 1, maxLength: 4 }), anyText, async (values, name) => {
        const inputs = values.map((value, index) => [`p${index}`, value] as const);
        const written = program([node("first", "sim:a:First"), node("second", "sim:a:Second", { name, inputs })]);
        const [file] = await typescript.print(written, {});
        assert.ok(file);
        assert.deepEqual(run(file.text), meaning(written));
      }),
      { numRuns: process.env.IMP_PROVE === "1" ? 5000 : 150 },
    );
  });

  it("keep every text over a small alphabet, exhaustively", async () => {
    const typescript = await loadGenerator("typescript");
    const alphabet = ["$", "{", "`", "\\", '"', "\n", "x"];
    const texts = words(alphabet, 4);
    const written = program([
      node("first", "sim:a:First"),
      node("all", "sim:a:All", { inputs: [["texts", list(texts.map((t) => text(t)))]] }),
    ]);
    const [file] = await typescript.print(written, {});
    assert.deepEqual(run(file?.text ?? ""), meaning(written));
  });
});

interface Registration {
  readonly type: string;
  readonly name: unknown;
  readonly inputs: unknown;
}

/** Runs the program with classes that only note how they are made, and a `pulumi.interpolate` that joins. */
function run(code: string): readonly Registration[] {
  const made: Registration[] = [];
  const module = { exports: {} };
  const load = (name: string): unknown => {
    if (name === "@pulumi/pulumi") return { interpolate };
    return namespace("", (type, name_, inputs) => made.push({ type, name: name_, inputs: dataOf(inputs) }));
  };
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: false },
  });
  new Function("require", "exports", "module", outputText)(load, module.exports, module);
  return made;
}

/** Any property of it is a namespace; a capital one can be constructed, and the instance's properties are outputs. */
function namespace(path: string, note: (type: string, name: unknown, inputs: unknown) => void): unknown {
  return new Proxy(function stub() {}, {
    get: (_, key) =>
      key === "__esModule" ? true : namespace(path === "" ? String(key) : `${path}.${String(key)}`, note),
    construct: (_, [name, inputs]: unknown[]) => {
      note(path, name, inputs);
      return output([path]) as object;
    },
  });
}

function output(path: readonly (string | number)[]): unknown {
  return new Proxy(function stub() {}, {
    get: (_, key) => {
      if (key === "apply") return (f: (value: unknown) => unknown) => f(output(path));
      if (key === "stubPath") return path;
      return output([...path, String(key)]);
    },
  });
}

function interpolate(texts: TemplateStringsArray, ...values: readonly unknown[]): string {
  return texts.map((before, index) => before + (index < values.length ? mark(values[index]) : "")).join("");
}

function mark(value: unknown): string {
  return `<<${(value as { stubPath: readonly string[] }).stubPath.join("|")}>>`;
}

/** Own entries only, as pairs, so that a prototype that was set shows. */
function dataOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dataOf);
  if (typeof value !== "object" || value === null) return value;
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  return sortedEntries(Object.entries(value).map(([key, inner]) => [key, dataOf(inner)] as const));
}

function sortedEntries(entries: readonly (readonly [string, unknown])[]): unknown {
  return { entries: [...entries].sort(([a], [b]) => (a < b ? -1 : 1)) };
}

function meaning(written: Program): readonly Registration[] {
  return written.resources.map((resource) => ({
    type: `${resource.resource.module || "a"}.${resource.resource.member}`,
    name: resource.logicalName,
    inputs: sortedEntries(
      resource.inputs.map(({ name, value }) => [
        name,
        evaluate<unknown>(value, {
          null: () => null,
          boolean: (v) => v,
          number: (v) => v,
          string: (v) => v,
          list: (items) => items,
          map: sortedEntries,
          reference: (_, path) => `<<${["a.First", ...path].join("|")}>>`,
          concat: (parts) => parts.map((part) => ("text" in part ? part.text : part.value)).join(""),
          secret: (v) => v,
          config: (key) => key,
          asset: (source) => source,
          archive: (source) => source,
          json: (v) => v,
        }),
      ]),
    ),
  }));
}

function words(alphabet: readonly string[], length: number): readonly string[] {
  let all = [""];
  let longest = [""];
  for (let index = 0; index < length; index += 1) {
    longest = longest.flatMap((word) => alphabet.map((letter) => word + letter));
    all = [...all, ...longest];
  }
  return all;
}
