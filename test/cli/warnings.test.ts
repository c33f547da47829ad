/** Every command that prints code reports values that the language cannot send, on the screen and in the JSON document. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject, projectFileOf, showRun } from "../support/cli-project.ts";
import { bucket, record, role, specsOf, vpc } from "../support/quickstart-specs.ts";
import { flat, inGo, specs, warningsIn } from "./warnings.ts";

describe("warnings of generators", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specs), files: { "Pulumi.yaml": projectFileOf("go") } });
  });
  afterEach(() => project.remove());

  it("adds warnings to the JSON document with resource, property, and file", async () => {
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--json", "--language", "go"]));
    assert.deepEqual(warningsIn(ran.stdout), [inGo]);
  });

  it("shows warnings above the list of files, and does not promise a clean preview", async () => {
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--language", "go"]));
    assert.match(
      flat(ran.stdout),
      /Warning: tags in main\.go: The Go SDK cannot send null, so it omits "owner"\. simcloud:network\/vpc:Vpc main .*Wrote:/,
    );
    assert.match(ran.stdout, /pulumi preview {4}may show changes; see the warnings above$/m);
    const warning = /^Warning: (?:.*\n)(?: {2}.*\n)*/m.exec(ran.stdout)?.[0] ?? "";
    assert.ok(warning !== "" && warning.split("\n").every((line) => line.length <= 80), warning);
  });

  it("shows warnings with --plan-only", async () => {
    const ran = await project.run(["specs.json", "--plan-only", "--json", "--language", "go"]);
    assert.deepEqual(warningsIn(ran.stdout), [inGo], showRun(ran));
  });
  it("prints warnings of a snippet to stderr", async () => {
    const ran = await exitsWith(0, project.imp(["snippet", "specs.json", "--language", "go"]));
    assert.match(flat(ran.stderr), /Warning: tags in main\.go: The Go SDK .* simcloud:network\/vpc:Vpc main/);
    assert.doesNotMatch(ran.stdout, /Warning/);
  });
});

interface Edited {
  readonly urn: string;
  readonly inputs: Record<string, unknown>;
}

describe("imp generate", () => {
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

  /** Returns the warnings of `imp generate` for a changed state, as `name path: message (file)`. */
  async function warned(language: string, changes: Readonly<Record<string, object>>): Promise<readonly string[]> {
    const { checkpoint: inner } = project.json(checkpoint) as { checkpoint: { latest: { resources: Edited[] } } };
    for (const [name, { inputs, ...fields }] of Object.entries(changes) as [string, Partial<Edited>][]) {
      const found = inner.latest.resources.find(({ urn }) => urn.endsWith(`::${name}`));
      assert.ok(found, name);
      Object.assign(found, fields, { inputs: { ...found.inputs, ...inputs } });
    }
    project.write("changed.json", JSON.stringify({ version: 3, deployment: inner.latest }));
    const words = ["generate", "--state", "changed.json", "--out", "changed", "--force", "--json"];
    const ran = await exitsWith(0, project.imp([...words, "--language", language]));
    return warningsIn(ran.stdout).map(({ resource, path, message, file }) =>
      [resource.split("::").at(-1), ` ${path}: ${message}`, file === undefined ? "" : ` (${file})`].join(""),
    );
  }

  it("warns if the SDK adds a default that the state lacks, but not for YAML", async () => {
    const change = { handler: { inputs: { timeout: undefined } } };
    const message =
      "handler timeout: The SDK adds a default value that the state does not contain, so a preview shows a change.";
    assert.deepEqual(await warned("typescript", change), [message]);
    assert.deepEqual(await warned("yaml", change), []);
  });

  it("prints a provider default only if the SDK has another default", async () => {
    assert.deepEqual(await warned("typescript", { handler: { inputs: { timeout: 7, __defaults: ["timeout"] } } }), []);
    assert.match(project.read("changed/index.ts"), /timeout: 7,/);
    assert.deepEqual(await warned("typescript", { handler: { inputs: { timeout: 3, __defaults: ["timeout"] } } }), []);
    assert.doesNotMatch(project.read("changed/index.ts"), /timeout/);
  });

  it("warns about nulls that the Python SDK does not send", async () => {
    const change = { www: { inputs: { comment: null } }, main: { inputs: { tags: { owner: null } } } };
    const message = `www comment: The Python SDK does not send None, so it omits "comment". (__main__.py)`;
    assert.deepEqual(await warned("python", change), [message]);
    assert.match(
      project.read("changed/__main__.py"),
      /# The Python SDK omits "comment" because it is None\.\n +comment=None,/,
    );
  });

  it("warns about options that PCL and the Java SDK do not support", async () => {
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
