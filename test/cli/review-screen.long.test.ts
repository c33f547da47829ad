import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { reviewFrame } from "../../src/cli/review/frame.ts";
import { openedModel } from "../../src/cli/review/model.ts";
import type { ReviewAnswer } from "../../src/domain/review.ts";
import { sampleRows, sampleView } from "../support/review-samples.ts";
import { type Answer, requireTerminal, type Size } from "../support/run-in-terminal.ts";
import { rowText, screenOf } from "../support/terminal-screen.ts";
import { left, review } from "./review-screen.ts";

const urnOf = (name: string): string => sampleRows.find(({ outcome }) => outcome.name === name)?.key ?? "";

describe("the review on a terminal", () => {
  const python = requireTerminal();

  const quit: Answer = { seen: "q quit|> 3", answer: "q" };

  for (const size of [
    { columns: 40, rows: 20 },
    { columns: 80, rows: 24 },
    { columns: 200, rows: 50 },
  ]) {
    for (const [title, env, colour] of [
      ["in color", {}, true],
      ["without color", { NO_COLOR: "1" }, false],
    ] as const) {
      it(`draws the expected screen at ${size.columns}x${size.rows}, ${title}`, async () => {
        const last = size.columns < 60 ? { ...quit, answer: "q\r" } : quit;
        const { screen, code } = await review(python, [last], size, env);
        assert.equal(code, 0, screen);
        const canvas = { columns: size.columns, rows: size.rows - 1, colour, isUnicode: true };
        const view = sampleView();
        const expected = reviewFrame(openedModel(view), view, canvas).lines;
        const first = screen.slice(0, screen.search(/> 3|q quit/));
        const drawn = screenOf(first, size.columns).map(rowText);
        assert.deepEqual(drawn.slice(0, -1), expected.slice(0, drawn.length - 1).map(plainLine));
        if (!colour) assert.doesNotMatch(screen, /\u001b\[\d*m/);
      });
    }
  }

  it("handles every key", async () => {
    const keys: readonly (readonly [seen: string, keys: string, answer?: ReviewAnswer])[] = [
      ["q quit", "j "],
      ["Done: take-out", "u"],
      ["Done: undo", "gj"],
      ["p value", "r\u0015shop-db\r"],
      ["Done: rename", "R\u0015s/orders-//\r"],
      ["Done: rename-all", "gj\r"],
      ["VALUE_DEMANDED", "e"],
      ["Why: ", "c"],
      ["cidrBlock", "q\u007f"],
      ["q quit", "p"],
      ["Missing value", "canary\r"],
      ["Done: give-values", "gjd"],
      ["Decide about", "jja\r"],
      ["Done: use-placeholder", "/replacer\r"],
      ["replacer", "gd\u001b[B\r"],
      ["Done: ignore-changes", "\u001b"],
      ["Would be updated", "f"],
      ["Failed 12", "s"],
      ["Done: set-strict", "o"],
      ["Language", "\u001b[C\u001b[B\u001b[C\r"],
      ["Done: set-output", "w"],
      ["imp-report", "\r"],
      ["Done: write-report", "x"],
      ["imp-rest", "\r"],
      ["Done: save-rest", "t"],
      ["by parent", "t?"],
      ["Keys and", "\u001b[6~q"],
      ["q quit", "\u001b[F\u001b[A\u001b[5~\u001b[H"],
      ["q quit", "q"],
      ["edits? of this review", "n"],
      ["i import", "i"],
      ["Import \\d+ resources into shop/dev \\(s3://acme-state\\)", "y"],
    ];
    const { code, screen } = await review(
      python,
      keys.map(([seen, answer]) => ({ seen, answer })),
    );
    const text = stripVTControlCharacters(screen);
    assert.equal(code, 0, text);
    assert.ok(
      !stripVTControlCharacters(screen.slice(0, screen.lastIndexOf(left))).includes("canary"),
      "a secret is hidden",
    );
    assert.ok(text.includes("******"), "a secret is masked");
    const answers = [...text.matchAll(/answer: (.*?)\r?$/gm)].map(([, json = ""]): ReviewAnswer => JSON.parse(json));
    const key = urnOf("orders-closed");
    const passwords = ["orders-open", "orders-2024", "orders-2025"].map(urnOf);
    assert.deepEqual(answers, [
      { kind: "take-out", keys: [key] },
      { kind: "undo" },
      { kind: "rename", key, name: "shop-db" },
      { kind: "rename-all", pattern: "s/orders-//" },
      { kind: "give-values", key, values: [{ path: ["password"], secret: true, text: "canary" }] },
      { kind: "use-placeholder", keys: passwords },
      { kind: "ignore-changes", keys: ["quirk-replacer", "quirk-replacer-2"].map(urnOf) },
      { kind: "set-strict", isStrict: true },
      { kind: "set-output", language: "python", layout: "per-type" },
      { kind: "write-report", file: "imp-report.html" },
      { kind: "save-rest", file: "imp-rest.json" },
      { kind: "import" },
    ]);
  });

  it("accepts typed commands below a numbered list", async () => {
    const { code, screen } = await review(
      python,
      [
        { seen: "> 3", answer: "o 2\r" },
        { seen: "Done: take-out", answer: "r 2 shop\r" },
        { seen: "Done: rename", answer: "d 2\r" },
        { seen: "Decide", answer: "\u001b[B\u001b[B\r" },
        { seen: "Done: use-placeholder", answer: "?\r" },
        { seen: "Commands a", answer: "q" },
        { seen: "> 3", answer: "q\r" },
        { seen: "Quit", answer: "y" },
      ],
      { columns: 40, rows: 20 },
    );
    const text = stripVTControlCharacters(screen);
    assert.equal(code, 0, text);
    assert.deepEqual(
      [...text.matchAll(/answer: \{"kind":"([\w-]+)"/gm)].map(([, kind]) => kind),
      ["take-out", "rename", "use-placeholder", "quit"],
    );
  });

  it("redraws after a resize, and becomes a numbered list on a small screen", async () => {
    const sizes: readonly Size[] = [
      { columns: 120, rows: 30 },
      { columns: 45, rows: 12 },
      { columns: 100, rows: 9 },
      { columns: 90, rows: 28 },
    ];
    const steps = sizes.map(
      (size, at): Answer => ({ seen: at === 1 || at === 0 ? "q quit" : "> 3", answer: "", size }),
    );
    const { code, screen } = await review(python, [...steps, quit]);
    assert.equal(code, 0, screen);
    const view = sampleView();
    const [last] = sizes.slice(-1);
    const canvas = { columns: 90, rows: (last?.rows ?? 0) - 1, colour: false, isUnicode: true };
    const expected = reviewFrame(openedModel(view), view, canvas).lines;
    const until = screen.slice(0, screen.lastIndexOf("q quit"));
    assert.deepEqual(screenOf(until, 90).map(rowText).slice(0, -1), expected.slice(0, -1).map(plainLine));
  });
  it("quits at the end of input, and ignores Ctrl-Z", async () => {
    const { code, screen } = await review(python, [
      { seen: "q quit", answer: "\u001aj" },
      { seen: "q quit", answer: "\u0004" },
    ]);
    assert.equal(code, 0, screen);
    assert.match(screen, /answer: \{"kind":"quit"\}/);
  });

  for (const env of [{ LC_ALL: "C" }, { LANG: "de_DE.ISO-8859-1" }, { TERM: "linux" }]) {
    it(`draws only ASCII characters with ${JSON.stringify(env)}`, async () => {
      const { code, screen } = await review(python, [quit], { columns: 80, rows: 24 }, env);
      assert.equal(code, 0, screen);
      assert.match(screen, /^[\x00-\x7f]*$/);
      assert.match(stripVTControlCharacters(screen), />x v Missing password \(4\)/);
    });
  }
});

function plainLine(line: string): string {
  return stripVTControlCharacters(line).trimEnd();
}
