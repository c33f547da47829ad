import assert from "node:assert/strict";
import { join } from "node:path";
import { makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, makeProject, showRun } from "../support/cli-project.ts";
import { inParallel, projectRoot, type Ran } from "../support/imp-process.ts";

const folder = join(projectRoot, "fixtures", "plugins", "broken");

const expected: Readonly<Record<string, readonly [code: string, reason: RegExp]>> = {
  badport: ["PLUGIN_NO_PORT", /not a port number/],
  badversion: ["PLUGIN_VERSION", /not a semantic version/],
  closes: ["PLUGIN_NO_PORT", /closed its output/],
  exits: ["PLUGIN_EXITED", /exit code 3/],
  hangs: ["PLUGIN_START_TIMEOUT", /printed no port within 2 seconds/],
  junk: ["PLUGIN_NO_PORT", /not a port number/],
  missing: ["PLUGIN_NOT_RUNNABLE", /The file does not exist/],
  nobody: ["PLUGIN_START_TIMEOUT", /did not respond to calls on this port within 2 seconds/],
  noinfo: ["PLUGIN_HANDSHAKE", /GetPluginInfo failed/],
  nointerpreter: ["PLUGIN_NOT_RUNNABLE", /cannot run this file/],
  notexecutable: ["PLUGIN_NOT_RUNNABLE", /not executable/],
  // These plugins start, but return no schema.
  stubborn: ["PACKAGE_FAILED", /GetSchema/],
  wrapper: ["PACKAGE_FAILED", /GetSchema/],
};

/** Types of the simulated cloud whose operations break the provider. */
const faulty: Readonly<Record<string, readonly [code: string, reason: RegExp]>> = {
  "quirk-crash": ["PLUGIN_DIED", /exit code 3/],
  "quirk-hang": ["CALL_TIMEOUT", /No response within the time limit of --timeout/],
  "quirk-garbage": ["ANSWER_MALFORMED", /signature/],
  "quirk-garbage-secret": ["ANSWER_MALFORMED", /secret/],
  "quirk-garbage-bytes": ["ANSWER_MALFORMED", /cannot be decoded/],
};

/** The timeout in seconds for each case. Other cases have a timeout that is long enough for a slow machine. */
const timeouts: Readonly<Record<string, string>> = { hangs: "2", nobody: "2", "quirk-hang": "6" };

describe("imp run with broken plugins", () => {
  const names = [...Object.keys(expected), ...Object.keys(faulty)];
  const ran = new Map<string, Ran>();
  let project: CliProject;
  let untouched: Readonly<Record<string, string>>;

  before(async function () {
    this.timeout(120_000);
    const estate = makeQuirkEstate(true);
    project = makeProject({ cloud: estate.cloud });
    for (const name of Object.keys(expected)) {
      const resources = ["one", "two"].map((id) => ({ type: `${name}:index:Thing`, name: id, id }));
      project.write(`${name}.json`, JSON.stringify({ resources }));
    }
    for (const entry of estate.specs.resources)
      project.write(`${entry.name}.json`, JSON.stringify({ resources: [entry] }));
    untouched = project.files();
    const all = await inParallel(names, (name) => {
      const executable = `${name}=${join(folder, `pulumi-resource-${name}`)}`;
      return project.run([`${name}.json`, "--yes", "--timeout", timeouts[name] ?? "60", "--provider", executable]);
    });
    for (const [index, name] of names.entries()) ran.set(name, all[index] as Ran);
  });
  after(() => project.remove());

  for (const [name, [code, reason]] of Object.entries({ ...expected, ...faulty })) {
    it(`reports ${code} for the broken plugin ${name}`, () => {
      const result = ran.get(name);
      assert.ok(result !== undefined);
      const message = showRun(result);
      assert.equal(result.code, 1, message);
      const screen = `${result.stdout}${result.stderr}`.replace(/\s+/g, " ");
      assert.equal(screen.split("Error:").length, 2, message);
      assert.ok(screen.includes(`(${code})`), message);
      assert.match(screen, reason, message);
      assert.match(screen, / hint /, message);
      assert.match(result.stdout, /^Nothing was written\.$/m, message);
      assert.doesNotMatch(screen, /node:internal| at Object\./, message);
    });
  }

  it("reports a repeated plugin warning once, on the screen and in the document", async () => {
    const text = "the plugin ended with exit code 3; restarting it";
    const stderr = ran.get("quirk-crash")?.stderr ?? "";
    assert.equal(stderr.split(text).length, 2, stderr);
    const json = await project.run(["quirk-crash.json", "--plan-only", "--json"]);
    const { warnings } = JSON.parse(json.stdout);
    assert.deepEqual(warnings, [{ plugin: "simcloud", message: text, resources: [] }], showRun(json));
  });

  it("writes nothing and leaves no process behind after a plugin breaks", async () => {
    assert.deepEqual(project.files(), untouched);
    await project.assertTidy();
  });
});
