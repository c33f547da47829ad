/**
 * The rules of the house on sources made up here: each of them can fail, and names the place.
 */
import assert from "node:assert/strict";
import { readSource, type SourceFacts } from "./read-source.ts";
import {
  checkArrows,
  checkBudgets,
  checkCycles,
  checkEntries,
  checkLazy,
  checkPacked,
  checkRooms,
  checkStyle,
  checkTableIsTight,
  checkTouches,
  checkTwins,
  roomOf,
} from "./rules.ts";

const table = {
  "src/attic": { ours: ["src/cellar/steps", "src/door.ts"], modules: ["node:path", "prettier"] },
  "src/cellar": { ours: [], modules: [] },
  "src/door.ts": { ours: [], modules: [] },
};

describe("architecture: arrows", () => {
  const complaints = (path: string, text: string): readonly string[] => checkArrows([source(path, text)], table);

  it("follow the row", () => {
    const text = [
      'import { join } from "node:path";',
      'import doc from "prettier/doc";',
      'import { step } from "../cellar/steps.ts";',
      'import { beam } from "./beam.ts";',
      'import { door } from "../door.ts";',
    ];
    assert.deepEqual(complaints("src/attic/room.ts", text.join("\n")), []);
  });

  for (const [what, line, target] of [
    [
      "another file of a room that is allowed in part",
      'import { coal } from "../cellar/coal.ts";',
      "src/cellar/coal.ts",
    ],
    ["a type", 'import type { Coal } from "../cellar/coal.ts";', "src/cellar/coal.ts"],
    ["a re-export", 'export * from "../cellar/coal.ts";', "src/cellar/coal.ts"],
    ["a dynamic import", 'await import("../cellar/coal.ts");', "src/cellar/coal.ts"],
    ["an import inside a type", 'let coal: import("../cellar/coal.ts").Coal;', "src/cellar/coal.ts"],
    ["a side effect", 'import "../cellar/coal.ts";', "src/cellar/coal.ts"],
    ["require", 'require("node:fs");', "node:fs"],
    ["a module of others", 'import { x } from "prettierish";', "prettierish"],
    ["a path that is not a literal", "await import(name);", "<computed>"],
    ["a file whose name begins alike", 'import { x } from "../cellar/steps-down.ts";', "src/cellar/steps-down.ts"],
  ] as const) {
    it(`refuse ${what}`, () => {
      assert.deepEqual(complaints("src/attic/room.ts", line), [
        `src/attic/room.ts: src/attic may not import ${target}`,
      ]);
    });
  }

  it("refuse a folder without a row, and a file next to the rooms", () => {
    assert.deepEqual(complaints("src/garden/tree.ts", ""), ["src/garden/tree.ts: no row of the table has its folder"]);
    assert.deepEqual(complaints("src/window.ts", ""), ["src/window.ts: no row of the table has its folder"]);
  });

  it("are decided by the longest row", () => {
    assert.equal(roomOf("src/attic/box/lid.ts", { ...table, "src/attic/box": table["src/cellar"] }), "src/attic/box");
    assert.equal(roomOf("src/attics/lid.ts", table), undefined);
  });

  it("report rows and permissions that nothing needs", () => {
    const files = [source("src/attic/room.ts", 'import "../door.ts"; import "node:path";'), source("src/door.ts", "")];
    assert.deepEqual(checkTableIsTight(files, table), [
      "src/attic: nothing imports src/cellar/steps any more",
      "src/attic: nothing imports prettier any more",
      "src/cellar: no file is left",
    ]);
  });
});

describe("architecture: cycles", () => {
  it("of three files are reported once, with their path", () => {
    const files = [
      source("src/a.ts", 'import { b } from "./b.ts";'),
      source("src/b.ts", 'import type { C } from "./c.ts";'),
      source("src/c.ts", 'export { a } from "./a.ts";'),
      source("src/d.ts", 'import "./a.ts";'),
    ];
    assert.deepEqual(checkCycles(files), ["a cycle: src/a.ts -> src/b.ts -> src/c.ts -> src/a.ts"]);
  });

  it("are not found where two paths lead to one file", () => {
    const files = [
      source("src/a.ts", 'import "./b.ts"; import "./c.ts";'),
      source("src/b.ts", 'import "./c.ts";'),
      source("src/c.ts", ""),
    ];
    assert.deepEqual(checkCycles(files), []);
  });

  it("include a file that imports itself", () => {
    assert.deepEqual(checkCycles([source("src/a.ts", 'import "./a.ts";')]), ["a cycle: src/a.ts -> src/a.ts"]);
  });

  it("are found between rooms that need each other, though no file needs itself", () => {
    const rooms = {
      "src/a": { ours: ["src/a/deep"], modules: [] },
      "src/a/deep": { ours: ["src/a/one"], modules: [] },
    };
    const there = source("src/a/one.ts", "");
    const back = source("src/a/deep/two.ts", 'import "../one.ts";');
    assert.deepEqual(checkRooms([there, back], rooms), []);
    const circle = [there, back, source("src/a/three.ts", 'import "./deep/two.ts";')];
    assert.deepEqual(checkCycles(circle), []);
    assert.deepEqual(checkRooms(circle, rooms), ["a cycle: src/a -> src/a/deep -> src/a"]);
  });
});

describe("architecture: the outside", () => {
  for (const [text, thing] of [
    ['console.log("x");', "console"],
    ['globalThis.console.error("x");', "console"],
    ["process.exit(1);", "process.exit"],
    ["const home = process.env.HOME;", "process.env"],
    ["const { env } = process;", "process.<destructured>"],
    ["const at = new Date();", "new Date()"],
    ["const at = new Date;", "new Date()"],
    ["const at = Date.now();", "Date.now"],
    ["const x = Math.random();", "Math.random"],
    ["setTimeout(() => {}, 1);", "setTimeout"],
    ['import { readFileSync } from "node:fs";', "node:fs"],
    ['import { readFile } from "node:fs/promises";', "node:fs/promises"],
    ['await import("@grpc/grpc-js");', "@grpc/grpc-js"],
  ] as const) {
    it(`allows ${text} to its owner only`, () => {
      const rule = thing === "node:fs/promises" ? "node:fs" : thing;
      const [here, there] = [source("src/here.ts", text), source("src/there.ts", text)];
      const found = checkTouches([here, there], { [rule]: ["src/here.ts"] });
      assert.deepEqual(found, [`src/there.ts: may not touch ${thing}`]);
    });
  }

  it("allows modules that are not named, but nothing of process", () => {
    const file = source("src/a.ts", 'import { join } from "node:path"; process.chdir(join("a", "b")); new Date(0);');
    assert.deepEqual(checkTouches([file], {}), ["src/a.ts: no rule lets anyone touch process.chdir"]);
  });

  it("ignores imports of types", () => {
    const file = source("src/a.ts", 'import type { Client } from "@grpc/grpc-js"; let c: typeof import("node:fs");');
    assert.deepEqual(checkTouches([file], { "@grpc/grpc-js": [], "node:fs": [] }), []);
  });

  it("refuses static imports of heavy modules", () => {
    const heavy = { ora: [], prettier: ["src/lazy.ts"] };
    const text = 'import ora from "ora"; import { format } from "prettier/standalone";';
    const late = 'import type { Ora } from "ora"; await import("ora");';
    const files = [source("src/a.ts", text), source("src/lazy.ts", text), source("src/b.ts", late)];
    assert.deepEqual(checkLazy(files, heavy), [
      "src/a.ts: ora is loaded at the start; use await import()",
      "src/a.ts: prettier/standalone is loaded at the start; use await import()",
      "src/lazy.ts: ora is loaded at the start; use await import()",
    ]);
  });
});

describe("architecture: entries", () => {
  const entries = [{ folder: "src/cellar", entry: "src/cellar/door.ts" }];
  const door = source("src/cellar/door.ts", 'import { coal } from "./coal.ts";');
  const complaints = (line: string): readonly string[] =>
    checkEntries([door, source("src/attic/room.ts", line)], entries);

  it("let others import the entry, and files of the folder each other", () =>
    assert.deepEqual(complaints('import { door } from "../cellar/door.ts";'), []));

  it("refuse what is behind the entry, types too", () =>
    assert.deepEqual(complaints('import type { Coal } from "../cellar/coal.ts";'), [
      "src/attic/room.ts: imports src/cellar/coal.ts; import src/cellar/door.ts instead",
    ]));

  it("refuse a folder without its entry", () =>
    assert.deepEqual(checkEntries([source("src/cellar/coal.ts", "")], entries), [
      "src/cellar: has no src/cellar/door.ts",
    ]));
});

describe("architecture: budgets", () => {
  const body = "  let x = 1;\n".repeat(4);
  const budgets = { file: 10, function: 5 };

  it("count a function from its first line to its last, by whatever name it has", () => {
    const text = `function a() {\n${body}}\nclass B {\n m() {\n${body}}\n constructor() {\n${body}}\n}\nconst c = () => {\n${body}};\n`;
    const file = source("src/a.ts", text);
    assert.deepEqual(
      file.functions.map(({ name, lines }) => [name, lines]),
      ["a", "m", "constructor", "c"].map((name) => [name, 6]),
    );
    assert.equal(file.lines, 26);
    assert.deepEqual(checkBudgets([file], budgets, { "src/a.ts#a": "because", "src/a.ts": "so" }), [
      "src/a.ts#m: 6 lines (at most 5)",
      "src/a.ts#constructor: 6 lines (at most 5)",
      "src/a.ts#c: 6 lines (at most 5)",
    ]);
  });

  it("refuse an argument that is not needed any more", () => {
    const file = source("src/a.ts", "/** A. */\n");
    assert.deepEqual(checkBudgets([file], budgets, { "src/a.ts": "it was long" }), [
      "src/a.ts: is not over the budget any more; take its argument out",
    ]);
  });
});

describe("architecture: style", () => {
  const mark = ["TO", "DO"].join("");
  for (const [path, text, complaint] of [
    ["src/a.ts", "const a = 1;", "src/a.ts: does not open with a doc comment"],
    ["src/a.ts", "// A.\n", "src/a.ts: does not open with a doc comment"],
    ["src/bigThing.ts", "/** A. */\n", "src/bigThing.ts: is not named in kebab-case"],
    ["src/utils.ts", "/** A. */\n", "src/utils.ts: has a name without meaning"],
    ["src/helpers/a.ts", "/** A. */\n", "src/helpers/a.ts: has a name without meaning"],
    ["src/state-manager.ts", "/** A. */\n", "src/state-manager.ts: has a name without meaning"],
    ["src/a.ts", "/** A. */\nlet a: any;\n", "src/a.ts:2: any"],
    ["src/a.ts", "/** A. */\nlet a = 1 as any;\n", "src/a.ts:2: any"],
    ["src/a.ts", "/** A. */\nlet a: Map<string, any>;\n", "src/a.ts:2: any"],
    ["src/a.ts", `/** A. */\n\n// ${mark}: later\n`, "src/a.ts:3: an open task, or a comment that silences a checker"],
    ["src/a.ts", "/** A. */\n// @ts-ignore\n", "src/a.ts:2: an open task, or a comment that silences a checker"],
  ] as const) {
    it(complaint, () => assert.deepEqual(checkStyle([source(path, text)]), [complaint]));
  }

  it("accept a script's first line, and words that contain `any`", () => {
    const text = '#!/usr/bin/env node\n/** A. */\nconst any = "as any";\nconst company = { any };\n';
    assert.deepEqual(checkStyle([source("src/a-main.ts", text)]), []);
  });
});

describe("architecture: packed literals", () => {
  const complaints = (line: string): readonly string[] => checkPacked([source("src/a.ts", line)]);
  for (const line of ["const a = { ...{ b, c }, d };", 'const a = [...["b", "c"], "d"];', "f(...[a, b]);"])
    it(`refuse ${line}`, () =>
      assert.deepEqual(complaints(line), ["src/a.ts:1: a literal is spread into a literal; write it out"]));
  for (const line of ["const a = { ...(b && { b }), ...c };", "const a = [...(b ? [c] : []), ...d];"])
    it(`accept ${line}`, () => assert.deepEqual(complaints(line), []));
});

describe("architecture: twins", () => {
  const body = (comment: string): string =>
    `{\n  ${comment}\n  readonly a: string;\n  readonly b?: number;\n  c(): void;\n}\n`;

  it("are interfaces with the same members, whatever their names, comments and order", () => {
    const first = source("src/a.ts", `export interface Lock ${body("/** The first. */")}`);
    const second = source("src/b.ts", "interface Holder { c(): void; a: string; readonly b?: number }");
    assert.deepEqual(checkTwins([first, second]), [
      "src/a.ts#Lock and src/b.ts#Holder: have the same members; declare one of them, in src/domain or lower",
    ]);
  });

  it("are none where a member differs, or where there are only two", () => {
    const first = source("src/a.ts", `interface Lock ${body("")} interface Range { start: number; end: number }`);
    const second = source(
      "src/b.ts",
      "interface Lock { c(): void; a: string; b: number } interface Span { start: number; end: number }",
    );
    assert.deepEqual(checkTwins([first, second]), []);
  });
});

function source(path: string, text: string): SourceFacts {
  return readSource(path, text);
}
