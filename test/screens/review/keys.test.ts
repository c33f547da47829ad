import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { columnsOf } from "../../../src/cli/columns.ts";
import type { Canvas } from "../../../src/cli/review/canvas.ts";
import { reviewFrame } from "../../../src/cli/review/frame.ts";
import { type Key, readKey } from "../../../src/cli/review/key.ts";
import { listKeys } from "../../../src/cli/review/key-words.ts";
import { currentPage, lineAt, type Model, openedModel, withView } from "../../../src/cli/review/model.ts";
import { pressed } from "../../../src/cli/review/pressed.ts";
import { ImpError } from "../../../src/domain/errors.ts";
import type { ReviewAnswer, ReviewRow, ReviewView } from "../../../src/domain/review.ts";
import { projectRoot } from "../../real/project-root.ts";
import { appliedTo, sampleRow, sampleRows, sampleView } from "../../support/review-samples.ts";
import { withoutUndefined } from "../../support/without-undefined.ts";
import { keysOf } from "./review-pages.ts";

const wide: Canvas = { columns: 120, rows: 40, colour: false, isUnicode: true };
const narrow: Canvas = { ...wide, columns: 40, rows: 20 };

/** Simulates a user who presses keys, and applies the edits. */
function reviewed(keys: string, canvas: Canvas = wide, rows: readonly ReviewRow[] = sampleRows) {
  let view = sampleView(rows);
  let model = openedModel(view);
  const answers: ReviewAnswer[] = [];
  for (const key of keysOf(keys)) {
    const step = pressed(model, key, view, reviewFrame(model, view, canvas));
    model = step.model;
    if (step.answer === undefined) continue;
    answers.push(step.answer);
    view = sampleView(appliedTo(view.rows, step.answer), { edits: answers.length });
    model = withView(model, view);
  }
  return { model, view, answers };
}

/** Returns the lines of the screen after the keys. */
function linesAfter(keys: string, canvas: Canvas): readonly string[] {
  const { model, view } = reviewed(keys, canvas);
  return reviewFrame(model, view, canvas).lines;
}

const urnOf = (name: string): string => sampleRows.find(({ outcome }) => outcome.name === name)?.key ?? "";
const passwords = ["orders-closed", "orders-open", "orders-2024", "orders-2025"].map(urnOf);
const replacers = ["quirk-replacer", "quirk-replacer-2"].map(urnOf);

describe("the keys of the review", () => {
  const cases: readonly (readonly [title: string, keys: string, answer: ReviewAnswer])[] = [
    ["space excludes a row", "<down> ", { kind: "take-out", keys: [urnOf("orders-closed")] }],
    ["space on a heading excludes its rows", " ", { kind: "take-out", keys: passwords }],
    ["space includes a row again", "<end><enter><down> ", { kind: "take-in", keys: [urnOf("scratch")] }],
    [
      "r renames a resource",
      "<down>r<clear>shop<enter>",
      { kind: "rename", key: urnOf("orders-closed"), name: "shop" },
    ],
    [
      "R renames all resources by a pattern",
      "R<clear>s/orders-//<enter>",
      { kind: "rename-all", pattern: "s/orders-//" },
    ],
    ["p sets a missing value", "<down>pabc<enter>", give("orders-closed", "abc")],
    ["d excludes a row", "<down>d<enter>", { kind: "take-out", keys: [urnOf("orders-closed")] }],
    ["d sets a missing value", "<down>d2abc<enter>", give("orders-closed", "abc")],
    [
      "d sets placeholders for all resources of a group",
      "<down>d<down><down>a<enter>",
      { kind: "use-placeholder", keys: passwords },
    ],
    ["d on a heading applies to its rows", "d2", { kind: "use-placeholder", keys: passwords }],
    ["d adds ignoreChanges", "/replacer<enter><down>d2", { kind: "ignore-changes", keys: [replacers[0] ?? ""] }],
    ["d accepts replacements", "/replacer<enter>d3", { kind: "accept-replace", keys: replacers }],
    ["d assumes defaults", "/api-key<enter>d3", { kind: "assume-defaults", keys: [urnOf("api-key")] }],
    ["s enables --strict", "s", { kind: "set-strict", isStrict: true }],
    ["o sets the layout", "o<down><right><enter>", { kind: "set-output", layout: "per-type" }],
    ["o sets the language", "o<right><enter>", { kind: "set-output", language: "python" }],
    ["o sets the directory", "o<down><down><clear>infra<enter>", { kind: "set-output", directory: "infra" }],
    ["w writes a report", "w<clear>all.html<enter>", { kind: "write-report", file: "all.html" }],
    [
      "x saves resources that are not imported to imp-rest.json",
      "x<enter>",
      { kind: "save-rest", file: "imp-rest.json" },
    ],
    ["i starts the import", "i", { kind: "import" }],
    ["q quits", "q", { kind: "quit" }],
    [
      "the page of a resource accepts the keys of its row",
      "<down><enter>d<enter>",
      { kind: "take-out", keys: [urnOf("orders-closed")] },
    ],
  ];
  for (const [title, keys, answer] of cases) {
    it(`edits a review: ${title}`, () => assert.deepEqual(withoutUndefined(reviewed(keys).answers), [answer]));
  }

  for (const [title, keys] of [
    ["escape discards a typed name", "<down>rabc<escape>"],
    ["the same name is not an edit", "<down>r<enter>"],
    ["a rejected name keeps the name page open", "<down>r<clear>9<enter>"],
    ["an empty value is not an edit", "<down>p<enter>"],
    ["u without an edit does nothing", "u"],
    ["unchanged output settings are not an edit", "o<enter>"],
  ] as const) {
    it(`edits nothing in a review: ${title}`, () => assert.deepEqual(reviewed(keys).answers, []));
  }

  it("undoes the last edit with u, and confirms q if there are edits", () => {
    assert.deepEqual(reviewed("<down> u").answers.at(-1), { kind: "undo" });
    const { answers, model } = reviewed("<down> q");
    assert.equal(answers.length, 1);
    assert.deepEqual(currentPage(model), { kind: "confirm", isYes: false });
    assert.deepEqual(reviewed("<down> qy").answers.at(-1), { kind: "quit" });
  });

  it("accepts typed commands for the same actions in a narrow terminal", () => {
    const commands: readonly (readonly [string, ReviewAnswer])[] = [
      ["o 2<enter>", { kind: "take-out", keys: [urnOf("orders-closed")] }],
      ["o1<enter>", { kind: "take-out", keys: passwords }],
      ["r 2 shop<enter>", { kind: "rename", key: urnOf("orders-closed"), name: "shop" }],
      ["d 2<enter>3", { kind: "use-placeholder", keys: [urnOf("orders-closed")] }],
      ["i<enter>", { kind: "import" }],
      ["q<enter>", { kind: "quit" }],
    ];
    for (const [keys, answer] of commands) assert.deepEqual(reviewed(keys, narrow).answers, [answer]);
  });

  it("opens a resource by its number, and the help after an unknown command", () => {
    assert.deepEqual(currentPage(reviewed("2<enter>", narrow).model), { kind: "details", key: passwords[0], top: 0 });
    for (const command of ["hello", "d 9999", "q 2 x y", "%"])
      assert.equal(
        currentPage(reviewed(`${command}<enter>`, narrow).model)?.kind,
        command.startsWith("q") ? undefined : "help",
      );
    assert.deepEqual(currentPage(reviewed("r 2 9lives<enter>", narrow).model)?.kind, "rename");
  });

  it("keeps the cursor on the resource if an edit moves it to another group", () => {
    const { model } = reviewed("/replacer<enter><down>d3");
    assert.equal(model.cursor, replacers[0]);
    const renamed = reviewed("<down>r<clear>zz<enter>").model;
    assert.equal(renamed.cursor, passwords[0]);
    const ignored = reviewed("<down>d3").model;
    assert.equal(ignored.cursor, passwords[0]);
    assert.equal(lineAt(ignored)?.kind, "row");
  });

  it("moves to the next row after space", () => {
    const { answers } = reviewed("<down>   ");
    assert.deepEqual(
      answers.flatMap((answer) => ("keys" in answer ? answer.keys : [])),
      passwords.slice(0, 3),
    );
  });

  it("filters rows by verdict and by name, and shows all rows after escape", () => {
    assert.equal(reviewed("f").model.narrowing.filter, "failed");
    assert.equal(reviewed("<right><right>").model.narrowing.filter, "replace");
    assert.equal(reviewed("<left>").model.narrowing.filter, "out");
    assert.equal(reviewed("f<escape>").model.narrowing.filter, "all");
    assert.equal(reviewed("/SUBNET-A<enter>").model.groups[0]?.rows.length, 1);
  });

  it("shows a row below its parent in the tree, even if the parent was renamed", () => {
    const { model } = reviewed("t");
    const index = model.lines.findIndex(({ id }) => id === urnOf("main"));
    assert.deepEqual(
      model.lines.slice(index, index + 2).map(({ id, depth }) => [id, depth]),
      [
        [urnOf("main"), 0],
        [urnOf("subnet-a"), 1],
      ],
    );
    const child = sampleRow("a:b:C", "child", "clean", { parent: "urn:new" });
    const parent = sampleRow("a:b:C", "parent", "clean", { of: { urn: "urn:new" } });
    assert.deepEqual(
      reviewed("t", wide, [child, parent]).model.lines.map(({ depth }) => depth),
      [0, 1],
    );
  });

  it("moves and deletes by visible characters, even if they have several code points", () => {
    const { answers } = reviewed("<down>r<clear>ab👩‍👩‍👧‍👦<backspace>c<left><left>x<end>d<home><delete><enter>");
    assert.deepEqual(answers, [{ kind: "rename", key: passwords[0], name: "xbcd" }]);
  });
});

describe("a page longer than the screen", () => {
  for (const [title, keys] of [
    ["the help", "?"],
    ["the page of a resource", "<down><enter>"],
  ] as const)
    it(`shows the numbers of the visible lines and the keys that scroll: ${title}`, () => {
      const canvas = { columns: 70, rows: 12, colour: false, isUnicode: true };
      const [first, below] = [keys, `${keys}<down>`].map((typed) => linesAfter(typed, canvas));
      const [, all = ""] = / {2}1-10 of (\d+)$/.exec(first?.[0] ?? "") ?? [];
      assert.ok(Number(all) > 10, first?.join("\n"));
      assert.match(below?.[0] ?? "", new RegExp(` 2-11 of ${all}$`));
      assert.match(first?.at(-1) ?? "", /up\/down scroll .*esc back/);
    });

  it("shows no line numbers and no scroll keys if all fits on the screen", () => {
    const text = linesAfter("?", { ...wide, columns: 200, rows: 60 }).join("\n");
    assert.doesNotMatch(text, /scroll| of \d/);
  });
});

describe("the heading of a group of failed resources", () => {
  const screen = { columns: 80, rows: 24, colour: false, isUnicode: true };
  const refused = (what: string, reason: string): ReviewRow => {
    const error = ImpError.of("PROVIDER_REFUSED", { type: "a:b:C", name: "x", id: "x", method: what, reason });
    return sampleRow("a:b:C", "x", "failed", { of: { error } });
  };
  const headOf = (row: ReviewRow): string => {
    const view = sampleView([row]);
    return reviewFrame(openedModel(view), view, screen).lines.find((line) => line.includes("(1)")) ?? "";
  };

  it("shows the shared reason without the words before it", () => {
    assert.match(linesAfter("", screen)[2] ?? "", / Missing password \(4\) {3}password: is required$/);
    assert.match(headOf(refused("Read", "2 errors:\n\t* no key\n\n\t* no")), /from Read \(1\) {3}\* no key · \* no\.$/);
  });

  it("truncates a long reason, and shows all of it on the page of the resource", () => {
    const reason = `The ${"very ".repeat(30)}last word`;
    const long = refused("Read of something that has a long name", reason);
    assert.match(headOf(long), /… \(1\) {3}The very very.*…$/);
    const { lines } = reviewFrame(reviewed("<down><enter>", screen, [long]).model, sampleView([long]), screen);
    assert.match(lines.join(" ").replace(/\s+/g, " "), /very last word/);
  });
});

describe("the page of a resource in the review", () => {
  it("labels the set values, even if the number of read values is unknown", () => {
    const row = sampleRow("a:b:C", "x", "failed", { of: { reasons: new Map([["size", "required"]]) } });
    const { model } = reviewed("<down><enter>", wide, [row]);
    assert.match(reviewFrame(model, sampleView([row]), wide).lines.join("\n"), /^ Values {6}set \(required\): size$/m);
  });
});

describe("the name page", () => {
  it("reports a name as available only if it differs from the current name", () => {
    const [now, other] = ["", "2"].map((typed) => linesAfter(`<down>r${typed}`, wide).join("\n"));
    assert.match(now ?? "", /the current name/);
    assert.doesNotMatch(now ?? "", /free/);
    assert.match(other ?? "", /✔ available in the stack, the import file, and the program/);
  });
});

describe("key labels", () => {
  it("lists an existing flag of imp run for every key except t, u, and ?", () => {
    const manifest: { readonly commands: { readonly run: { readonly flags: Readonly<Record<string, unknown>> } } } =
      JSON.parse(readFileSync(join(projectRoot, "oclif.manifest.json"), "utf8"));
    const known = manifest.commands.run.flags;
    for (const { flag = "" } of listKeys)
      for (const [, name = ""] of flag.matchAll(/--([a-z-]+)/g)) assert.ok(Object.hasOwn(known, name), name);
    const without = listKeys.filter(({ flag }) => flag === undefined).map(({ key }) => key);
    assert.deepEqual(without, ["t", "u", "?"], "only these keys need no flag");
  });
});

describe("the help of a numbered list", () => {
  const lines = linesAfter("?<enter>", { ...narrow, rows: 200 });

  it("lists the typed commands, and no keys", () => {
    assert.match(lines[0] ?? "", /^ Commands/);
    const labels = lines.slice(1).flatMap((line) => /^ (\S.{0,11}?) {2,}/.exec(line)?.[1] ?? []);
    assert.deepEqual(labels, "o 3|r 3 NAME|3|c 3|d 3|p 3|e 3|R|t|f|/|o|s|w|x|u|?|i|q".split("|"));
    assert.doesNotMatch(lines.join("\n"), /space|⏎|[Kk]ey|\bj\b/);
  });

  it("shows only examples that the list accepts", () => {
    for (const { command } of listKeys) {
      if (command === undefined) continue;
      const { model, answers } = reviewed(`${command}<enter>`, narrow);
      const page = currentPage(model)?.kind;
      assert.ok(answers.length === 1 || (page !== undefined && page !== "help"), command);
    }
  });
});

describe("readline key events", () => {
  it("converts readline events to characters or named keys", () => {
    assert.deepEqual(readKey({ name: "r", shift: true }, "R"), { kind: "text", text: "R" });
    assert.deepEqual(readKey({}, "?"), { kind: "text", text: "?" });
    assert.deepEqual(readKey({ name: "space" }, " "), { kind: "text", text: " " });
    assert.deepEqual(readKey({ name: "tab", shift: true }, ""), { kind: "back-tab" });
    assert.deepEqual(readKey({ name: "return" }, ""), { kind: "enter" });
    assert.deepEqual(readKey({ name: "u", ctrl: true }, ""), { kind: "clear" });
    for (const name of ["f1", "l", "undefined"]) assert.equal(readKey({ name, ctrl: name === "l" }, ""), undefined);
  });
});

describe("a review with random keys", () => {
  const control = fc.constantFrom(
    ...(["up", "down", "left", "right", "home", "end", "page-up", "page-down", "tab", "back-tab"] as const),
    ...(["enter", "enter", "enter", "escape", "backspace", "delete", "clear"] as const),
  );
  const letters = fc.constantFrom(..."krR cedpt/?owxusiqjgGfayn123456789 s/a/b/");
  const key: fc.Arbitrary<Key> = fc.oneof(
    control.map((kind): Key => ({ kind })),
    letters.map((text): Key => ({ kind: "text", text })),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }).map((text): Key => ({ kind: "text", text })),
  );
  const named = fc
    .tuple(
      fc.constantFrom(...sampleRows),
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.integer({ min: 0, max: 999 }),
    )
    .map(([row, name, at]): ReviewRow => ({ ...row, key: `${row.key}${at}`, outcome: { ...row.outcome, name } }));
  const rows = fc.oneof(
    fc.subarray([...sampleRows]),
    fc.uniqueArray(named, { selector: (row) => row.key, maxLength: 30 }),
  );
  const canvas = fc.record({
    columns: fc.oneof(fc.integer({ min: 1, max: 220 }), fc.constantFrom(40, 59, 60, 80)),
    rows: fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constantFrom(9, 10, 24)),
    colour: fc.boolean(),
    isUnicode: fc.boolean(),
  });

  it("fits into the screen, shows the cursor, and returns edits of existing rows", () => {
    fc.assert(
      fc.property(rows, fc.array(fc.tuple(key, canvas), { maxLength: 60 }), (first, presses) => {
        let view = sampleView(first);
        let model = openedModel(view);
        for (const [press, size] of presses) {
          const frame = reviewFrame(model, view, size);
          checkFrame(model, view, size, frame.lines);
          const step = pressed(model, press, view, frame);
          model = step.model;
          if (step.answer === undefined) continue;
          checkAnswer(step.answer, view);
          view = sampleView(appliedTo(view.rows, step.answer), { edits: 1, message: { text: "…", isProblem: true } });
          model = withView(model, view);
          if (view.rows.some((row) => row.key === step.model.cursor)) checkCursor(model, step.model.cursor);
        }
      }),
      { numRuns: 300 },
    );
  });

  function checkFrame(model: Model, view: ReviewView, canvas: Canvas, lines: readonly string[]): void {
    assert.ok(lines.length <= canvas.rows && lines.length > 0);
    const plain = lines.map(stripVTControlCharacters);
    for (const line of plain) {
      assert.ok(columnsOf(line) <= canvas.columns, `${canvas.columns} columns: ${JSON.stringify(line)}`);
      assert.doesNotMatch(line, /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      if (!canvas.isUnicode) assert.match(line, /^[\x20-\x7e]*$/);
    }
    if (!canvas.colour) assert.deepEqual(plain, lines);
    if (currentPage(model) !== undefined || model.lines.length === 0 || canvas.columns < 2) return;
    const cursor = canvas.isUnicode ? "❯" : ">";
    assert.ok(
      plain.some((line) => line.startsWith(cursor)),
      plain.join("\n"),
    );
    assert.ok(view.rows.length > 0);
  }

  function checkAnswer(answer: ReviewAnswer, view: ReviewView): void {
    const known = new Set(view.rows.map((row) => row.key));
    const keys = "keys" in answer ? answer.keys : "key" in answer ? [answer.key] : [];
    for (const one of keys) assert.ok(known.has(one), one);
    if ("keys" in answer) assert.ok(answer.keys.length > 0);
  }

  function checkCursor(model: Model, key: string): void {
    const isShown = model.narrowing.filter === "all" && model.narrowing.search === "";
    if (isShown) assert.equal(model.cursor, key);
  }
});

function give(name: string, text: string): ReviewAnswer {
  return { kind: "give-values", key: urnOf(name), values: [{ path: ["password"], secret: true, text }] };
}
