/** The pains of import tools and the reported faults that docs/pains.md lists: each has tests of its number, or a line of the limits. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./real/project-root.ts";

/** What the titles of tests begin with, next to a number. */
type Word = "pain" | "report";

interface Row {
  readonly number: number;
  readonly files: readonly string[];
  readonly isLimit: boolean;
}

/** The rows of a table. */
function rowsIn(page: string): readonly Row[] {
  return [...page.matchAll(/^\| (\d+) \| .* \| (.*) \|$/gm)].map(([, number, answer = ""]) => ({
    number: Number(number),
    files: [...answer.matchAll(/`([\w/-]+)`/g)].map(([, name]) => `${name}.test.ts`),
    isLimit: /\blimits\b/.test(answer),
  }));
}

/** The numbers that titles of tests begin with: `pain 7: …`, `report 2, 34: …`. */
function numbersIn(test: string, word: Word): readonly number[] {
  const titles = test.matchAll(new RegExp(`\\b(?:it|describe)\\(\\s*["\`]${word} (\\d+(?:, \\d+)*): `, "g"));
  return [...titles].flatMap(([, numbers = ""]) => numbers.split(", ").map(Number));
}

/** The numbers that lines of the limits name: `(pain 7)`. */
function numbersOfLimits(limits: string): readonly number[] {
  return [...limits.matchAll(/\(pain (\d+)\)/g)].map(([, number]) => Number(number));
}

/** The disagreements of a table, the tests and the limits. */
function complaintsAbout(
  rows: readonly Row[],
  word: Word,
  limited: ReadonlySet<number>,
  tests: ReadonlyMap<string, string>,
): readonly string[] {
  const listed = new Set(rows.flatMap(({ number, files }) => files.map((file) => `${number} ${file}`)));
  const shown = new Set(
    [...tests].flatMap(([file, text]) => numbersIn(text, word).map((number) => `${number} ${file}`)),
  );
  return [
    ...rows.flatMap(({ number }, index) => (number === index + 1 ? [] : [`${number} is row ${index + 1}`])),
    ...rows.filter(({ files, isLimit }) => files.length === 0 && !isLimit).map(({ number }) => `${number}: no answer`),
    ...[...listed].filter((one) => !shown.has(one)).map((one) => `${one}: no test of that number`),
    ...[...shown].filter((one) => !listed.has(one)).map((one) => `${one}: not on the page`),
    ...rows
      .filter(({ number, isLimit }) => isLimit !== limited.has(number))
      .map(({ number, isLimit }) => `${number}: ${isLimit ? "no line of the limits" : "a limit, but not on the page"}`),
  ];
}

function withoutComments(source: string): string {
  return source.replace(/^\s*(?:\/?\*|\/\/).*$/gm, "");
}

describe("the pains of import tools", () => {
  const page = readFileSync(join(projectRoot, "docs", "pains.md"), "utf8");
  const [pains = [], reports = []] = page.split("\n## ").map(rowsIn);
  const limits = readFileSync(join(projectRoot, "docs", "limits.md"), "utf8");
  const folder = join(projectRoot, "test");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
  const tests = new Map(
    names.map((name) => [name.replace(".long.test.ts", ".test.ts"), readFileSync(join(folder, name), "utf8")]),
  );

  it("each have a test of their number, or a line of the limits", () => {
    assert.equal(pains.length, 48);
    assert.deepEqual(complaintsAbout(pains, "pain", new Set(numbersOfLimits(limits)), tests), []);
  });

  it("are told from faults that users reported, which have a test each", () => {
    assert.equal(reports.length, 32);
    assert.deepEqual(complaintsAbout(reports, "report", new Set(), tests), []);
  });

  it("pain 44: no source names a type of a package: schemas and providers give all facts", () => {
    const rooms = ["src", "generators", "commands"];
    const sources = rooms.flatMap((room) =>
      readdirSync(join(projectRoot, room), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts") && !name.includes("proto/gen"))
        .map((name) => join(room, name)),
    );
    assert.ok(sources.length > 300);
    // Pulumi's own types are those of the engine. A token inside of a sentence is an example.
    const token = /"(?!pulumi:)[a-z][\w-]*:[\w./-]+:[A-Z]\w*"/g;
    assert.match(`if (type === "aws:s3/bucket:Bucket")`, token);
    const named = sources.flatMap((name) =>
      [...withoutComments(readFileSync(join(projectRoot, name), "utf8")).matchAll(token)].map(
        ([found]) => `${name}: ${found}`,
      ),
    );
    // No mapping of a provider has the type that Pulumi's own converter maps by hand.
    assert.deepEqual(named, ['src/terraform/package/tokens.ts: "kubernetes:helm.sh/v3:Release"']);
  });
});
