/** The problems that docs/known-problems.md lists: each has tests of its number, or a link to a section of docs/limits.md. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Coverage, pains, reports } from "./pains.ts";
import { projectRoot } from "./real/project-root.ts";

/** A table of the page, with the word before the numbers in test titles. */
interface Table {
  readonly word: "pain" | "report";
  readonly heading: string;
  readonly coverage: readonly Coverage[];
}

const tables: readonly Table[] = [
  { word: "pain", heading: "# Known problems of import tools, and how imp handles them", coverage: pains },
  { word: "report", heading: "## Reported faults", coverage: reports },
];

/** Returns the answers of the table under a heading, up to the next heading. Throws if a number is not that of its row. */
function answersIn(page: string, { heading }: Table): readonly string[] {
  const [, after = ""] = page.split(`${heading}\n`);
  const [section = ""] = after.split(/^#/m);
  return [...section.matchAll(/^\| (\d+) \| .* \| (.*) \|$/gm)].map(([, number, answer = ""], index) => {
    assert.equal(Number(number), index + 1, "numbers of rows");
    return answer;
  });
}

/** Returns the numbers that test titles begin with: `pain 7: …`, `pain 2, 34: …`. */
function numbersIn(test: string, { word }: Table): readonly number[] {
  const titles = test.matchAll(new RegExp(`\\b(?:it|describe)\\(\\s*["\`]${word} (\\d+(?:, \\d+)*): `, "g"));
  return [...titles].flatMap(([, numbers = ""]) => numbers.split(", ").map(Number));
}

/** Returns the disagreements of a table, its coverage, and the tests. */
function disagreements(table: Table, page: string, tests: ReadonlyMap<string, string>): readonly string[] {
  const answers = answersIn(page, table);
  const listed = new Set(
    table.coverage.flatMap(({ number, suites }) => suites.map((suite) => `${number} ${suite}.test.ts`)),
  );
  const tested = new Set(
    [...tests].flatMap(([file, text]) => numbersIn(text, table).map((number) => `${number} ${file}`)),
  );
  return [
    ...table.coverage.flatMap(({ number, suites, isLimit = false }, index) => [
      ...(number === index + 1 ? [] : [`${number} is entry ${index + 1}`]),
      ...(suites.length === 0 && !isLimit ? [`${number}: neither a test nor a limit`] : []),
    ]),
    ...[...listed].filter((entry) => !tested.has(entry)).map((entry) => `${entry}: no test of that number`),
    ...[...tested].filter((entry) => !listed.has(entry)).map((entry) => `${entry}: not in test/pains.ts`),
    ...answers.flatMap((answer, index) =>
      answer === "" || (table.coverage[index]?.isLimit === true && !/\(limits\.md#/.test(answer))
        ? [`${index + 1}: no answer, or no link to the limit`]
        : [],
    ),
  ];
}

function withoutComments(source: string): string {
  return source.replace(/^\s*(?:\/?\*|\/\/).*$/gm, "");
}

describe("the known problems of import tools, and the reported faults", () => {
  const page = readFileSync(join(projectRoot, "docs", "known-problems.md"), "utf8");
  const folder = join(projectRoot, "test");
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
  // The quick and the long suite of a name count as one.
  const tests = new Map<string, string>();
  for (const name of names) {
    const suite = name.replace(".long.test.ts", ".test.ts");
    tests.set(suite, `${tests.get(suite) ?? ""}${readFileSync(join(folder, name), "utf8")}`);
  }

  for (const table of tables)
    it(`each have a test of their number, or a section of the limits: ${table.word}s`, () => {
      assert.equal(answersIn(page, table).length, table.coverage.length);
      assert.deepEqual(disagreements(table, page, tests), []);
    });

  it("names no resource type of a package in the sources", () => {
    const rooms = ["src", "generators", "commands"];
    const sources = rooms.flatMap((room) =>
      readdirSync(join(projectRoot, room), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts") && !name.includes("proto/gen"))
        .map((name) => join(room, name)),
    );
    assert.ok(sources.length > 300);
    // Types of Pulumi itself are built into the engine. A token inside a sentence is an example.
    const token = /"(?!pulumi:)[a-z][\w-]*:[\w./-]+:[A-Z]\w*"/g;
    assert.match(`if (type === "aws:s3/bucket:Bucket")`, token);
    const named = sources.flatMap((name) =>
      [...withoutComments(readFileSync(join(projectRoot, name), "utf8")).matchAll(token)].map(
        ([found]) => `${name}: ${found}`,
      ),
    );
    // The type that Pulumi's own converter maps by hand, because the provider's mapping lacks it.
    assert.deepEqual(named, ['src/terraform/package/tokens.ts: "kubernetes:helm.sh/v3:Release"']);
  });
});
