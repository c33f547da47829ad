/** Errors in the command line, project, or import file are reported before any Read. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { bucket, record, role, specsOf } from "../support/quickstart-specs.ts";
import { saltedFiles } from "../support/stable-state.ts";

const lock = ".pulumi/locks/organization/orchard/dev/2f0a7b4e.json";

describe("early errors", () => {
  let project: CliProject;
  let untouched: Readonly<Record<string, string>>;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(bucket, record)), files: saltedFiles });
    untouched = project.files();
  });
  afterEach(async () => {
    rmSync(project.path(lock), { force: true });
    await project.assertTidy();
    await project.remove();
  });

  const many = ["run", "specs.json"];
  const importWords = ["import", role.type, role.name, role.id];

  async function assertRefused(words: readonly string[], code: string, exit: 1 | 2, ...shown: readonly RegExp[]) {
    const ran = await exitsWith(exit, project.imp(words));
    const screen = ran.stderr.replace(/\s+/g, " ");
    for (const text of [new RegExp(`\\(${code}\\)`), ...shown]) assert.match(screen, text, showRun(ran));
    assert.ok(!project.calls().includes("Read"), project.calls().join(" "));
    assert.deepEqual(project.files(), untouched);
  }

  for (const words of [many, importWords]) {
    describe(`in imp ${words[0]}`, () => {
      it("report missing --yes if prompts are impossible, and start no plugin", async () => {
        await assertRefused(
          words,
          "NOT_CONFIRMED",
          2,
          /needs confirmation/,
          /--yes to write without a prompt, or --plan-only/,
        );
        await assertRefused([...words, "--json"], "NOT_CONFIRMED", 2);
        assert.deepEqual(project.calls(), []);
      });
      it("report a stack that another process locks", async () => {
        const holder = { pid: 4711, username: "gardener", hostname: "shed", timestamp: "2024-05-17T08:30:00Z" };
        project.write(lock, JSON.stringify(holder));
        untouched = project.files();
        await assertRefused([...words, "--yes"], "STACK_LOCKED", 1, /gardener@shed/);
      });
    });
  }

  it("come before errors of the import file and the recovery of a run", async () => {
    project.write("specs.json", "{");
    untouched = project.files();
    await assertRefused(many, "NOT_CONFIRMED", 2);
  });
});
