import assert from "node:assert/strict";
import { type CliProject, makeProject } from "../support/cli-project.ts";
import { bucket, policy, record, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";
import { requireTerminal } from "../support/run-in-terminal.ts";
import { open, runWithAnswers } from "./placeholder-ids.ts";

describe("placeholder IDs", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(() => project.remove());
  describe("on a terminal", () => {
    const python = requireTerminal();

    it("fails a resource and its children after an empty answer for its ID", async () => {
      project.write("specs.json", specsOf(open(bucket), { ...policy, parent: bucket.name }, record, vpc, subnetA));
      const { code, text } = await runWithAnswers(project, python, [
        { seen: "ID of simcloud:storage/bucket:Bucket covers", answer: "\r" },
        { seen: "\\(y/N\\)", answer: "y\r" },
      ]);
      assert.equal(code, 3, text);
      assert.match(text, /Missing import ID of simcloud:storage\/bucket:Bucket covers/);
      assert.match(project.read("index.ts"), /dns\.Record/);
      assert.doesNotMatch(project.read("index.ts"), /Bucket/);
    });

    it("rejects an answer for a placeholder ID that duplicates an ID of the file", async () => {
      project.write("specs.json", specsOf(open({ ...record, name: "again" }), record));
      const { code, text } = await runWithAnswers(project, python, [
        { seen: "ID of simcloud:dns", answer: `${record.id}\r` },
      ]);
      assert.equal(code, 2, text);
      assert.match(text, /has\s+the\s+same\s+type\s+and\s+ID/);
    });
  });
});
