/** The screen of every error code, compared with its golden file. `UPDATE_GOLDENS=1` writes it. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { renderError } from "../../src/cli/render.ts";
import { type ErrorCode, type ErrorExplanation, errorCodes, explainCode } from "../../src/domain/errors.ts";
import { samples } from "./samples.ts";

const width = 80;
const goldens = fileURLToPath(new URL("goldens/", import.meta.url));
const goldenOf = (code: ErrorCode): string => `${goldens}${code}.txt`;

/** Error codes that have no location, with the reason. */
const placeless: Readonly<Partial<Record<ErrorCode, string>>> = {
  USAGE: "the error is in the command line, which is above the error in the terminal",
  INTERRUPTED: "the user or another process interrupted imp",
  CHOICE_UNKNOWN: "the error is in the command line",
  CHOICE_EMPTY: "the error is in the command line",
  OUTPUT_UNWRITABLE: "the error concerns standard output",
  INTERNAL: "a bug in imp is not located in the user's files",
  NOT_CONFIRMED: "the reason lists the files, or they are not known yet",
  MEANING_CHANGED: "each problem names its resource",
  PLUGIN_NOT_FOUND: "the reason lists all searched locations",
};

describe("error screens", () => {
  before(() => {
    if (process.env.UPDATE_GOLDENS !== "1") return;
    rmSync(goldens, { recursive: true, force: true });
    mkdirSync(goldens);
    for (const code of errorCodes) writeFileSync(goldenOf(code), screenOf(code));
  });

  for (const code of errorCodes) {
    describe(code, () => {
      it("prints the error as in its golden file", () => {
        assert.ok(
          existsSync(goldenOf(code)),
          `${code} has no golden file: run with UPDATE_GOLDENS=1, and read the file`,
        );
        assert.equal(screenOf(code), readFileSync(goldenOf(code), "utf8"));
      });

      it("fits the error into 80 columns", () => {
        for (const line of screenOf(code).split("\n")) {
          assert.ok(line.length <= width || isUnbreakable(line), `${line.length} columns: ${line}`);
        }
      });

      it("explains what failed, where, why, and what to do", () => {
        for (const explanation of explanationsOf(code)) checkWords(code, explanation);
      });
    });
  }

  it("has an error code for every golden file", () => {
    assert.deepEqual(readdirSync(goldens).sort(), errorCodes.map((code) => `${code}.txt`).sort());
  });

  it("shows no paths of this machine and no stack trace in errors", () => {
    for (const code of errorCodes) {
      assert.doesNotMatch(screenOf(code), /(?<![\w.~:#/-])\/(?:[a-z]+\/)|[A-Z]:\\|\bat .*:\d+:\d+\)?$/m, code);
      assert.doesNotMatch(screenOf(code), /undefined|\[object|NaN|null\b/, code);
    }
  });
});

describe("renderError", () => {
  const explanation: ErrorExplanation = { exit: 1, what: "It failed", where: "a/b", why: "Because.", hint: "Do it." };
  const plain = { width, colour: false };

  it("does not break words of commands, and breaks long paths after / : and ,", () => {
    const long = Array.from({ length: 12 }, (_, i) => `directory-${i}`).join("/");
    const shown = renderError("USAGE", { ...explanation, where: long, hint: `Run \`chmod +x '${long}'\`.` }, plain);
    const lines = shown.split("\n");
    assert.ok(lines.some((line) => line.includes(`'${long}'`)));
    const where = lines
      .slice(
        1,
        lines.findIndex((line) => line.startsWith("  why")),
      )
      .map((line) => line.slice(8));
    assert.equal(where.join(""), long);
    assert.ok(where.slice(0, -1).every((line) => line.endsWith("/") && line.length <= width - 8));
  });

  it("escapes control characters in errors", () => {
    const shown = renderError(
      "USAGE",
      { ...explanation, why: "red \u001b[31malarm\u001b[0m\u0007\r\n\tnext\u0000" },
      plain,
    );
    assert.doesNotMatch(shown, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    assert.match(shown, /red alarm\n {8}next/);
  });

  it("prints the same error in color", () => {
    const coloured = renderError("USAGE", explanation, { width, colour: true });
    assert.notEqual(coloured, renderError("USAGE", explanation, plain));
    assert.equal(coloured.replace(/\u001b\[\d+m/g, ""), renderError("USAGE", explanation, plain));
  });

  it("omits an unknown location of an error", () => {
    const { where: _, ...rest } = explanation;
    assert.doesNotMatch(renderError("USAGE", rest, plain), /where/);
  });

  it("keeps every word of an error at any width", () => {
    for (const columns of [0, 1, 20, 40, 200]) {
      const shown = renderError(
        "USAGE",
        { ...explanation, why: "one two three ".repeat(20) },
        { width: columns, colour: false },
      );
      assert.equal(shown.match(/three/g)?.length, 20);
    }
  });
});

function explanationsOf<C extends ErrorCode>(code: C): readonly ErrorExplanation[] {
  return samples[code].map((facts) => explainCode<C>(code, facts));
}

function screenOf(code: ErrorCode): string {
  return explanationsOf(code)
    .map((explanation) => renderError(code, explanation, { width, colour: false }))
    .join("\n");
}

/** Returns whether the line is a single word or a part of a command, which must stay whole. */
function isUnbreakable(line: string): boolean {
  const words = line.trim().split(" ");
  return words.length === 1 || !/[/:,]./.test(line);
}

function checkWords(code: ErrorCode, { exit, what, where, why, hint }: ErrorExplanation): void {
  assert.ok([1, 2, 3, 130].includes(exit));
  assert.match(what, /^["'A-Za-z].*[^.!?:;,\s]$/, "what: a sentence without a period");
  assert.ok(what.length <= 100, "what: at most 100 characters");
  assert.equal(
    where === undefined,
    code in placeless,
    where === undefined ? "where: is missing" : "where: is not expected",
  );
  assert.match(where ?? "x", /\S/);
  assert.match(why, /^\S[\s\S]*[.!?]$|\n|^\S+: /, "why: whole sentences");
  assert.match(hint, /^\S[\s\S]*([.!?]|`|\d)$/, "hint: whole sentences, or a command at the end");
  assert.notEqual(why, hint);
  for (const text of [what, why, hint]) {
    assert.doesNotMatch(text, / {2}|\.\.(?!\.)|\s[.,;:](\s|$)|\(\)|``/, "no double punctuation or empty parentheses");
    assert.doesNotMatch(text, /\b(invariant|verdict|lower(ed|ing)|codec|splice|IR|DIFF_|grpc)\b/, "no internal terms");
  }
}
