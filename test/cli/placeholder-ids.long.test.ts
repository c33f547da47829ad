import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { type CliProject, makeProject, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";
import { bucket, policy, record, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";
import { type Answer, requireTerminal, runInTerminal } from "../support/run-in-terminal.ts";

const open = (entry: object) => ({ ...entry, id: "<PLACEHOLDER>" });

describe("placeholder IDs", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(() => project.remove());
  describe("on a terminal", () => {
    const python = requireTerminal();

    async function run(answers: readonly Answer[]) {
      const command = [
        process.execPath,
        main,
        "run",
        "specs.json",
        "--no-review",
        "--provider",
        `simcloud=${simcloud}`,
      ];
      const env = { ...project.env, TERM: "xterm-256color" };
      const session = await runInTerminal(python, command, answers, { cwd: project.directory, env });
      return { ...session, text: stripVTControlCharacters(session.screen) };
    }

    it("fail alone with their children after an empty answer", async () => {
      project.write("specs.json", specsOf(open(bucket), { ...policy, parent: bucket.name }, record, vpc, subnetA));
      const { code, text } = await run([
        { seen: "ID of simcloud:storage/bucket:Bucket covers", answer: "\r" },
        { seen: "\\(y/N\\)", answer: "y\r" },
      ]);
      assert.equal(code, 3, text);
      assert.match(text, /Missing import ID of simcloud:storage\/bucket:Bucket covers/);
      assert.match(project.read("index.ts"), /dns\.Record/);
      assert.doesNotMatch(project.read("index.ts"), /Bucket/);
    });

    it("reject an answer that duplicates an ID of the file", async () => {
      project.write("specs.json", specsOf(open({ ...record, name: "again" }), record));
      const { code, text } = await run([{ seen: "ID of simcloud:dns", answer: `${record.id}\r` }]);
      assert.equal(code, 2, text);
      assert.match(text, /has\s+the\s+same\s+type\s+and\s+ID/);
    });
  });
});
