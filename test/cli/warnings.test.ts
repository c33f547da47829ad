/** Values that a language cannot send are reported to the user by every command that prints code, and in the document of `--json`. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, makeProject, projectFileOf, showRun } from "../support/cli-project.ts";
import { bucket, record, role, specsOf, vpc } from "../support/quickstart-specs.ts";
import { flat, inGo, specs, warningsIn } from "./warnings.ts";

describe("a warning of a generator", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specs), files: { "Pulumi.yaml": projectFileOf("go") } });
  });
  afterEach(() => project.remove());

  it("is in the document of a run with its resource, property and file", async () => {
    const ran = await project.run(["specs.json", "--yes", "--json", "--language", "go"]);
    assert.equal(ran.code, 0, showRun(ran));
    assert.deepEqual(warningsIn(ran.stdout), [inGo]);
  });

  it("is on the screen of a run above the list of files, without the promise of a clean preview", async () => {
    const ran = await project.run(["specs.json", "--yes", "--language", "go"]);
    assert.equal(ran.code, 0, showRun(ran));
    assert.match(
      flat(ran.stdout),
      /Warning: tags in main\.go: Go's SDK cannot send null: "owner" is left out\. simcloud:network\/vpc:Vpc main .*Wrote:/,
    );
    assert.match(ran.stdout, /pulumi preview {4}may show changes; see the warnings above$/m);
    const warning = /^Warning: (?:.*\n)(?: {2}.*\n)*/m.exec(ran.stdout)?.[0] ?? "";
    assert.ok(warning !== "" && warning.split("\n").every((line) => line.length <= 80), warning);
  });

  it("is shown before anything is written", async () => {
    const ran = await project.run(["specs.json", "--plan-only", "--json", "--language", "go"]);
    assert.deepEqual(warningsIn(ran.stdout), [inGo], showRun(ran));
  });
  it("is shown next to a snippet, and not in it", async () => {
    const ran = await project.imp(["snippet", "specs.json", "--language", "go"]);
    assert.equal(ran.code, 0, showRun(ran));
    assert.match(flat(ran.stderr), /Warning: tags in main\.go: The Go SDK .* simcloud:network\/vpc:Vpc main/);
    assert.doesNotMatch(ran.stdout, /Warning/);
  });
});

interface Edited {
  readonly urn: string;
  readonly inputs: Record<string, unknown>;
}

describe("the program of a state", () => {
  const handler = { type: "simcloud:compute/function:Function", name: "handler", id: "bookshop-order-handler" };
  let project: CliProject;
  before(async () => {
    const inputs = { environment: { variables: { QUEUE: "orders" } } };
    const entries = [vpc, bucket, role, record, { ...handler, inputs, properties: ["timeout"] }];
    project = makeProject({ specs: JSON.parse(specsOf(...entries)) });
    const made = await project.run(["specs.json", "--yes"]);
    assert.notEqual(made.code, 1, showRun(made));
  });
  after(() => project.remove());

  /** The warnings of `imp generate` for a changed state, as `name path: message (file)`. */
  async function warned(language: string, changes: Readonly<Record<string, object>>): Promise<readonly string[]> {
    const { checkpoint: inner } = project.json(checkpoint) as { checkpoint: { latest: { resources: Edited[] } } };
    for (const [name, { inputs, ...fields }] of Object.entries(changes) as [string, Partial<Edited>][]) {
      const found = inner.latest.resources.find(({ urn }) => urn.endsWith(`::${name}`));
      assert.ok(found, name);
      Object.assign(found, fields, { inputs: { ...found.inputs, ...inputs } });
    }
    project.write("changed.json", JSON.stringify({ version: 3, deployment: inner.latest }));
    const words = ["generate", "--state", "changed.json", "--out", "changed", "--force", "--json"];
    const ran = await project.imp([...words, "--language", language]);
    assert.equal(ran.code, 0, showRun(ran));
    return warningsIn(ran.stdout).map(({ resource, path, message, file }) =>
      [resource.split("::").at(-1), ` ${path}: ${message}`, file === undefined ? "" : ` (${file})`].join(""),
    );
  }

  it("warns of a default that the SDK adds where the state has nothing, and YAML has no SDK", async () => {
    const change = { handler: { inputs: { timeout: undefined } } };
    const message =
      "handler timeout: The SDK adds a default value that the state does not contain, so a preview shows a change.";
    assert.deepEqual(await warned("typescript", change), [message]);
    assert.deepEqual(await warned("yaml", change), []);
  });

  it("sets the value that a provider filled in, where the SDK would add another", async () => {
    assert.deepEqual(await warned("typescript", { handler: { inputs: { timeout: 7, __defaults: ["timeout"] } } }), []);
    assert.match(project.read("changed/index.ts"), /timeout: 7,/);
    assert.deepEqual(await warned("typescript", { handler: { inputs: { timeout: 3, __defaults: ["timeout"] } } }), []);
    assert.doesNotMatch(project.read("changed/index.ts"), /timeout/);
  });

  it("warns of nulls that the SDK of Python does not send", async () => {
    const change = { www: { inputs: { comment: null } }, main: { inputs: { tags: { owner: null } } } };
    const message = `www comment: The Python SDK does not send None, so it omits "comment". (__main__.py)`;
    assert.deepEqual(await warned("python", change), [message]);
    assert.match(
      project.read("changed/__main__.py"),
      /# The Python SDK omits "comment" because it is None\.\n +comment=None,/,
    );
  });

  it("warns of options that PCL and the SDK of Java do not have", async () => {
    const deletedWith = "urn:pulumi:dev::orchard::simcloud:storage/bucket:Bucket::covers";
    const change = {
      www: { ignoreChanges: ["*"], additionalSecretOutputs: ["fqdn"] },
      handler: { deletedWith },
    };
    assert.deepEqual(await warned("pcl", change), [
      "www *: PCL cannot express this path in ignoreChanges, so it is printed as a comment. (main.pp)",
      "www fqdn: PCL cannot express this path in additionalSecretOutputs, so it is printed as a comment. (main.pp)",
    ]);
    assert.deepEqual(await warned("java", change), [
      "handler deletedWith: The Java SDK does not have the option deletedWith. (src/main/java/myproject/App.java)",
    ]);
  });
});
