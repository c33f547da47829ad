// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the tests print strings that look like templates
/** Random programs with strings, keys and numbers that are special in some language, and the resources that they must register. */
import fc from "fast-check";
import { evaluate } from "../../src/ir/evaluate.ts";
import type { Expression } from "../../src/ir/expression.ts";
import type { Program } from "../../src/ir/program.ts";
import { jsonDocument } from "../../src/lower/json-document.ts";
import { interpolation, list, map, node, nothing, num, program, reference, string, text, yes } from "./build.ts";

/** Characters that are special in a language or a terminal. */
const pieces = [
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
  "😃",
  "e\u0301",
  "é",
  "a",
  " ",
  "//",
  "*/",
  "#",
  "u0041",
  "{0}",
  "${x}",
  "__proto__",
  "\\u{41}",
  "</script>",
  '"""',
  "'''",
  "N{DASH}",
  "x41",
  "\n\n",
  "\f",
  "\u001a",
];
const hostile = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(""));

/** Any Unicode string. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  hostile,
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "binary", maxLength: 4 }),
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

/** A placeholder for a reference inside a JSON document. */
const referred = "arn:sim:first/out";
const documentOf = (texts: fc.Arbitrary<string>): fc.Arbitrary<Expression> =>
  fc
    .letrec<{ value: unknown; leaf: unknown }>((tie) => ({
      leaf: fc.oneof(texts, fc.integer(), fc.constantFrom(true, null, 0.25, referred, `${referred}/*`)),
      value: fc.oneof(
        { maxDepth: 3 },
        tie("leaf"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(texts, tie("value"), { maxKeys: 4 }),
      ),
    }))
    .value.chain((value) => fc.constantFrom({ Statement: [value] }, [{ a: value }]))
    .map((document) => {
      const literal = JSON.stringify(document);
      const parts = literal.split(referred).flatMap((piece, index) => {
        const piecePart = { kind: "text", text: piece } as const;
        return index === 0
          ? [piecePart]
          : [{ kind: "reference", reference: reference("first", "out") } as const, piecePart];
      });
      return jsonDocument(literal, parts, string) ?? text(literal.replaceAll(referred, "x"));
    });

/** Two resources. The second has any name and up to four inputs, p0 to p3, and refers to the first. */
export const hostileProgram: fc.Arbitrary<Program> = fc
  .tuple(fc.array(expression, { minLength: 1, maxLength: 4 }), anyText)
  .map(([values, name]) => programOf(values, name));

/** Returns programs like `hostileProgram`, with JSON documents as inputs. The strings are the keys and values in the documents. */
export function documentPrograms(texts: fc.Arbitrary<string>): fc.Arbitrary<Program> {
  return fc.array(documentOf(texts), { minLength: 1, maxLength: 4 }).map((values) => programOf(values, "second"));
}

export const documentProgram: fc.Arbitrary<Program> = documentPrograms(anyText);

function programOf(values: readonly Expression[], name: string): Program {
  const inputs = values.map((value, index) => [`p${index}`, value] as const);
  return program([node("first", "sim:a:First"), node("second", "sim:a:Second", { name, inputs })]);
}

/** Returns one resource with a list of strings. */
export function programOfTexts(texts: readonly string[]): Program {
  return program([
    node("first", "sim:a:First"),
    node("all", "sim:a:All", { inputs: [["texts", list(texts.map((t) => text(t)))]] }),
  ]);
}

/** Returns every string of up to four characters from the syntax of templates and escapes. */
export function smallTexts(): readonly string[] {
  const alphabet = ["$", "{", "`", "\\", '"', "\n", "x"];
  let all = [""];
  let longest = [""];
  for (let index = 0; index < 4; index += 1) {
    longest = longest.flatMap((word) => alphabet.map((letter) => word + letter));
    all = [...all, ...longest];
  }
  return all;
}

/** A resource that a program registers. Maps are `{entries}` with sorted pairs, to detect a changed prototype. */
export interface Registration {
  /** The resource class, such as `module.Class`. */
  readonly type: string;
  readonly name: unknown;
  readonly inputs: unknown;
}

/** Returns the resources that a program registers. An output is printed as `<<module.Class|step|step>>`. */
export function meaning(written: Program): readonly Registration[] {
  return written.resources.map((resource) => ({
    type: `${resource.resource.module || "a"}.${resource.resource.member}`,
    name: resource.logicalName,
    inputs: sortedEntries(
      resource.inputs.map(({ name, value }) => [
        name,
        value.kind === "json"
          ? jsonMeaning(value.value)
          : evaluate<unknown>(value, {
              null: () => null,
              boolean: (v) => v,
              number: (v) => v,
              string: (v) => v,
              list: (items) => items,
              map: sortedEntries,
              reference: (_, path) => `<<${["a.First", ...path].join("|")}>>`,
              call: (token, _, path) => `<<${[token, ...path].join("|")}>>`,
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

/** Returns compact JSON with unsorted keys. */
function jsonMeaning(value: Expression): string {
  const entry = ([key, inner]: readonly [string, string]): string => `${JSON.stringify(key)}:${inner}`;
  return evaluate<string>(value, {
    null: () => "null",
    boolean: String,
    number: String,
    string: JSON.stringify,
    list: (items) => `[${items.join(",")}]`,
    map: (entries) => `{${entries.map(entry).join(",")}}`,
    reference: (_, path) => JSON.stringify(`<<${["a.First", ...path].join("|")}>>`),
    call: (token, _, path) => JSON.stringify(`<<${[token, ...path].join("|")}>>`),
    concat: (parts) =>
      JSON.stringify(parts.map((part) => ("text" in part ? part.text : JSON.parse(part.value))).join("")),
    secret: String,
    config: String,
    asset: String,
    archive: String,
    json: String,
  });
}

export function sortedEntries(entries: readonly (readonly [string, unknown])[]): unknown {
  return { entries: [...entries].sort(([a], [b]) => (a < b ? -1 : 1)) };
}

/** Removes the paths of nested outputs, for a stub SDK without them. */
export function shallow<T>(part: T): T {
  if (Array.isArray(part)) return part.map(shallow) as T;
  if (typeof part !== "object" || part === null || part instanceof Map) return part;
  const entries = Object.entries(part).map(([name, inner]) => [name, shallow(inner)] as const);
  const copy = Object.fromEntries(entries);
  return (copy.kind === "reference" ? { ...copy, path: ["out"] } : copy) as T;
}

/** Removes nulls from maps, which the SDK does not send. */
export function withoutNulls(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withoutNulls);
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part).map(([name, inner]) => {
    if (name !== "entries") return [name, withoutNulls(inner)] as const;
    const kept = (inner as readonly (readonly [string, unknown])[]).filter(([, item]) => item !== null);
    return [name, kept.map(([entryKey, item]) => [entryKey, withoutNulls(item)])] as const;
  });
  return Object.fromEntries(entries);
}

export function sorted(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(sorted);
  if (typeof part !== "object" || part === null) return part;
  const { entries } = part as { readonly entries: readonly (readonly [string, unknown])[] };
  return sortedEntries(entries.map(([name, inner]) => [name, sorted(inner)] as const));
}
