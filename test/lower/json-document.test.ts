// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the tests use strings that look like templates
/** Strings become JSON documents only if every language's JSON function prints the same string. */
import assert from "node:assert/strict";
import { isGoJson } from "../../generators/shared/is-go-json.ts";
import type { Expression, InterpolationPart } from "../../src/ir/expression.ts";
import { jsonDocument } from "../../src/lower/json-document.ts";

const arn = "arn:aws:s3:::logs";

/** Converts a string to a JSON document. `@` stands for a reference to an ARN. */
function documentOf(marked: string, value = arn): Expression | undefined {
  const parts = marked.split("@").flatMap((text, index): readonly InterpolationPart[] => {
    const reference = { kind: "reference", node: "logs", path: ["arn"], type: { kind: "string" } } as const;
    return index === 0
      ? [{ kind: "text", text }]
      : [
          { kind: "reference", reference },
          { kind: "text", text },
        ];
  });
  return jsonDocument(marked.replaceAll("@", value), parts, { kind: "string" });
}

/** Formats an expression in one line: references are `@`, and interpolations have backticks. */
function brief(expression: Expression | undefined): unknown {
  switch (expression?.kind) {
    case "json":
      return brief(expression.value);
    case "list":
      return expression.items.map(brief);
    case "map":
      return Object.fromEntries(expression.entries.map(({ key, value }) => [key, brief(value)]));
    case "interpolation":
      return `\`${expression.parts.map((part) => (part.kind === "text" ? part.text : "@")).join("")}\``;
    case "reference":
      return "@";
    case "string":
    case "number":
    case "boolean":
      return expression.value;
    default:
      return expression?.kind;
  }
}

describe("JSON documents", () => {
  it("prints JSON documents as structures with references inside", () => {
    const policy =
      '{"Version":"2012-10-17","Statement":[{"Resource":["@","@/*","x"],"Deny":false,"Max":3,"None":null}]}';
    const statement = { Resource: ["@", "`@/*`", "x"], Deny: false, Max: 3, None: "null" };
    assert.deepEqual(brief(documentOf(policy)), { Version: "2012-10-17", Statement: [statement] });
    assert.deepEqual(brief(documentOf('{"a":"\\"${aws:username}\\u0007\\n"}')), { a: '"${aws:username}\u0007\n' });
    assert.deepEqual(brief(documentOf('{"nested":"{\\"arn\\":\\"x\\"}"}')), { nested: '{"arn":"x"}' });
    assert.deepEqual(brief(documentOf('[{"__proto__":"@"}]')), [JSON.parse('{"__proto__":"@"}')]);
  });

  const texts: Readonly<Record<string, string>> = {
    "a space": '{"a": "@"}',
    "line breaks and indentation": '{\n  "a": "@"\n}',
    "duplicate keys": '{"a":"@","a":1}',
    "keys that JavaScript reorders": '{"b":"@","1":2}',
    "unnecessary escapes": '{"a":"\\u0041@"}',
    "an escaped slash": '{"a":"\\/@"}',
    "a number that JSON functions print differently": '{"a":1.0,"b":"@"}',
    "a number with an exponent": '{"a":1e+30,"b":"@"}',
    "a number that is not a double": '{"a":12345678901234567890,"b":"@"}',
    "minus zero": '{"a":-0,"b":"@"}',
    "a reference as a key": '{"@":1}',
    "a reference next to text": '{"a":@}',
    "a truncated document": '{"a":"@"',
    "a lone surrogate": '{"a":"\ud800@"}',
    "imp's placeholders": '{"a":"\ue0000\ue001@"}',
    "an empty object": "{}",
    "an empty list": "[]",
    "a regular expression": "[a-z]+",
    "deep nesting": `${"[".repeat(100_000)}"@"${"]".repeat(100_000)}`,
  };
  for (const [why, text] of Object.entries(texts)) {
    it(`keeps a string with ${why} as a string`, () => assert.equal(documentOf(text), undefined));
  }

  it("keeps a JSON document as a string if a referenced value would be escaped", () => {
    for (const value of ["a\\nb", "a&b", "<a>", "é", "it's"])
      assert.equal(documentOf('{"a":"@"}', value), undefined, value);
    // In nested documents, quotes are escaped, but the value between them is not.
    assert.equal(documentOf('{"a":"{\\"b\\":\\"@\\"}"}'), undefined);
  });

  it("uses Go's encoder only for documents with sorted keys and without characters that it escapes", () => {
    const goes = (text: string): boolean => {
      const document = documentOf(text);
      return document?.kind === "json" ? isGoJson(document.value) : assert.fail(text);
    };
    for (const text of [
      '{"Statement":[{"Action":"s3:*","Resource":"@/*"}],"Version":"1"}',
      '{"A":1,"B":"@","a":"é"}',
    ]) {
      assert.ok(goes(text), text);
    }
    for (const text of [
      '{"Version":"1","Statement":"@"}',
      '{"a":"<","b":"@"}',
      '{"a&b":"@"}',
      '{"a":"\u2028","b":"@"}',
      '{"a":"\\b","b":"@"}',
      // The keys are sorted in UTF-16, but not in UTF-8, by which Go sorts.
      '{"\u{1f600}":"@","\uffee":1}',
    ]) {
      assert.ok(!goes(text), text);
    }
  });
});
