import { appendFileSync } from "node:fs";
import type { ErrorCode } from "../../src/domain/errors.ts";
import { type CliProject, makeProject } from "../support/cli-project.ts";
import { inParallel, until } from "../support/imp-process.ts";
import { bucket, record, specsOf } from "../support/quickstart-specs.ts";
import { assertRejected } from "./all-or-nothing.ts";

describe("imp run writes all files or none", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf(bucket, record)) });
  });
  afterEach(() => project.remove());

  const meanwhile: readonly (readonly [code: ErrorCode, file: string, text: string])[] = [
    ["COMMIT_CHANGED", "Pulumi.dev.yaml", "  orchard:colour: green\n"],
    ["COMMIT_CHANGED", "index.ts", "// a new program\n"],
  ];
  it("writes nothing if an import file changed after it was read", () =>
    inParallel(meanwhile, async ([code, file, text]) => {
      const own = makeProject({ specs: JSON.parse(specsOf(bucket, record)) });
      const run = own.start(["specs.json", "--yes", "--config", "simcloud:token=x"], { SIMCLOUD_LATENCY_MS: "40" });
      await until(() => own.calls().includes("Read"), "the run calls Read");
      appendFileSync(own.path(file), text);
      const untouched = own.files();
      assertRejected(await run.ended, code, own, untouched);
      await own.assertTidy();
      await own.remove();
    }));
});
