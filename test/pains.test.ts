/** Each row of docs/known-problems.md has test suites, or links to a section of docs/limits.md. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Coverage, pains, reports } from "./pains.ts";
import { projectRoot } from "./real/project-root.ts";

/** A table of the page. */
interface Table {
  readonly heading: string;
  readonly coverage: readonly Coverage[];
}

const tables: readonly Table[] = [
  { heading: "# Known problems of import tools, and how imp handles them", coverage: pains },
  { heading: "## Reported faults", coverage: reports },
];

/** Returns the last cell of each row below a heading. Throws if the rows are not numbered in order. */
function answersIn(page: string, heading: string): readonly string[] {
  const [, after = ""] = page.split(`${heading}\n`);
  const [section = ""] = after.split(/^#/m);
  return [...section.matchAll(/^\| (\d+) \| .* \| (.*) \|$/gm)].map(([, number, answer = ""], index) => {
    assert.equal(Number(number), index + 1, "rows are numbered consecutively");
    return answer;
  });
}

/** Returns the rows without a test or a limit, with a missing suite, or without a link to the limit. */
function uncovered({ coverage }: Table, answers: readonly string[], suites: ReadonlySet<string>): readonly string[] {
  return coverage.flatMap(({ number, suites: listed, isLimit = false }, index) => [
    ...(number === index + 1 ? [] : [`row ${number} is at position ${index + 1}`]),
    ...(listed.length === 0 && !isLimit ? [`${number}: no test, and not a limit`] : []),
    ...listed.filter((suite) => !suites.has(suite)).map((suite) => `${number}: suite ${suite} does not exist`),
    ...(answers[index] === "" || (isLimit && !/\(limits\.md#/.test(answers[index] ?? ""))
      ? [`${number}: the answer is missing, or does not link to docs/limits.md`]
      : []),
  ]);
}

function withoutComments(source: string): string {
  return source.replace(/^\s*(?:\/?\*|\/\/).*$/gm, "");
}

describe("docs/known-problems.md", () => {
  const page = readFileSync(join(projectRoot, "docs", "known-problems.md"), "utf8");
  const names = readdirSync(join(projectRoot, "test"), { recursive: true, encoding: "utf8" });
  const suites = new Set(names.map((name) => name.replace(/(\.long)?\.test\.ts$/, "")));

  for (const table of tables)
    it(`has a test suite or a link to docs/limits.md for every row: ${table.heading}`, () => {
      const answers = answersIn(page, table.heading);
      assert.equal(answers.length, table.coverage.length);
      assert.deepEqual(uncovered(table, answers, suites), []);
    });

  it("names no resource type of a package in the sources", () => {
    const folders = ["src", "generators", "commands"];
    const sources = folders.flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts") && !name.includes("proto/gen"))
        .map((name) => join(folder, name)),
    );
    assert.ok(sources.length > 300);
    // Pulumi's own types are allowed, because they are built into the engine. So are tokens inside sentences, because they are examples.
    const token = /"(?!pulumi:)[a-z][\w-]*:[\w./-]+:[A-Z]\w*"/g;
    assert.match(`if (type === "aws:s3/bucket:Bucket")`, token);
    const named = sources.flatMap((name) =>
      [...withoutComments(readFileSync(join(projectRoot, name), "utf8")).matchAll(token)].map(
        ([found]) => `${name}: ${found}`,
      ),
    );
    // The first type is a component of imp itself. Pulumi's Terraform converter also maps the second one by hand, because the provider's mapping does
    // not have it.
    assert.deepEqual(named.toSorted(), [
      'src/discovery/from-inventory.ts: "cloudformation:index:NestedStack"',
      'src/terraform/package/tokens.ts: "kubernetes:helm.sh/v3:Release"',
    ]);
  });
});
