/** Commands that are given a custom language print, install, and compile programs in it, and list it in their help. */
import assert from "node:assert/strict";
import Generate from "../../commands/generate.ts";
import Run from "../../commands/run.ts";
import Snippet from "../../commands/snippet.ts";
import Undo from "../../commands/undo.ts";
import { languages as known } from "../../generators/index.ts";
import { generateFlags } from "../../src/options/generate-options.ts";
import { runFlags } from "../../src/options/run-options.ts";
import { snippetFlags } from "../../src/options/snippet-options.ts";
import { ledger } from "../generators/made-up-language.ts";
import { type CliProject, makeProject, simcloud } from "../support/cli-project.ts";
import { runInProcess } from "../support/in-process.ts";
import { bucket, role, specsOf } from "../support/quickstart-specs.ts";

const languages = [...known, ledger];

class LedgerRun extends Run {
  override readonly languages = languages;
}
class LedgerGenerate extends Generate {
  override readonly languages = languages;
}
class LedgerSnippet extends Snippet {
  override readonly languages = languages;
}
class LedgerUndo extends Undo {
  override readonly languages = languages;
}

const commands = { run: LedgerRun, generate: LedgerGenerate, snippet: LedgerSnippet, undo: LedgerUndo };

describe("a custom language", function () {
  this.timeout(120_000);
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({
      specs: JSON.parse(specsOf(bucket)),
      files: { "Pulumi.yaml": "name: orchard\nruntime: bookkeeper\nbackend:\n  url: file://.\n" },
    });
    project.write("more.json", specsOf(role));
  });
  afterEach(() => project.remove());

  it("is printed and compiled, and has its own install command", async () => {
    const ran = await imp("run", "specs.json", "--yes", "--check");
    assert.equal(ran.code, 0, ran.output);
    assert.equal(project.read("estate.ledger"), "ledger\nowes covers Bucket\n");
    assert.match(ran.stdout, /^Compiled: estate\.ledger with auditor 1\.0$/m);
    assert.match(ran.stdout, /^ {2}bookkeeper hire simcloud$/m);
  });

  it("is printed into a new project from a state", async () => {
    assert.equal((await imp("run", "specs.json", "--yes", "--state-only")).code, 0);
    const ran = await imp("generate", "--language", "ledger", "--new", "--out", "books");
    assert.equal(ran.code, 0, ran.output);
    assert.equal(project.read("books/estate.ledger"), "ledger\nowes covers Bucket\n");
    assert.equal(project.read("books/Pulumi.yaml"), "name: orchard\nruntime: bookkeeper\n");
  });

  it("is printed as a snippet", async () => {
    const ran = await imp("snippet", bucket.type, bucket.name, bucket.id);
    assert.equal(ran.code, 0, ran.output);
    assert.equal(ran.stdout, "owes covers Bucket\n");
  });

  it("is printed again without the resources of an undone run", async () => {
    assert.equal((await imp("run", "specs.json", "--yes")).code, 0);
    const first = /\d{8}-\d{6}-\d+/.exec((await imp("undo", "--list")).stdout)?.[0] ?? assert.fail();
    assert.equal((await imp("run", "more.json", "--yes")).code, 0);
    assert.equal(project.read("estate.ledger"), "ledger\nowes covers Bucket\nowes runner Role\n");
    const ran = await imp("undo", first, "--yes");
    assert.equal(ran.code, 0, ran.output);
    assert.equal(project.read("estate.ledger"), "ledger\nowes runner Role\n");
  });

  it("provides the line that loads an appended file", async () => {
    project.write("estate.ledger", "mine\n");
    const ran = await imp("run", "specs.json", "--yes", "--append-file", "adopted");
    // imp cannot add the import in this language. Without it, an update would delete the resources of the state.
    assert.equal(ran.code, 3, ran.output);
    assert.equal(project.read("adopted.ledger"), "ledger\nowes covers Bucket\n");
    assert.match(ran.stdout, /^Add to estate\.ledger:\n\n {4}carry over adopted\.ledger$/m);
  });

  it("provides the plugin version of an installed SDK", async () => {
    project.write("simcloud.sdk", "9.9.9");
    const ran = await imp("run", "specs.json", "--yes");
    assert.match(ran.output, /9\.9\.9/);
  });

  it("provides the reason why --layout or a second program is rejected", async () => {
    const cut = await imp("run", "specs.json", "--yes", "--layout", "per-type");
    assert.equal(cut.code, 2, cut.output);
    assert.match(cut.stderr, /a program in ledger is one\s+file, a ledger is bound\./);
    project.write("estate.draft", "");
    const hidden = await imp("run", "specs.json", "--yes");
    assert.equal(hidden.code, 1, hidden.output);
    assert.match(hidden.stderr, /\(PROGRAM_ELSEWHERE\)[\s\S]*estate\.draft/);
  });

  it("is listed in the help, and is the default if it is the only language", () => {
    const help = (flags: Readonly<Record<string, { readonly description?: string }>>, name: string): string =>
      flags[name]?.description ?? "";
    for (const flags of [
      runFlags({ languages, formats: [], sources: [] }),
      generateFlags({ languages, formats: [] }),
    ]) {
      assert.match(help(flags, "language"), /separated by commas: [a-z, ]*\bpcl, ledger\./);
      assert.match(help(flags, "layout"), /\(not in yaml, ledger\)/);
      assert.match(help(flags, "check"), /\(.*Maven, auditor\)/);
      assert.match(help(flags, "new"), /\(all languages but pcl\)/);
    }
    assert.match(help(snippetFlags([ledger]), "language"), /Defaults to the language of the project, or to ledger$/);
    assert.doesNotMatch(help(generateFlags({ languages: [ledger], formats: [] }), "new"), /all languages but/);
  });

  /** Runs a command in this process with the custom language. */
  async function imp(name: keyof typeof commands, ...words: readonly string[]) {
    const plugin = name === "undo" ? [] : ["--provider", `simcloud=${simcloud}`];
    return await runInProcess(commands[name], [...words, ...plugin], project);
  }
});
