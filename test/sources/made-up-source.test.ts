import assert from "node:assert/strict";
import Run from "../../commands/run.ts";
import { runFlags } from "../../src/options/run-options.ts";
import { importSources } from "../../src/sources/index.ts";
import { type CliProject, makeProject, simcloud } from "../support/cli-project.ts";
import { runInProcess } from "../support/in-process.ts";
import { bucket, role, specsOf } from "../support/quickstart-specs.ts";
import { deeds } from "./made-up-source.ts";

const sources = [...importSources, deeds];

class DeedsRun extends Run {
  override readonly sources = sources;
}

const book = `${bucket.type} ${bucket.name} ${bucket.id}\nsold the mill\n`;

describe("a custom source", function () {
  this.timeout(120_000);
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(role)), files: { "estate.book": book } });
  });
  afterEach(() => project.remove());

  it("imports from a custom source, alone or with import files, and prints its next steps", async () => {
    const planned = await imp("--deeds", "estate.book", "--plan-only");
    assert.equal(planned.code, 0, planned.output);
    assert.doesNotMatch(planned.stdout, /Strike/);
    const ran = await imp("specs.json", "--deeds", "estate.book", "--yes");
    assert.equal(ran.code, 0, ran.output);
    assert.match(project.read("index.ts"), /const runner = [\s\S]*const covers = /);
    assert.match(ran.stderr, /^Not taken from estate\.book: sold the mill\.$/m);
    assert.match(ran.stdout, /^Strike covers out\.$/m);
    assert.doesNotMatch(ran.stdout, /Strike runner/);
  });

  it("prints a separate field for a custom source with --json", async () => {
    const ran = await imp("--deeds", "estate.book", "--yes", "--json");
    assert.equal(ran.code, 0, ran.output);
    const report = JSON.parse(ran.stdout) as { readonly resources: readonly { readonly name: string }[] };
    assert.deepEqual(
      report.resources.map(({ name }) => name),
      ["covers"],
    );
    assert.deepEqual((report as { readonly deeds?: unknown }).deeds, { struck: ["covers"] });
  });

  it("suggests a custom source if a command names none, and rejects it with --code-only", async () => {
    const nothing = await imp("--yes");
    assert.equal(nothing.code, 2, nothing.output);
    assert.match(
      flat(nothing.stderr),
      /Pass an import file, .* or another stack with --from-stack, .* or a book of deeds with --deeds\./,
    );
    const code = await imp("--deeds", "estate.book", "--yes", "--code-only");
    assert.equal(code.code, 2, code.output);
    assert.match(
      flat(code.stderr),
      /--code-only does not change the state, but --deeds moves resources between states\./,
    );
  });

  it("reads a custom source in the folder of a new project", async () => {
    project.write("fresh/estate.book", book);
    const ran = await imp("--deeds", "fresh/estate.book", "--new", "--out", "fresh", "--yes");
    assert.equal(ran.code, 0, ran.output);
    assert.match(project.read("fresh/index.ts"), /covers/);
  });

  it("lists the flag of a custom source in the help of imp run", () => {
    const flags: object = runFlags({ languages: [], formats: [], sources });
    assert.ok("deeds" in flags && "from-stack" in flags);
  });

  async function imp(...words: readonly string[]) {
    return await runInProcess(DeedsRun, [...words, "--provider", `simcloud=${simcloud}`], project);
  }
});

/** Joins the lines of a wrapped message. */
function flat(text: string): string {
  return text.replace(/\s+/g, " ");
}
