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

  it("calls Read after the cause of an early error is removed", async () => {
    for (const words of [many, importWords]) assert.equal((await project.imp([...words, "--yes"])).code, 0);
    assert.equal(project.calls().filter((method) => method === "Read").length, 3);
  });

  for (const words of [many, importWords]) {
    describe(`in imp ${words[0]}`, () => {
      it("reports a missing or wrong passphrase before Read, also for a plan", async () => {
        for (const way of ["--yes", "--plan-only"]) {
          project.env.PULUMI_CONFIG_PASSPHRASE = "battery staple";
          await assertRefused([...words, way], "PASSPHRASE_WRONG", 1, /Pulumi\.dev\.yaml/);
          delete project.env.PULUMI_CONFIG_PASSPHRASE;
          await assertRefused([...words, way], "PASSPHRASE_MISSING", 1, /PULUMI_CONFIG_PASSPHRASE/);
        }
      });
    });
  }
});
