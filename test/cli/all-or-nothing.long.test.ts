import assert from "node:assert/strict";
import { appendFileSync } from "node:fs";
import type { ErrorCode } from "../../src/errors.ts";
import { type CliProject, makeProject, showRun } from "../support/cli-project.ts";
import { inParallel, type Ran, until } from "../support/imp-process.ts";
import { bucket, record, specsOf } from "../support/quickstart-specs.ts";

describe("all-or-nothing writes", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(bucket, record)) });
  });
  afterEach(() => project.remove());

  /** Runs imp. Asserts the error code, and that all files still equal `untouched`. */
  async function assertRefused(
    ran: Ran,
    code: ErrorCode,
    untouched: Readonly<Record<string, string>>,
    target = project,
  ): Promise<void> {
    assert.equal(ran.code, 1, showRun(ran));
    assert.match(ran.stderr, new RegExp(`^Error: .*\\n?.*\\(${code}\\)`, "m"), showRun(ran));
    assert.doesNotMatch(ran.stdout, /^Written/m);
    assert.deepEqual(target.files(), untouched);
  }

  const meanwhile: readonly (readonly [code: ErrorCode, file: string, text: string])[] = [
    ["COMMIT_CHANGED", "Pulumi.dev.yaml", "  orchard:colour: green\n"],
    ["COMMIT_CHANGED", "index.ts", "// a program that was not there\n"],
  ];
  it("writes nothing if an import file changed after it was read", () =>
    inParallel(meanwhile, async ([code, file, text]) => {
      const own = makeProject({ specs: JSON.parse(specsOf(bucket, record)) });
      const run = own.start(["specs.json", "--yes", "--config", "simcloud:token=x"], { SIMCLOUD_LATENCY_MS: "40" });
      await until(() => own.calls().includes("Read"), "the run reads");
      appendFileSync(own.path(file), text);
      const untouched = own.files();
      await assertRefused(await run.ended, code, untouched, own);
      await own.assertTidy();
      await own.remove();
    }));
});
