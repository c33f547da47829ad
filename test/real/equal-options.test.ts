/** An import keeps the state entries that the real CLI wrote for every resource option. imp writes the same entries as `up` and `import`. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { alikeEstate, makeEstate } from "../../fixtures/simcloud/estate.ts";
import { compareStates, resourceOf, showDifferences } from "./compare-states.ts";
import { assertNothingToChange, assertPclBinds, imp, importSpecs, touch, verdictsOf } from "./judge-import.ts";
import { exitsWith, showRun } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

const program = `
import * as pulumi from "@pulumi/pulumi";
import * as simcloud from "@pulumi/simcloud";

class Group extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("shop:index:Group", name, {}, opts);
    this.registerOutputs({});
  }
}
const hook = new pulumi.ResourceHook("note", async () => {});
const record = (name: string, opts: pulumi.CustomResourceOptions) =>
  new simcloud.dns.Record(name, { zone: "own.example", name, type: "TXT", records: [name], ttl: 60 }, opts);
const provider = new simcloud.Provider("other", { region: "us-east-1" }, { envVarMappings: { SIM_REGION: "SIMCLOUD_REGION" } });
const group = new Group("group", { protect: true });
const first = record("first", { parent: group });
record("provided", { provider });
record("depending", { dependsOn: [first, group] });
record("protected", { protect: true });
record("retained", { retainOnDelete: true });
record("with", { deletedWith: first });
record("replaced", { replaceWith: [first], replaceOnChanges: ["ttl"], deleteBeforeReplace: true });
record("triggered", { replacementTrigger: "one" });
record("ignoring", { ignoreChanges: ["ttl", "records[0]"] });
record("hiding", { hideDiffs: ["ttl"] });
record("secret", { additionalSecretOutputs: ["fqdn", "ttl"] });
record("timed", { customTimeouts: { create: "5m", update: "90s", delete: "1h" } });
record("renamed", { aliases: [{ name: "once" }] });
record("hooked", { hooks: { beforeDelete: [hook], afterUpdate: [hook] } });
record("versioned", { version: "1.0.0" });
const imported = { zone: "alike.example", name: "host-00003", type: "A", records: ["10.0.0.3"], ttl: 300 };
new simcloud.dns.Record("imported", imported, { import: "alike.example/host-00003/A" });
`;

/** The fields that the real CLI must write for each option, because the comparison proves nothing without them. */
const marks: Readonly<Record<string, readonly string[]>> = {
  "::first": ["parent"],
  "::depending": ["dependencies"],
  "::protected": ["protect"],
  "::retained": ["retainOnDelete"],
  "::with": ["deletedWith"],
  "::replaced": ["replaceWith", "replaceOnChanges"],
  "::triggered": ["replacementTrigger"],
  "::ignoring": ["ignoreChanges"],
  "::hiding": ["hideDiff"],
  "::secret": ["additionalSecretOutputs"],
  "::timed": ["customTimeouts"],
  "::hooked": ["resourceHooks"],
  "::imported": ["importID"],
};

describe("resource options of a state that pulumi up wrote", () => {
  const tools = requireTools();
  const { cloud, specs } = alikeEstate(4);
  const [some, last] = [specs.resources.slice(0, 2), specs.resources.slice(2, 3)];
  const flags = ["--yes", "--json"];
  let stack: RealStack;
  before(async () => {
    stack = await openSimcloudStack(tools);
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(cloud));
    stack.transpile(program);
    await stack.up();
  });
  after(() => stack?.dispose());

  const write = (name: string, value: unknown): string => {
    writeFileSync(join(stack.root, name), JSON.stringify(value));
    return join(stack.root, name);
  };

  it("are kept, and pulumi up changes nothing after the import", async () => {
    const before = await stack.exportState({ showSecrets: true });
    for (const [name, fields] of Object.entries(marks))
      for (const field of fields) assert.ok(field in resourceOf(before, name), `${name} must have ${field}`);
    await exitsWith(0, imp(stack, "run", write("specs.json", { resources: some }), ...flags, "--append-file", "more"));
    const ours = await stack.exportState({ showSecrets: true });
    const urns = new Set(resourcesOf(before).map(({ urn }) => urn));
    const kept = resourcesOf(ours).filter(({ urn }) => urns.has(urn));
    assert.equal(kept.length + some.length, resourcesOf(ours).length);
    assert.deepEqual(kept, resourcesOf(before));
    stack.transpile(`${program}\nimport "./more";\n`);
    touch(stack);
    const up = await stack.up();
    assert.deepEqual(Object.keys(up), ["same"]);
    assert.equal(showDifferences(compareStates(ours, await stack.exportState({ showSecrets: true }))), "");
  });

  it("are printed by imp generate, except for those that it reports and pulumi up removes", async () => {
    const before = await stack.exportState({ showSecrets: true });
    const ran = await exitsWith(0, imp(stack, "generate", "--out", "generated", "--json"));
    const { withoutOptions } = JSON.parse(ran.stdout) as { withoutOptions: { urn: string; options: string[] }[] };
    const named = withoutOptions.map(({ urn, options }) => [urn.split("::").pop(), ...options].join(" ")).sort();
    assert.deepEqual(named, [
      "hiding hideDiffs",
      "hooked hooks",
      "other envVarMappings",
      "replaced replaceOnChanges replaceWith",
      "triggered replacementTrigger",
    ]);
    stack.transpile(readFileSync(join(stack.directory, "generated", "index.ts"), "utf8"));
    touch(stack);
    assert.deepEqual(Object.keys(await stack.up()), ["same"]);
    const after = await stack.exportState({ showSecrets: true });
    const lost = compareStates(before, after).filter(({ urn }) => urn !== "");
    const fields = [
      "envVarMappings",
      "hideDiff",
      "replaceOnChanges",
      "replaceWith",
      "replacementTrigger",
      "resourceHooks",
    ];
    assert.deepEqual(lost.map(({ path }) => path.split(".").pop()).sort(), fields);
    assert.ok(lost.every((difference) => difference.after === undefined));
  });

  it("are kept in an import, with taints, schema version, and features of the state", async () => {
    const { urn } = resourceOf(await stack.exportState(), "::versioned");
    await exitsWith(0, stack.pulumi("state", "taint", urn, "--yes"));
    const before = await stack.exportState({ showSecrets: true });
    await exitsWith(0, imp(stack, "run", write("last.json", { resources: last }), ...flags, "--append-file", "last"));
    const after = await stack.exportState({ showSecrets: true });
    assert.equal(resourceOf(after, "::versioned").taint, true);
    const added = compareStates(before, after).filter((difference) => difference.urn !== "");
    assert.deepEqual([...new Set(added.map(({ before: ours }) => ours))], ["absent"], showDifferences(added));
    assert.equal(added.length, last.length);
    assert.deepEqual([after.version, featuresOf(stack)], [4, ["taint"]]);
  });
});

/** Returns the features that the state file lists. An export has only features that the CLI knows. */
function featuresOf(stack: RealStack): unknown {
  const backend = String(stack.env.PULUMI_BACKEND_URL).replace("file://", "");
  return JSON.parse(readFileSync(join(backend, ".pulumi", "stacks", stack.project, `${stack.stack}.json`), "utf8"))
    .features;
}

describe("resource options of an import spec", () => {
  let stack: RealStack | undefined;
  after(() => stack?.dispose());

  it("are written to the state like those of pulumi up, with an empty preview", async () => {
    const tools = requireTools();
    stack = await openSimcloudStack(tools);
    const { cloud, specs } = alikeEstate(11);
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(cloud));
    const [first, ...others] = specs.resources;
    assert.ok(first !== undefined);
    const provider = { type: "pulumi:providers:simcloud", name: "other", inputs: { region: "us-east-1" } };
    const group = { type: "shop:index:Group", name: "group", component: true };
    const entries: readonly object[] = [
      { dependsOn: [first.name] },
      { dependsOn: ["group"] },
      { deletedWith: first.name },
      { customTimeouts: { create: "1h30m", update: "90s", delete: "1.5s" } },
      { additionalSecretOutputs: ["fqdn", "ttl"] },
      { aliases: ["urn:pulumi:dev::shop::simcloud:dns/record:Record::once"] },
      { ignoreChanges: ["ttl", "records[0]"] },
      { ignoreChanges: ["ttl"], inputs: { ttl: 60 } },
      { retainOnDelete: true, protect: false },
      { provider: "other", dependsOn: ["group"], protect: true },
    ];
    const resources = [
      { ...provider, dependsOn: [others[8]?.name], aliases: ["urn:pulumi:dev::shop::pulumi:providers:simcloud::once"] },
      { ...group, dependsOn: ["other"], protect: false },
      { ...first, parent: "group" },
      ...others.map((entry, i) => ({ ...entry, ...entries[i] })),
    ];
    const file = join(stack.root, "asked.json");
    writeFileSync(file, JSON.stringify({ resources }));
    const imported = await importSpecs(stack, file, 0);
    const { report, state } = imported;
    assert.deepEqual([...new Set(Object.values(verdictsOf(report)))], ["clean"]);
    await assertNothingToChange(stack, state);
    await assertPclBinds(tools, stack, imported);
  });
});

describe("the state that imp writes, compared with the state of pulumi import", () => {
  /** Fields that differ: the next `up` writes them, or `pulumi import` reads them from the cloud instead of a program. */
  const left = ["inputs", "dependencies", "propertyDependencies", "additionalSecretOutputs", "provider"];
  const stacks: RealStack[] = [];
  after(() => Promise.all(stacks.map((stack) => stack.dispose())));

  it("differs only in fields that pulumi up writes", async () => {
    const { cloud, specs } = makeEstate({ seed: 9, resources: 24, regions: ["us-east-1"] });
    const resources = specs.resources
      .filter(({ component }) => component !== true)
      .map(({ parent: _, inputs: __, ...entry }) => entry);
    stacks.push(...(await Promise.all([openSimcloudStack(requireTools()), openSimcloudStack(requireTools())])));
    const [impStack, peerStack] = stacks;
    assert.ok(impStack !== undefined && peerStack !== undefined);
    for (const { env, root } of stacks) {
      writeFileSync(String(env.SIMCLOUD_FILE), JSON.stringify(cloud));
      writeFileSync(join(root, "specs.json"), JSON.stringify({ resources }));
    }
    const flags = ["--yes", "--skip-preview", "--generate-code=false"];
    const rans = await Promise.all([
      imp(impStack, "run", join(impStack.root, "specs.json"), "--yes", "--json"),
      peerStack.pulumi("import", "--file", join(peerStack.root, "specs.json"), ...flags),
    ]);
    for (const ran of rans) assert.equal(ran.code, 0, showRun(ran));
    const [mine, other] = await Promise.all(
      [impStack, peerStack].map((each) => each.exportState({ showSecrets: true })),
    );
    assert.ok(mine !== undefined && other !== undefined);
    const differences = compareStates(mine, other).filter(
      ({ urn }) => urn.includes("$simcloud:") || urn.includes("::simcloud:"),
    );
    const beyond = differences.filter(({ path }) => !left.includes(path.split(".")[0] ?? ""));
    assert.equal(showDifferences(beyond), "");
    assert.ok(differences.length > 0);
    // Providers differ only in the name of the default provider, which contains the version of the SDK.
    for (const { path, before: one, after: two } of differences.filter(({ path }) => path === "provider")) {
      const [a, b] = [String(one), String(two)].map((text) => text.replace(/(default)[^:]*::[^:]*$/, "$1"));
      assert.equal(a, b, path);
    }
  });
});
