/** The frames of every review page, compared with their golden files. `UPDATE_GOLDENS=1` writes them. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { columnsOf } from "../../../src/cli/columns.ts";
import type { Canvas } from "../../../src/cli/review/canvas.ts";
import { type CodeText, codeText } from "../../../src/cli/review/code-page.ts";
import { reviewFrame } from "../../../src/cli/review/frame.ts";
import { openedModel } from "../../../src/cli/review/model.ts";
import type { ReviewRow } from "../../../src/domain/review.ts";
import { sampleRow, sampleView } from "../../support/review-samples.ts";
import { modelAfter, pages } from "./review-pages.ts";

const goldens = fileURLToPath(new URL("goldens/", import.meta.url));
const sizes = [
  { columns: 40, rows: 20 },
  { columns: 80, rows: 24 },
  { columns: 200, rows: 50 },
] as const;
const view = sampleView([...sampleView().rows], {
  edits: 2,
  message: { text: "orders-closed is out; what referred to it has its id as text.", isProblem: false },
});

describe("the pages of the review", () => {
  before(() => {
    if (process.env.UPDATE_GOLDENS !== "1") return;
    rmSync(goldens, { recursive: true, force: true });
    mkdirSync(goldens);
  });

  for (const [name, keys] of Object.entries(pages)) {
    it(`draws the page as in its golden file: ${name}`, async () => {
      const golden = `${goldens}${name}.txt`;
      const text = await screensOf(keys);
      if (process.env.UPDATE_GOLDENS === "1") writeFileSync(golden, text);
      assert.ok(existsSync(golden), `${name} has no golden file: run with UPDATE_GOLDENS=1, and read the file`);
      assert.equal(text, readFileSync(golden, "utf8"));
    });

    it(`draws the same page in color, and fits it into the screen: ${name}`, async () => {
      for (const size of sizes) {
        const plain = await linesOf(keys, { ...size, colour: false, isUnicode: true });
        const coloured = await linesOf(keys, { ...size, colour: true, isUnicode: true });
        assert.deepEqual(coloured.map(stripVTControlCharacters), plain);
        assert.equal(plain.length, size.rows);
        for (const line of plain) assert.ok(columnsOf(line) <= size.columns, line);
      }
    });

    it(`draws the page in ASCII if the terminal does not support Unicode: ${name}`, async () => {
      const lines = await linesOf(keys, { columns: 80, rows: 24, colour: false, isUnicode: false });
      for (const line of lines) assert.match(line, /^[\x20-\x7e]*$/);
    });
  }

  it("has a page for every golden file", () => {
    assert.deepEqual(
      readdirSync(goldens).sort(),
      Object.keys(pages)
        .map((name) => `${name}.txt`)
        .sort(),
    );
  });

  it("wraps a long message of a rejected edit, and keeps every word", () => {
    const words = Array.from({ length: 40 }, (_, at) => `word-${at}`);
    const refused = { ...view, message: { text: words.join(" "), isProblem: true } };
    const canvas = { columns: 120, rows: 30, colour: false, isUnicode: true };
    const { lines } = reviewFrame(openedModel(refused), refused, canvas);
    for (const word of words)
      assert.ok(
        lines.some((line) => line.split(" ").includes(word)),
        word,
      );
    assert.equal(lines.length, canvas.rows);
  });

  it("shows every failed resource when the user moves through the list", () => {
    const canvas = { columns: 80, rows: 24, colour: false, isUnicode: true };
    const seen = new Set<string>();
    for (let times = 0; times < 60; times += 1) {
      const { lines } = reviewFrame(modelAfter("<down>".repeat(times), view), view, canvas);
      for (const line of lines) for (const [, name = ""] of line.matchAll(/\] simcloud:\w+ +([\w-]+)/g)) seen.add(name);
    }
    for (const { outcome } of view.rows)
      if (outcome.verdict === "failed") assert.ok(seen.has(outcome.name), `${outcome.name} is not on the screen`);
  });

  it("lays out only the visible ones of 5,000 rows", () => {
    let laidOut = 0;
    const rows = Array.from({ length: 5000 }, (_, index): ReviewRow => {
      const row = sampleRow("a:b:C", `row-${index}`, index % 2 === 0 ? "failed" : "update");
      const outcome = Object.defineProperty({ ...row.outcome }, "name", {
        enumerable: true,
        get: () => {
          laidOut += 1;
          return `row-${index}`;
        },
      });
      return { ...row, outcome };
    });
    const large = sampleView(rows);
    const model = openedModel(large);
    laidOut = 0;
    const { lines } = reviewFrame(model, large, { columns: 200, rows: 50, colour: true, isUnicode: true });
    assert.equal(lines.length, 50);
    assert.ok(laidOut <= 50, `${laidOut} rows are formatted for 50 screen rows`);
  });
});

async function linesOf(keys: string, canvas: Canvas): Promise<readonly string[]> {
  const code: CodeText = await codeText(await view.codeOf(""), view.grammar, canvas);
  return reviewFrame(modelAfter(keys, view), view, canvas, code).lines;
}

/** Draws a page in all sizes, with and without color. */
async function screensOf(keys: string): Promise<string> {
  const screens: string[] = [];
  for (const size of sizes) {
    for (const colour of [false, true]) {
      const lines = await linesOf(keys, { ...size, colour, isUnicode: true });
      screens.push(`--- ${size.columns}x${size.rows}${colour ? ", in colour" : ""}`, ...lines.map(shownLine));
    }
  }
  const ascii = await linesOf(keys, { columns: 80, rows: 24, colour: false, isUnicode: false });
  return `${[...screens, "--- 80x24, ASCII", ...ascii.map(shownLine)].join("\n")}\n`;
}

/** Formats text styles in readable form. */
function shownLine(line: string): string {
  return line.replaceAll("\u001b[", "␛").trimEnd();
}
