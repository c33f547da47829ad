/** Each known problem and reported fault of docs/pains.md has a test with its number, or a line in docs/limits.md. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./real/project-root.ts";

/** A table of the page: the word before its numbers, and its number of rows. */
interface Table {
  readonly word: "pain" | "report";
  readonly heading: string;
  readonly size: number;
}

const tables: readonly Table[] = [
  { word: "pain", heading: "# Pains of import tools", size: 48 },
  { word: "report", heading: "## Reported faults", size: 32 },
];

interface Row {
  readonly number: number;
  readonly files: readonly string[];
  readonly isLimit: boolean;
}

/** Returns the rows under a heading. */
function rowsIn(page: string, { heading }: Table): readonly Row[] {
  const [, after = ""] = page.split(`${heading}\n`);
  const [section = ""] = after.split(/^#/m);
  return [...section.matchAll(/^\| (\d+) \| .* \| (.*) \|$/gm)].map(([, number, answer = ""]) => ({
    number: Number(number),
    files: [...answer.matchAll(/`([\w/-]+)`/g)].map(([, name]) => `${name}.test.ts`),
    isLimit: /\blimits\b/.test(answer),
  }));
}

/** Returns the numbers at the start of titles: `pain 7: …`, `pain 2, 34: …`. */
function numbersIn(test: string, { word }: Table): readonly number[] {
  const titles = test.matchAll(new RegExp(`\\b(?:it|describe)\\(\\s*["\`]${word} (\\d+(?:, \\d+)*): `, "g"));
  return [...titles].flatMap(([, numbers = ""]) => numbers.split(", ").map(Number));
}

/** Returns the numbers in the limits: `(pain 7)`. */
function numbersOfLimits(limits: string, { word }: Table): readonly number[] {
  return [...limits.matchAll(new RegExp(`\\(${word} (\\d+)\\)`, "g"))].map(([, number]) => Number(number));
}

/** Returns the disagreements between a table, the tests, and the limits. */
function complaintsAbout(
  table: Table,
  page: string,
  limits: string,
  tests: ReadonlyMap<string, string>,
): readonly string[] {
  const rows = rowsIn(page, table);
  const listed = new Set(rows.flatMap(({ number, files }) => files.map((file) => `${number} ${file}`)));
  const shown = new Set(
    [...tests].flatMap(([file, text]) => numbersIn(text, table).map((number) => `${number} ${file}`)),
  );
  const limited = new Set(numbersOfLimits(limits, table));
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

describe("known problems and reported faults", () => {
  const page = readFileSync(join(projectRoot, "docs", "pains.md"), "utf8");
  const limits = readFileSync(join(projectRoot, "docs", "limits.md"), "utf8");
  const folder = join(projectRoot, "test");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
  // A quick and a long suite with one name count as one.
  const tests = new Map<string, string>();
  for (const name of names) {
    const suite = name.replace(".long.test.ts", ".test.ts");
    tests.set(suite, `${tests.get(suite) ?? ""}${readFileSync(join(folder, name), "utf8")}`);
  }

  for (const table of tables)
    it(`each have a test of their number, or a line in limits: ${table.word}s`, () => {
      assert.equal(rowsIn(page, table).length, table.size);
      assert.deepEqual(complaintsAbout(table, page, limits, tests), []);
    });

  it("pain 44: come from schemas and providers, as no source names a package's type", () => {
    const rooms = ["src", "generators", "commands"];
    const sources = rooms.flatMap((room) =>
      readdirSync(join(projectRoot, room), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts") && !name.includes("proto/gen"))
        .map((name) => join(room, name)),
    );
    assert.ok(sources.length > 300);
    // Types of `pulumi:` belong to the engine. A token inside a sentence is an example.
    const token = /"(?!pulumi:)[a-z][\w-]*:[\w./-]+:[A-Z]\w*"/g;
    assert.match(`if (type === "aws:s3/bucket:Bucket")`, token);
    const named = sources.flatMap((name) =>
      [...withoutComments(readFileSync(join(projectRoot, name), "utf8")).matchAll(token)].map(
        ([found]) => `${name}: ${found}`,
      ),
    );
    // The only type that Pulumi's converter maps without a provider mapping.
    assert.deepEqual(named, ['src/terraform/package/tokens.ts: "kubernetes:helm.sh/v3:Release"']);
  });
});
