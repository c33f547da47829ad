import assert from "node:assert/strict";
import { stripVTControlCharacters } from "node:util";
import { type CliProject, checkpoint, makeProject, simcloud } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";
import { bucket, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";
import { type Answer, findPython, runInTerminal, type Session } from "../support/run-in-terminal.ts";

/** The import file sets an address range that differs from the one of the network in the cloud (10.20.0.0/16). Only a replacement can change it. */
const wrong = { ...vpc, inputs: { cidrBlock: "10.99.0.0/16", enableDnsHostnames: false } };
const specs = JSON.parse(specsOf(wrong, { ...subnetA, parent: vpc.name }, bucket));

const question = "would replace simcloud:network/vpc:Vpc main[\\s\\S]*forces replacement[\\s\\S]*Import it anyway";

describe("accepted replacements", () => {
  const python = findPython();
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs });
  });
  afterEach(() => project.remove());

  async function run(answers: readonly Answer[], ...flags: readonly string[]): Promise<Session> {
    const command = [
      process.execPath,
      main,
      "run",
      "specs.json",
      "--no-review",
      "--provider",
      `simcloud=${simcloud}`,
      ...flags,
    ];
    const env = { ...project.env, TERM: "xterm-256color" };
    const session = await runInTerminal(python ?? "", command, answers, { cwd: project.directory, env });
    await project.assertTidy();
    return { ...session, screen: stripVTControlCharacters(session.screen) };
  }

  it("names the property that forces a replacement in the prompt, and imports after yes", async function () {
    if (python === undefined) return this.skip();
    const answers = [
      { seen: question, answer: "y\r" },
      { seen: "stack dev|write \\d files", answer: "y\r" },
    ];
    const { code, screen } = await run(answers);
    assert.equal(code, 3, screen);
    assert.match(screen, /~ cidrBlock: "10\.20\.0\.0\/16" => "10\.99\.0\.0\/16", forces replacement/);
    assert.match(screen, /Warning: The next `pulumi up` would replace 1 resource/);
    assert.doesNotMatch(screen, /Error/);
    assert.match(project.read(checkpoint), /network\/vpc:Vpc::main/);
    assert.match(project.read("index.ts"), /10\.99\.0\.0/);
  });

  it("rejects a replacement and its children if the user accepts the default answer, no", async function () {
    if (python === undefined) return this.skip();
    const answers = [
      { seen: question, answer: "\r" },
      { seen: "stack dev|write \\d files", answer: "y\r" },
    ];
    const { code, screen } = await run(answers);
    assert.equal(code, 3, screen);
    assert.match(screen, /\(REPLACE_REFUSED\)[\s\S]*\(PARENT_FAILED\)/);
    assert.doesNotMatch(project.read(checkpoint), /network\/vpc:Vpc::main/);
    assert.match(project.read(checkpoint), /storage\/bucket:Bucket::covers/);
  });

  it("does not prompt for a replacement with --allow-replace", async function () {
    if (python === undefined) return this.skip();
    const { code, screen } = await run([{ seen: "stack dev|write \\d files", answer: "y\r" }], "--allow-replace");
    assert.equal(code, 3, screen);
    assert.doesNotMatch(screen, /Import it anyway/);
  });
});
