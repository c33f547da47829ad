/** Random edits of literals in random layouts: the edited program has the expected value. */
import assert from "node:assert/strict";
import type { InputEdit, InputLiteral } from "../../generators/edited-inputs.ts";
import { editResources } from "../../generators/typescript/user-program/edit-resources.ts";
import type { Path } from "../../src/value/path.ts";
import { folderOf } from "../support/large-program.ts";
import { type Draw, drawFrom } from "../support/mutate.ts";

const count = process.env.IMP_PROVE === "1" ? 20_000 : 300;

type Literal = string | number | boolean | null | readonly Literal[] | LiteralObject;
interface LiteralObject {
  readonly [key: string]: Literal;
}

const scalars: readonly Literal[] = [
  0,
  -1.5,
  true,
  null,
  "text",
  "it's",
  'say "hi"',
  "two\nlines",
  "*/",
  "// x",
  "`$" + "{y}`",
];
const keys = ["a", "b-c", "d", "e f", "g", "it's", "0", "length"];

describe("random edits of a TypeScript program", () => {
  it(`gives the expected value in ${count} random layouts`, async () => {
    for (let seed = 1; seed <= count; seed += 1) {
      const draw = drawFrom(seed);
      const before = drawObject(draw, 3);
      const edits: InputEdit[] = [];
      const after = edited(before, [], edits, draw);
      const text = `new aws.Thing("a", ${printed(before, "", draw)});\n`;
      const request = { urn: "urn", location: { file: "index.ts", line: 1 }, inputs: edits, ignoreChanges: [] };
      const { files, refused } = await editResources([request], folderOf({ "index.ts": text }));
      const story = `seed ${seed}\n${text}\n${JSON.stringify(edits)}\n${files[0]?.text}`;
      assert.deepEqual(refused, [], story);
      assert.deepEqual(evaluated(files[0]?.text ?? "", story), after, story);
    }
  });
});

function drawLiteral(draw: Draw, depth: number): Literal {
  const kind = depth === 0 ? 0 : draw(3);
  if (kind === 0) return pick(scalars, draw);
  return kind === 1 ? drawObject(draw, depth - 1) : drawList(draw, depth - 1);
}

function drawObject(draw: Draw, depth: number): LiteralObject {
  const left = [...keys];
  const names = Array.from({ length: draw(5) }, () => left.splice(draw(left.length), 1)[0] ?? "a");
  return Object.fromEntries(names.map((name) => [name, drawLiteral(draw, depth)]));
}

function drawList(draw: Draw, depth: number): readonly Literal[] {
  return Array.from({ length: draw(5) }, () => drawLiteral(draw, depth));
}

function isList(value: Literal): value is readonly Literal[] {
  return Array.isArray(value);
}

/** Draws edits below a path, and returns the value after them. */
function edited(value: Literal, path: Path, edits: InputEdit[], draw: Draw): Literal {
  if (isList(value)) return editedList(value, path, edits, draw);
  if (typeof value === "object" && value !== null) return editedObject(value, path, edits, draw);
  return value;
}

function editedObject(value: LiteralObject, path: Path, edits: InputEdit[], draw: Draw): LiteralObject {
  const kept = Object.entries(value).flatMap(([key, item]) => {
    const after = editedItem(item, [...path, key], edits, draw);
    return after === undefined ? [] : [[key, after] as const];
  });
  const unset = keys.filter((key) => !(key in value));
  const added = draw(3) === 0 ? unset.slice(0, 1 + draw(2)) : [];
  const addedEntries = added.map((key) => [key, addedAt([...path, key], edits, draw)] as const);
  return Object.fromEntries([...kept, ...addedEntries]);
}

function editedList(value: readonly Literal[], path: Path, edits: InputEdit[], draw: Draw): readonly Literal[] {
  return [...value, undefined].flatMap((item, index) => {
    const added = draw(6) === 0 ? [addedAt([...path, index], edits, draw)] : [];
    const after = item === undefined ? undefined : editedItem(item, [...path, index], edits, draw);
    return after === undefined ? added : [...added, after];
  });
}

/** Returns undefined for a removed item. */
function editedItem(item: Literal, path: Path, edits: InputEdit[], draw: Draw): Literal | undefined {
  switch (draw(6)) {
    case 0: {
      edits.push({ kind: "remove", path });
      return undefined;
    }
    case 1: {
      const value = drawLiteral(draw, 1);
      edits.push({ kind: "set", path, value: inputLiteral(value) });
      return value;
    }
    default:
      return edited(item, path, edits, draw);
  }
}

function addedAt(path: Path, edits: InputEdit[], draw: Draw): Literal {
  const value = drawLiteral(draw, 1);
  edits.push({ kind: "add", path, value: inputLiteral(value) });
  return value;
}

function inputLiteral(value: Literal): InputLiteral {
  if (isList(value)) return value.map(inputLiteral);
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value).map(([key, item]) => [key, inputLiteral(item)]));
}

/** Prints a value with random line breaks and comments. */
function printed(value: Literal, indent: string, draw: Draw): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close] = isList(value) ? ["[", "]"] : ["{", "}"];
  const items = isList(value)
    ? value.map((item) => printed(item, inner, draw))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${printed(item, inner, draw)}`);
  const isBroken = draw(2) === 0;
  const space = (): string =>
    pick(
      isBroken
        ? [" ", `\n${inner}`, `\n${inner}`, ` // c\n${inner}`, `\n${inner}// d\n${inner}`]
        : ["", " ", " ", " /* e */ "],
      draw,
    );
  const comma = (): string => pick([",", ",", ",", " /* f */,", ", /* g */"], draw);
  const texts = items.map((item, index) => {
    const isLast = index === items.length - 1;
    return `${space()}${item}${isLast && draw(2) === 0 ? "" : comma()}`;
  });
  return `${open}${texts.join("")}${isBroken ? `\n${indent}` : pick(["", " ", " /* h */ "], draw)}${close}`;
}

function evaluated(text: string, story: string): unknown {
  let args: unknown;
  class Thing {
    constructor(_: string, inputs: unknown) {
      args = inputs;
    }
  }
  try {
    new Function("aws", text)({ Thing });
  } catch (error) {
    throw new Error(`${String(error)}\n${story}`);
  }
  return args;
}

function pick<T>(items: readonly T[], draw: Draw): T {
  const item = items[draw(items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
