/** `pulumi preview --import-file` writes `<PLACEHOLDER>` for unknown IDs. imp prompts for the IDs in a terminal, and otherwise rejects them. */
import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { bucket, record, role, specsOf, vpc } from "../support/quickstart-specs.ts";
import { requireTerminal } from "../support/run-in-terminal.ts";
import { open, runWithAnswers } from "./placeholder-ids.ts";

describe("placeholder IDs", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(() => project.remove());

  it("are rejected all at once, with locations and sample IDs", async () => {
    project.write("first.json", specsOf(role));
    await exitsWith(0, project.run(["first.json", "--yes"]));
    project.write("specs.json", specsOf(open(record), open({ ...role, name: "other" }), open(bucket), vpc));
    const files = project.files();
    const ran = await exitsWith(2, project.run(["specs.json", "--yes"]));
    const text = ran.stderr.replaceAll(/\s+/g, " ");
    const line = (place: string, entry: { type: string; name: string }, hint: string) =>
      assert.ok(
        text.includes(`${place}: The import ID of ${entry.type} ${entry.name} is a placeholder. ${hint}`),
        ran.stderr,
      );
    const write = "Replace the placeholder with the import ID of the resource, in the format of the provider";
    line("specs.json:6:13", record, `${write}, such as example.org/www/A.`);
    line("specs.json:11:13", { ...role, name: "other" }, `${write}, such as ${role.id}.`);
    line("specs.json:16:13", bucket, `${write}.`);
    assert.deepEqual(project.files(), files);
    assert.ok(!project.calls().slice(-3).includes("Read"));
    await project.assertTidy();
  });

  describe("on a terminal", () => {
    const python = requireTerminal();

    it("prompts for IDs to replace placeholders before any Read, and imports with them", async () => {
      project.write("specs.json", specsOf(open(record), open(bucket)));
      const { code, text } = await runWithAnswers(project, python, [
        { seen: "ID of simcloud:dns/record:Record www", answer: `${record.id}\r` },
        { seen: "ID of simcloud:storage/bucket:Bucket covers", answer: `${bucket.id}\r` },
        { seen: "\\(y/N\\)", answer: "y\r" },
      ]);
      assert.equal(code, 0, text);
      assert.match(text, /for example example\.org\/www\/A;/);
      assert.match(
        project.read("index.ts"),
        /new simcloud\.dns\.Record[\s\S]*new simcloud\.storage\.Bucket|Bucket[\s\S]*Record/,
      );
    });
  });
});
