import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { type CliProject, makeProject } from "../support/cli-project.ts";
import { bucket, record, specsOf } from "../support/quickstart-specs.ts";
import { saltedFiles } from "../support/stable-state.ts";
import { assertRejects, importWords, runWords } from "./known-refusals.ts";

const lock = ".pulumi/locks/organization/orchard/dev/2f0a7b4e.json";

describe("errors that imp reports before it reads resources", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(bucket, record)), files: saltedFiles });
  });
  afterEach(async () => {
    rmSync(project.path(lock), { force: true });
    await project.assertTidy();
    await project.remove();
  });

  it("calls Read if the cause of the error is removed", async () => {
    for (const words of [runWords, importWords]) assert.equal((await project.imp([...words, "--yes"])).code, 0);
    assert.equal(project.calls().filter((method) => method === "Read").length, 3);
  });

  for (const words of [runWords, importWords]) {
    describe(`in imp ${words[0]}`, () => {
      it("reports a missing or wrong passphrase before Read, also for a plan", async () => {
        for (const way of ["--yes", "--plan-only"]) {
          project.env.PULUMI_CONFIG_PASSPHRASE = "battery staple";
          await assertRejects(project, [...words, way], {
            code: "PASSPHRASE_WRONG",
            exit: 1,
            shown: [/Pulumi\.dev\.yaml/],
          });
          delete project.env.PULUMI_CONFIG_PASSPHRASE;
          await assertRejects(project, [...words, way], {
            code: "PASSPHRASE_MISSING",
            exit: 1,
            shown: [/PULUMI_CONFIG_PASSPHRASE/],
          });
        }
      });
    });
  }
});
