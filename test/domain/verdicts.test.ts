import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { paintedVerdict } from "../../src/cli/render.ts";
import { exitCodeOf } from "../../src/domain/outcome.ts";
import { byRank, symbolCounts, type VerdictRow, verdicts } from "../../src/domain/verdicts.ts";

const root = new URL("../../", import.meta.url);

/** An example of a new verdict, which ranks between `ignored` and `clean`. */
const renamed: VerdictRow = {
  written: "always",
  isClean: true,
  exitCode: 0,
  rank: 55,
  style: "yellow",
  symbol: "»",
  asciiSymbol: ">",
  label: "Renamed",
  meaning: "the next `pulumi up` changes the name only",
};

function imported<V extends string>(...found: readonly V[]) {
  return found.map((verdict) => ({ kind: "imported", verdict }) as const);
}

describe("a verdict that is added to the table", () => {
  const table = { ...verdicts, renamed };

  it("sorts the new verdict by its rank", () =>
    assert.deepEqual(byRank(table), [
      "failed",
      "replace",
      "update",
      "assumed",
      "ignored",
      "renamed",
      "clean",
      "unchanged",
    ]));

  it("counts verdicts by symbol, with the lowest rank first", () =>
    assert.deepEqual(
      [...symbolCounts(new Map([["renamed", 2] as const, ["ignored", 1] as const, ["clean", 4] as const]), table)],
      [
        ["✔", 4],
        ["»", 2],
        ["◌", 1],
      ],
    ));

  it("adds the counts of verdicts with the same symbol", () => {
    const shared = { ...verdicts, renamed: { ...renamed, symbol: "~" } };
    const counts = new Map([["renamed", 2] as const, ["update", 3] as const]);
    assert.deepEqual([...symbolCounts(counts, shared)], [["~", 5]]);
  });

  it("derives the exit code of a run from its verdicts", () => {
    assert.equal(exitCodeOf(imported("renamed", "clean"), table), 0);
    assert.equal(exitCodeOf(imported("renamed", "clean"), table, true), 3);
    const differing = { ...verdicts, renamed: { ...renamed, exitCode: 3 as const } };
    assert.equal(exitCodeOf(imported("renamed", "clean"), differing), 3);
    assert.equal(exitCodeOf(imported("renamed"), differing), 3);
  });

  it("prints the new verdict in the color of its row", () => {
    const painted = paintedVerdict("renamed", table, { width: 80, colour: true });
    assert.equal(painted, ["\u001b[33m", "renamed", "\u001b[39m"].join(""));
  });

  it("exits with 1 or 3 if a resource is rejected, whatever its verdict", () => {
    const refused = [{ kind: "refused", verdict: "renamed" } as const];
    assert.equal(exitCodeOf(refused, table), 1);
    assert.equal(exitCodeOf([...refused, ...imported("clean")], table), 3);
  });
});

describe("the exit code of a run", () => {
  it("exits with 0 if nothing was requested, or everything is clean", () => {
    assert.equal(exitCodeOf([], verdicts), 0);
    assert.equal(exitCodeOf(imported("clean", "ignored", "assumed"), verdicts), 0);
    assert.equal(exitCodeOf([{ kind: "present", verdict: "unchanged" }], verdicts), 0);
  });

  it("exits with 3 if a preview finds a change in imported resources", () => {
    assert.equal(exitCodeOf(imported("update"), verdicts), 3);
    assert.equal(exitCodeOf(imported("clean", "replace"), verdicts), 3);
  });

  it("exits with 1 if nothing is imported, even if the program is incomplete", () => {
    assert.equal(exitCodeOf([{ kind: "refused", verdict: "replace" }], verdicts, true), 1);
  });
});

describe("the lists of verdicts outside of src", () => {
  it("lists every verdict in the schema of the JSON documents", () => {
    const schema = JSON.parse(readFileSync(new URL("src/cli/reports/documents.schema.json", root), "utf8"));
    assert.deepEqual(schema.$defs.verdict.enum.toSorted(), Object.keys(verdicts).toSorted());
  });

  it("lists verdicts by rank in the graph of an HTML report", () => {
    const script = readFileSync(new URL("src/cli/reports/files/graph.mjs", root), "utf8");
    const [, list = "[]"] = /^const severity = (\[.*\]);$/m.exec(script) ?? [];
    assert.deepEqual(JSON.parse(list), byRank(verdicts).toReversed());
  });

  it("lists every verdict in the documentation", () => {
    const page = readFileSync(new URL("docs/run.md", root), "utf8");
    const missing = Object.keys(verdicts).filter((verdict) => !page.includes(`\n| \`${verdict}\` |`));
    assert.deepEqual(missing, []);
  });
});
