/** Imports of resources that the program already registers: the same state as after `pulumi up`, and an empty preview. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareStates, showDifferences } from "./compare-states.ts";
import { clearJournal } from "./journal.ts";
import { assertOnlyReads, imp } from "./judge-import.ts";
import { exitsWith } from "./run-process.ts";
import { type Checkpoint, type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";
import { openWholeStack } from "./whole-stack.ts";

const program = `
import * as pulumi from "@pulumi/pulumi";
import * as pinboard from "@pulumi/pinboard";
import * as simcloud from "@pulumi/simcloud";

class Site extends pulumi.ComponentResource {
  constructor(name: string, zones: string[], opts?: pulumi.ComponentResourceOptions) {
    super("acme:index:Site", name, { zones }, opts);
    const vpc = new simcloud.network.Vpc("vpc", { cidrBlock: "10.0.0.1/16", tags: { Name: "main" } }, { parent: this });
    const subnets = zones.map((zone, index) => new simcloud.network.Subnet(zone, {
      vpcId: vpc.id, cidrBlock: \`10.0.\${index}.0/24\`,
    }, { parent: vpc, protect: index === 0, ignoreChanges: ["cidrBlock"] }));
    const bucket = new simcloud.storage.Bucket("bucket", { bucket: "records" }, { parent: this, retainOnDelete: true, additionalSecretOutputs: ["region"] });
    new simcloud.storage.BucketPolicy("policy", {
      bucket: bucket.id,
      policy: pulumi.jsonStringify({ Version: "2012", Statement: [{ Effect: "Allow", Action: ["s:Get"], Resource: bucket.arn }] }),
    }, { parent: this, dependsOn: subnets });
    this.registerOutputs({ vpcId: vpc.id });
  }
}

const south = new simcloud.Provider("south", { region: "south-1" });
new Site("site", ["a", "b"], { providers: [south] });
const wall = new pinboard.Wall("wall", { title: "Plans", notes: ["one"] });
export const board = wall.boardId;
`;

interface ImportFile {
  readonly resources: { readonly type: string; readonly name: string; readonly logicalName?: string; id?: string }[];
}

/** Returns the checkpoint with equal ids of providers, which each engine chooses at random. */
function withoutProviderIds(state: Checkpoint): Checkpoint {
  const ids = resourcesOf(state).flatMap(({ type, id }) => (type.startsWith("pulumi:providers:") ? [String(id)] : []));
  return JSON.parse(ids.reduce((text, id) => text.replaceAll(id, "provider"), JSON.stringify(state))) as Checkpoint;
}

describe("imp run with the import file of a program with components", () => {
  const tools = requireTools();
  let stack: RealStack;

  before(async () => {
    stack = await openWholeStack(tools);
  });
  after(async () => await stack?.dispose());

  it("writes the state of pulumi up, without code and with an empty preview", async () => {
    stack.transpile(program);
    await stack.up();
    const deployed = await stack.exportState({ showSecrets: true });
    const empty = join(stack.root, "empty.json");
    writeFileSync(empty, JSON.stringify({ ...deployed, deployment: { ...deployed.deployment, resources: [] } }));
    await exitsWith(0, stack.pulumi("stack", "import", "--file", empty));
    const file = join(stack.root, "imports.json");
    await exitsWith(0, stack.pulumi("preview", "--import-file", file));
    const specs = JSON.parse(readFileSync(file, "utf8")) as ImportFile;
    for (const spec of specs.resources) {
      if (spec.id === undefined) continue;
      const { logicalName = spec.name, type } = spec;
      const entry = resourcesOf(deployed).find(
        ({ urn, type: other }) => other === type && urn.endsWith(`::${logicalName}`),
      );
      spec.id = String(entry?.id);
    }
    writeFileSync(file, JSON.stringify(specs, null, 2));
    clearJournal(stack.env);
    const ran = await exitsWith(0, imp(stack, "run", file, "--yes"));
    assertOnlyReads(stack);
    assert.match(ran.stdout, /Verified/);
    assert.equal(readFileSync(join(stack.directory, "index.ts"), "utf8"), program);
    await exitsWith(0, stack.previewExpectingNoChanges());
    const imported = await stack.exportState({ showSecrets: true });
    const differences = compareStates(withoutProviderIds(imported), withoutProviderIds(deployed));
    // imp encrypts values that look like secrets.
    const others = differences.filter(
      ({ urn, path }) => !urn.includes("pulumi:pulumi:Stack") && path !== "outputs.invitation",
    );
    assert.deepEqual(others, [], showDifferences(others));
  });
});
