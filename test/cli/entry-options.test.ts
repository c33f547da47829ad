import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { bucket, component, record, role, specsOf, vpc } from "../support/quickstart-specs.ts";

const urn = (type: string, name: string) => `urn:pulumi:dev::orchard::${type}::${name}`;

describe("resource options of an import spec", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(() => project.remove());

  type Entry = Readonly<Record<string, unknown>>;
  function entry(name: string): Entry {
    const { checkpoint: state } = project.json(checkpoint) as {
      checkpoint: { latest: { resources: readonly (Entry & { urn: string })[] } };
    };
    const found = state.latest.resources.find((resource) => resource.urn.endsWith(`::${name}`));
    assert.ok(found, `${name} is in the state`);
    return found;
  }

  async function run(...entries: readonly object[]) {
    project.write("specs.json", specsOf(...entries));
    const ran = await project.run(["specs.json", "--yes", "--json"]);
    const report = JSON.parse(ran.stdout) as { resources: readonly { name: string; verdict: string }[] };
    return { ran, verdicts: Object.fromEntries(report.resources.map(({ name, verdict }) => [name, verdict])) };
  }

  it("writes resource options of an import spec to program and state", async () => {
    const old = urn(record.type, "once");
    const { ran } = await run(
      {
        ...record,
        ignoreChanges: ["ttl", "records[*]"],
        dependsOn: ["runner", urn(bucket.type, "covers")],
        deletedWith: "covers",
        customTimeouts: { create: "5m", update: "90s" },
        additionalSecretOutputs: ["fqdn"],
        aliases: [old],
        protect: false,
        retainOnDelete: true,
      },
      role,
      bucket,
    );
    assert.equal(ran.code, 0, showRun(ran));
    const code = project.read("index.ts");
    assert.match(code, /dependsOn: \[runner\],\n\s+retainOnDelete: true,\n\s+deletedWith: covers,/);
    assert.match(code, /ignoreChanges: \["ttl", "records\[\*\]"\],\n\s+additionalSecretOutputs: \["fqdn"\],/);
    assert.match(code, /customTimeouts: \{\s+create: "5m",\s+update: "90s",?\s+\},\s+aliases: \["urn:[^"]+::once"\],/);
    const { dependencies, deletedWith, customTimeouts, additionalSecretOutputs, ignoreChanges, ...rest } = entry("www");
    assert.deepEqual(dependencies, [urn(role.type, "runner"), urn(bucket.type, "covers")].sort());
    assert.equal(deletedWith, urn(bucket.type, "covers"));
    assert.deepEqual(customTimeouts, { create: 300, update: 90 });
    assert.deepEqual(additionalSecretOutputs, ["fqdn"]);
    assert.deepEqual(ignoreChanges, ["ttl", "records[*]"]);
    assert.equal(rest.retainOnDelete, true);
    assert.ok(!("protect" in rest) && !("aliases" in rest));
    const { fqdn } = rest.outputs as { fqdn: { ciphertext?: string } };
    assert.match(String(fqdn.ciphertext), /^v1:/);
  });

  it("writes the read values of ignored properties to the state, not those of `inputs`", async () => {
    const recordEntry = { ...record, inputs: { ttl: 60 } };
    const differs = await run(recordEntry);
    assert.deepEqual(differs.verdicts, { www: "update" }, showRun(differs.ran));
    await project.plain(["undo", "--yes"]);
    const ignores = await run({ ...recordEntry, ignoreChanges: ["ttl"] });
    assert.deepEqual(ignores.verdicts, { www: "clean" }, showRun(ignores.ran));
    assert.match(ignores.ran.stdout, /"kind":"given-ignored","paths":\["ttl"\]/);
    assert.match(project.read("index.ts"), /ttl: 60,/);
    assert.equal((entry("www").inputs as { ttl: number }).ttl, 300);
    const again = await run({ ...recordEntry, ignoreChanges: ["ttl"] });
    assert.deepEqual(again.verdicts, { www: "unchanged" });
  });

  it("accepts resource options for components and providers", async () => {
    const west = { type: "pulumi:providers:simcloud", name: "west", inputs: { region: "us-east-1" } };
    const { ran } = await run(
      { ...component, dependsOn: ["runner"], aliases: [urn("bookshop:index:Net", "network")] },
      { ...west, dependsOn: ["runner"] },
      { ...vpc, parent: component.name, provider: "west" },
      role,
    );
    assert.equal(ran.code, 0, showRun(ran));
    assert.match(
      project.read("index.ts"),
      /dependsOn: \[runner\],\s+protect: true,\s+aliases: \["urn:[^"]+::network"\],/,
    );
    for (const name of [component.name, "west"])
      assert.deepEqual(entry(name).dependencies, [urn(role.type, "runner")], name);
  });

  it("fails only import specs whose options name unknown properties", async () => {
    const { ran, verdicts } = await run(
      { ...record, additionalSecretOutputs: ["fqdnn"] },
      { ...role, ignoreChanges: ["nmae"] },
      bucket,
    );
    assert.equal(ran.code, 3, showRun(ran));
    assert.deepEqual(verdicts, { www: "failed", runner: "failed", covers: "clean" });
    assert.match(ran.stdout, /UNKNOWN_INPUT[\s\S]*Did you mean \\"fqdn\\"/);
  });

  it("rejects dependsOn of a resource outside of the program, except with --state-only", async () => {
    const first = await run(role);
    assert.equal(first.ran.code, 0, showRun(first.ran));
    project.write("index.ts", "// mine\n");
    const depending = specsOf({ ...record, dependsOn: [urn(role.type, role.name)] });
    project.write("specs.json", depending);
    const refused = await exitsWith(1, project.run(["specs.json", "--yes", "--append-file", "more.ts"]));
    assert.match(refused.stderr + refused.stdout, /NOT_IN_PROGRAM/);
    await exitsWith(0, project.run(["specs.json", "--yes", "--state-only"]));
    assert.deepEqual(entry("www").dependencies, [urn(role.type, role.name)]);
  });
});
