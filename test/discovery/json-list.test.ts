import assert from "node:assert/strict";
import fc from "fast-check";
import { readJsonList } from "../../src/discovery/json-list.ts";
import { parseFieldMap } from "../../src/discovery/json-map.ts";
import { ImpError } from "../../src/domain/errors.ts";

const map = parseFieldMap(["id=Arn,type=Type", "name=tags.Name"]);
const read = (value: unknown, by = map) => readJsonList("list.json", JSON.stringify(value), by);
const briefly = ({ objects }: ReturnType<typeof readJsonList>) => objects.map(({ id, type, name }) => [id, type, name]);
const mistakes = ({ problems }: ReturnType<typeof readJsonList>) =>
  problems.map(({ line, column, message }) => `${line}:${column}: ${message}`);

describe("--map", () => {
  it("maps fields by dotted paths or templates in braces", () => {
    const by = parseFieldMap(["id={metadata.namespace}/{metadata.name},type=kind"]);
    const item = { kind: "Pod", metadata: { namespace: "web", name: "front" } };
    assert.deepEqual(briefly(read([item], by)), [["web/front", "Pod", ""]]);
  });

  it("prefers keys with dots over paths, and accepts list indexes (--map)", () => {
    const by = parseFieldMap(["id=labels.app.kubernetes.io/name", "name=ids.1"]);
    const item = { labels: { "app.kubernetes.io/name": "front" }, ids: ["a", "b"] };
    assert.deepEqual(briefly(read([item], by)), [["front", undefined, "b"]]);
  });

  for (const [word, wrong] of [
    ["id={{Arn}}", "{{Arn}}"],
    ["id=$" + "{Arn}", "$" + "{Arn}"],
    ["id=arn:{{.Arn}}", "{{.Arn}}"],
    ["id={}", "{}"],
    ["id={a", "{a"],
  ] as const)
    it(`suggests the syntax of --map instead of ${JSON.stringify(word)}`, () => {
      assert.throws(
        () => parseFieldMap([word]),
        ({ message, explanation }: ImpError) =>
          message.includes(wrong) && explanation.hint.includes("id={metadata.namespace}/{metadata.name}"),
      );
    });

  for (const word of ["", "Arn", "id=", "arn=Arn", "type=T", "id=a,id=b", "id={a", "id=a}b{"])
    it(`rejects --map ${JSON.stringify(word)}`, () => assert.throws(() => parseFieldMap([word]), ImpError));
});

describe("a JSON list that a cloud's CLI printed", () => {
  const objects = [
    { Arn: "a", Type: "T", tags: { Name: "first" } },
    { Arn: 7, Type: true },
  ];
  const expected = [
    ["a", "T", "first"],
    ["7", "true", ""],
  ];

  it("reads a list, an object with a single list, or JSON lines", () => {
    assert.deepEqual(briefly(read(objects)), expected);
    assert.deepEqual(briefly(read({ Count: 2, Resources: objects, NextToken: null })), expected);
    const lines = objects.map((one) => JSON.stringify(one)).join("\n\n");
    assert.deepEqual(briefly(readJsonList("list.jsonl", `\ufeff${lines}\n`, map)), expected);
    for (const empty of ["[]", '{"Resources": []}', "", " \n\n", "\ufeff"])
      assert.deepEqual(readJsonList("list.json", empty, map), { objects: [], problems: [] }, JSON.stringify(empty));
  });

  it("reports the location of every error in a JSON list", () => {
    const text =
      '[\n  {"Arn": "a"},\n  7,\n  {"Arn": {}, "Type": "T"},\n  {"Arn": "a\\u0007", "Type": "T"},\n  {"Arn": "", "Type": ["T"]}\n]';
    assert.deepEqual(mistakes(readJsonList("list.json", text, map)), [
      '2:3: The object has no "Type", which --map uses as its type.',
      "3:3: Expected an object.",
      '4:11: "Arn", which --map uses as the id, is an object, not a string.',
      "5:3: The id contains a control character or invalid Unicode.",
      "6:3: The id is empty.",
      '6:23: "Type", which --map uses as the type, is a list, not a string.',
    ]);
    const nested = '{"Arn": "a", "Type": "T", "Tags": [{"Arn": "b", "Type": "T"}]}\n';
    assert.deepEqual(
      readJsonList("one.jsonl", nested, map).objects.map(({ id }) => id),
      ["a"],
      "a JSON Lines file with one line contains one object",
    );
    const lines = readJsonList("list.jsonl", '{"Arn": "a", "Type": "T"}\n  {"Arn": 1}\n', map);
    assert.deepEqual(mistakes(lines), ['2:3: The object has no "Type", which --map uses as its type.']);
  });

  it("suggests the syntax of --map for a path in jq or JSONPath syntax", () => {
    const hintOf = (path: string) => read([{ Arn: "a" }], parseFieldMap([`id=${path}`])).problems[0]?.hint ?? "";
    for (const path of [".Arn", "$.Arn", "tags[0].Key"]) assert.match(hintOf(path), /tags\.Name.*ids\.0/, path);
    assert.doesNotMatch(hintOf("arn"), /ids\.0/);
  });

  it("rejects a file that is not a JSON list", () => {
    for (const [text, message] of [
      ['[{"Arn": "a"', "1:13: Unexpected end of file."],
      ["Arn Type\na T\n", "1:1: Invalid JSON."],
      ['"text"', "1:1: Expected a list."],
      ['{"a": [], "b": []}', '1:1: The object contains several lists: "a", "b".'],
      ["{}", "1:1: The object does not contain a list of objects."],
      ["[".repeat(100_000), "1:201: Values nest deeper than 200 levels."],
    ] as const)
      assert.deepEqual(mistakes(readJsonList("list.json", text, map)), [message]);
  });

  it("reads any string or JSON as a list without a crash", () => {
    const any = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.array(fc.json()).map((all) => all.join("\n")),
    );
    fc.assert(
      fc.property(any, (text) => {
        const { objects: found, problems } = readJsonList("list.json", text, map);
        assert.ok(found.every(({ id }) => id !== "" && !/\p{Cc}/u.test(id)));
        assert.ok(problems.every(({ line, column }) => line >= 1 && column >= 1));
      }),
    );
  });

  it("returns each object of a JSON list with its mapped fields", () => {
    const line = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text));
    const object = fc.record({ Arn: line, Type: line, tags: fc.record({ Name: line }) });
    fc.assert(
      fc.property(fc.array(object), fc.boolean(), (all, byLine) => {
        const text = byLine ? all.map((one) => JSON.stringify(one)).join("\n") : JSON.stringify(all, undefined, 1);
        if (byLine && all.length < 2) return;
        const found = readJsonList("list.json", text, map);
        assert.deepEqual(
          briefly(found),
          all.map(({ Arn, Type, tags }) => [Arn, Type, tags.Name]),
        );
      }),
    );
  });
});
