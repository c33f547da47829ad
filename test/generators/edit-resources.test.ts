/** Edits of inputs and options in a TypeScript program, which keep all other text. */
import assert from "node:assert/strict";
import type { EditedProgram, InputEdit, ResourceEdits } from "../../generators/edited-inputs.ts";
import { editResources } from "../../generators/typescript/user-program/edit-resources.ts";
import { folderOf } from "../support/large-program.ts";

const urn = "urn:pulumi:dev::shop::aws:s3/bucket:Bucket::covers";

/** Edits the first constructor call of the program. */
async function edited(text: string, edits: Partial<ResourceEdits>): Promise<EditedProgram> {
  const line = text.split("\n").findIndex((each) => each.includes("new ")) + 1;
  const request = { urn, location: { file: "index.ts", line }, inputs: [], ignoreChanges: [], ...edits };
  return await editResources([request], folderOf({ "index.ts": text }));
}

async function assertEdited(before: string, edits: readonly InputEdit[], after: string): Promise<void> {
  const { files, refused } = await edited(before, { inputs: edits });
  assert.deepEqual(refused, []);
  assert.equal(files[0]?.text, after);
}

/** Asserts that an edit is refused, and where. */
async function assertRefused(text: string, edit: InputEdit, place: string, why: RegExp): Promise<void> {
  const { files, refused } = await edited(text, { inputs: [edit] });
  const [refusal] = refused;
  assert.equal(refused.length, 1);
  assert.equal(files[0]?.text, text);
  assert.equal(`${refusal?.location.line}:${refusal?.location.column}`, place);
  assert.match(refusal?.why ?? "", why);
}

const set = (path: InputEdit["path"], value: Extract<InputEdit, { kind: "set" }>["value"]): InputEdit => {
  return { kind: "set", path, value };
};
const add = (path: InputEdit["path"], value: Extract<InputEdit, { kind: "add" }>["value"]): InputEdit => {
  return { kind: "add", path, value };
};
const remove = (path: InputEdit["path"]): InputEdit => ({ kind: "remove", path });

describe("edits of resources in a TypeScript program", () => {
  it("replaces literals of each kind, with the quotes of the file", async () => {
    await assertEdited(
      `new aws.Thing("a", { o: { a: 1 }, s: 'one', d: "two", n: -1, b: true, z: null, t: \`text\`, l: [1, 2] });\n`,
      [
        set(["s"], "it"),
        set(["d"], 'say "hi"\n'),
        set(["n"], 2.5),
        set(["b"], false),
        set(["z"], "set"),
        set(["t"], 'x`${"'),
        set(["l"], "all"),
        set(["o"], new Map([["b-c", 1]])),
      ],
      `new aws.Thing("a", { o: { "b-c": 1 }, s: 'it', d: 'say "hi"\\n', n: 2.5, b: false, z: "set", t: 'x\`\${"', l: "all" });\n`,
    );
  });

  it("inserts properties after the last one, and keeps comments", async () => {
    await assertEdited(
      `const a = new aws.Thing("a", {\n  size: 1, // small\n  // the last\n  name: "a", /* b */ // c\n});\n`,
      [add(["tags"], new Map([["team", "shop"]])), add(["size2"], 2)],
      `const a = new aws.Thing("a", {\n  size: 1, // small\n  // the last\n  name: "a", /* b */ // c\n  tags: { team: "shop" },\n  size2: 2,\n});\n`,
    );
    await assertEdited(
      `const a = new aws.Thing("a", {\n\tname: "a" // no comma\n});\n`,
      [add(["size"], 2)],
      `const a = new aws.Thing("a", {\n\tname: "a", // no comma\n\tsize: 2\n});\n`,
    );
    await assertEdited(
      `const a = new aws.Thing("a", { name: "a" });\n`,
      [add(["size"], 2)],
      `const a = new aws.Thing("a", { name: "a", size: 2 });\n`,
    );
    await assertEdited(
      `const a = new aws.Thing("a", {});\n`,
      [add(["size"], 2), add(["x"], 1)],
      `const a = new aws.Thing("a", { size: 2, x: 1 });\n`,
    );
  });

  it("wraps long literals with the quotes, indentation, and line ends of the file", async () => {
    const value = new Map(["first", "second", "third"].map((key) => [key, "a value of some length"]));
    await assertEdited(
      `const a = new aws.Thing("a", {\r\n  name: 'a',\r\n});\r\n`,
      [add(["tags"], value)],
      [
        `const a = new aws.Thing("a", {`,
        `  name: 'a',`,
        `  tags: {`,
        `    first: "a value of some length",`,
        `    second: "a value of some length",`,
        `    third: "a value of some length",`,
        `  },`,
        `});`,
        ``,
      ].join("\r\n"),
    );
  });

  it("removes properties with their lines", async () => {
    await assertEdited(
      `new aws.Thing("a", {\n  size: 1, // small\n  name: "a",\n  tags: {\n    a: 1,\n  },\n});\n`,
      [remove(["size"]), remove(["tags"])],
      `new aws.Thing("a", {\n  name: "a",\n});\n`,
    );
    const flat = `new aws.Thing("a", { a: 1, b: 2, c: 3, d: 4 });\n`;
    await assertEdited(flat, [remove(["a"]), remove(["b"])], `new aws.Thing("a", { c: 3, d: 4 });\n`);
    await assertEdited(flat, [remove(["b"]), remove(["d"])], `new aws.Thing("a", { a: 1, c: 3 });\n`);
    await assertEdited(
      `new aws.Thing("a", { t: { a: 1, b: 2 } });\n`,
      [remove(["t", "a"]), remove(["t", "b"])],
      `new aws.Thing("a", { t: {} });\n`,
    );
    await assertEdited(
      `new aws.Thing("a", { t: { a: 1 /* x */ }, b: 2 /* y */, c: 3 });\n`,
      [remove(["t", "a"]), add(["t", "d"], 4)],
      `new aws.Thing("a", { t: { d: 4 }, b: 2 /* y */, c: 3 });\n`,
    );
    await assertEdited(
      `new aws.Thing("a", { t: {\n  a: 1 /* x */ }, b: 2 /* y */, c: 3 });\n`,
      [remove(["t", "a"])],
      `new aws.Thing("a", { t: {\n   /* x */ }, b: 2 /* y */, c: 3 });\n`,
    );
    await assertEdited(flat, [remove(["d"]), add(["e"], 5)], `new aws.Thing("a", { a: 1, b: 2, c: 3, e: 5 });\n`);
  });

  it("removes and adds properties that share lines", async () => {
    await assertEdited(
      `new aws.Thing("a", {\n  a: 1, b: 2,\n});\n`,
      [remove(["b"]), add(["c"], 3)],
      `new aws.Thing("a", {\n  a: 1,\n  c: 3,\n});\n`,
    );
    await assertEdited(
      `new aws.Thing("a", {\n  a: 1, b: 2\n});\n`,
      [remove(["b"]), add(["c"], 3)],
      `new aws.Thing("a", {\n  a: 1,\n  c: 3\n});\n`,
    );
    await assertEdited(
      `new aws.Thing("a", {\n  a: 1,\n  b: 2,\n  c: 3, d: 4, e: 5,\n});\n`,
      [remove(["b"]), remove(["c"]), remove(["d"]), add(["f"], 6)],
      `new aws.Thing("a", {\n  a: 1,\n  e: 5,\n  f: 6,\n});\n`,
    );
    const list = `new aws.Thing("a", { l: [\n  1,\n  2, 3, 4,\n  5,\n] });\n`;
    for (const [edits, after] of [
      [[remove(["l", 0]), add(["l", 0], 9)], "  9,\n  2, 3, 4,\n  5,\n"],
      [[remove(["l", 2]), add(["l", 2], 9)], "  1,\n  2,\n  9, 4,\n  5,\n"],
      [[remove(["l", 4]), add(["l", 4], 9)], "  1,\n  2, 3, 4,\n  9,\n"],
      [[remove(["l", 0]), remove(["l", 1]), add(["l", 1], 9)], "  9,\n  3, 4,\n  5,\n"],
    ] as const) {
      const { files } = await edited(list, { inputs: edits });
      assert.equal(files[0]?.text, `new aws.Thing("a", { l: [\n${after}] });\n`);
    }
  });

  it("makes several edits of one element", async () => {
    await assertEdited(
      `new aws.Thing("a", { l: [{}, { p: 1 }] });\n`,
      [add(["l", 0, "a"], 1), add(["l", 0, "b"], 2), add(["l", 1], 9), set(["l", 1], 3)],
      `new aws.Thing("a", { l: [{ a: 1, b: 2 }, 9, 3] });\n`,
    );
    await assertEdited(
      `new aws.Thing("a", { l: [1] });\n`,
      [set(["l", 0], 2), add(["l", 0], 3)],
      `new aws.Thing("a", { l: [3, 2] });\n`,
    );
  });

  it("edits elements of arrays", async () => {
    const text = `new aws.Thing("a", { l: ["a", "b", other.id], m: [\n  { p: 1 }, // first\n  { p: 2 },\n] });\n`;
    await assertEdited(
      text,
      [set(["l", 0], "A"), add(["l", 3], "c"), set(["m", 1, "p"], 3), add(["m", 2], new Map([["p", 4]]))],
      `new aws.Thing("a", { l: ["A", "b", other.id, "c"], m: [\n  { p: 1 }, // first\n  { p: 3 },\n  { p: 4 },\n] });\n`,
    );
    await assertEdited(
      text,
      [add(["l", 0], "0"), remove(["l", 1]), remove(["m", 0])],
      `new aws.Thing("a", { l: ["0", "a", other.id], m: [\n  { p: 2 },\n] });\n`,
    );
  });

  it("edits documents of JSON.stringify", async () => {
    const json = [set(["Statement", 0, "Effect"], "Deny")];
    await assertEdited(
      `new aws.Policy("a", { policy: JSON.stringify({ Statement: [{ Effect: "Allow" /* yes */ }] }) });\n`,
      [{ kind: "set", path: ["policy"], value: '{"Statement":[{"Effect":"Deny"}]}', json }],
      `new aws.Policy("a", { policy: JSON.stringify({ Statement: [{ Effect: "Deny" /* yes */ }] }) });\n`,
    );
    await assertEdited(
      `new aws.Policy("a", { policy: pulumi.jsonStringify({ Statement: [{ Effect: "Allow", Resource: bucket.arn }] }) });\n`,
      [{ kind: "set", path: ["policy"], value: '{"Statement":[{"Effect":"Deny"}]}', json }],
      `new aws.Policy("a", { policy: pulumi.jsonStringify({ Statement: [{ Effect: "Deny", Resource: bucket.arn }] }) });\n`,
    );
    await assertEdited(
      `new aws.Policy("a", { policy: JSON.stringify({ Statement: [] }), name: JSON.stringify("a") });\n`,
      [remove(["policy"]), set(["name"], "b")],
      `new aws.Policy("a", { name: "b" });\n`,
    );
  });

  it("refuses expressions, spreads, and values that the code does not set", async () => {
    const text = `new aws.Thing("a", {\n  name: prefix + "a",\n  tags: { ...common, b: 1 },\n  short,\n});\n`;
    await assertRefused(text, set(["name"], "b"), "2:9", /not a literal/);
    await assertRefused(text, remove(["name"]), "2:9", /not a literal/);
    await assertRefused(text, add(["tags", "c"], 1), "3:9", /spread/);
    await assertRefused(text, set(["short"], 1), "4:3", /not a literal/);
    await assertRefused(text, remove(["other"]), "1:20", /does not set/);
    await assertRefused(`new aws.Thing("a", args);\n`, set(["a"], 1), "1:20", /not a literal/);
    await assertRefused(`new aws.Thing("a");\n`, set(["a"], 1), "1:1", /sets no inputs/);
  });

  it("makes no edit of a resource if it refuses one of them", async () => {
    const text = `new aws.Thing("a", { a: 1, b: two });\n`;
    const { files, refused } = await edited(text, { inputs: [set(["a"], 2), set(["b"], 3)] });
    assert.equal(files[0]?.text, text);
    assert.deepEqual(
      refused.map(({ path }) => path),
      [["b"]],
    );
  });

  it("adds paths to ignoreChanges", async () => {
    const ignoring = async (text: string): Promise<string | undefined> =>
      (await edited(text, { ignoreChanges: ["tags.a", "size"] })).files[0]?.text;
    assert.equal(
      await ignoring(`new aws.Thing("a", { b: 1 });\n`),
      `new aws.Thing("a", { b: 1 }, { ignoreChanges: ["tags.a", "size"] });\n`,
    );
    assert.equal(
      await ignoring(`new aws.Thing("a");\n`),
      `new aws.Thing("a", {}, { ignoreChanges: ["tags.a", "size"] });\n`,
    );
    assert.equal(
      await ignoring(`new aws.Thing("a", {}, { parent: b });\n`),
      `new aws.Thing("a", {}, { parent: b, ignoreChanges: ["tags.a", "size"] });\n`,
    );
    assert.equal(
      await ignoring(`new aws.Thing("a", {}, { ignoreChanges: ["x"] });\n`),
      `new aws.Thing("a", {}, { ignoreChanges: ["x", "tags.a", "size"] });\n`,
    );
    assert.equal(await ignoring(`new aws.Thing("a", {}, options);\n`), `new aws.Thing("a", {}, options);\n`);
  });

  it("finds the constructor by its column if its line has several", async () => {
    const text = `const l = [new aws.Thing("a", { n: 1 }), new aws.Thing("b", { n: 1 })];\n`;
    const location = { file: "index.ts", line: 1, column: text.indexOf('new aws.Thing("b"') + 1 };
    const { files } = await edited(text, { location, inputs: [set(["n"], 2)] });
    assert.equal(files[0]?.text, `const l = [new aws.Thing("a", { n: 1 }), new aws.Thing("b", { n: 2 })];\n`);
  });
});
