/** imp reports errors in the command line, the project, or the import file before it calls Read. */
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

  for (const words of [runWords, importWords]) {
    describe(`in imp ${words[0]}`, () => {
      it("reports missing --yes before it starts a plugin if there is no terminal", async () => {
        await assertRejects(project, words, {
          code: "NOT_CONFIRMED",
          exit: 2,
          shown: [/needs confirmation/, /--yes to write without a prompt, or --plan-only/],
        });
        await assertRejects(project, [...words, "--json"], { code: "NOT_CONFIRMED", exit: 2 });
        assert.deepEqual(project.calls(), []);
      });
      it("reports the lock of another process before Read", async () => {
        const holder = { pid: 4711, username: "gardener", hostname: "shed", timestamp: "2024-05-17T08:30:00Z" };
        project.write(lock, JSON.stringify(holder));
        await assertRejects(project, [...words, "--yes"], { code: "STACK_LOCKED", exit: 1, shown: [/gardener@shed/] });
      });
    });
  }

  it("reports a missing --yes before an invalid import file", async () => {
    project.write("specs.json", "{");
    await assertRejects(project, runWords, { code: "NOT_CONFIRMED", exit: 2 });
  });
});
