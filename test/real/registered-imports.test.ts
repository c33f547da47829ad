/** After an import of resources that the program already registers, the state is the same as after `pulumi up`, and the preview is empty. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { compareStates, showDifferences } from "./compare-states.ts";
import { clearJournal } from "./journal.ts";
import { assertOnlyReads, imp } from "./judge-import.ts";
import { requireToolchain, runtimes } from "./programs.ts";
import { exitsWith } from "./run-process.ts";
import { openSimcloudStack, simcloudSchema } from "./simcloud.ts";
import { type Checkpoint, type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";
import { openWholeStack } from "./whole-stack.ts";

const typescript = `
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

/** Programs with a component whose children are registered in a loop, by language. Pulumi YAML has neither. */
const programs = [
  {
    language: "python",
    file: "__main__.py",
    program: `import json

import pulumi
import pulumi_simcloud as simcloud


class Site(pulumi.ComponentResource):
    def __init__(self, name, zones, opts=None):
        super().__init__("acme:index:Site", name, {"zones": zones}, opts)
        children = pulumi.ResourceOptions(parent=self)
        vpc = simcloud.network.Vpc("vpc", cidr_block="10.0.0.1/16", opts=children)
        for index, zone in enumerate(zones):
            opts = pulumi.ResourceOptions(parent=vpc, protect=index == 0)
            simcloud.network.Subnet(zone, vpc_id=vpc.id, cidr_block=f"10.0.{index}.0/24", opts=opts)
        bucket = simcloud.storage.Bucket("bucket", bucket="records", opts=children)
        statement = {"Effect": "Allow", "Action": ["s:Get"], "Resource": bucket.arn}
        policy = pulumi.Output.json_dumps({"Version": "2012", "Statement": [statement]})
        simcloud.storage.BucketPolicy("policy", bucket=bucket.id, policy=policy, opts=children)


Site("site", ["a", "b"])
`,
  },
  {
    language: "go",
    file: "main.go",
    program: `package main

import (
	"fmt"

	"example.com/simcloud/sdk/go/simcloud/network"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

type Site struct{ pulumi.ResourceState }

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		site := &Site{}
		if err := ctx.RegisterComponentResource("acme:index:Site", "site", site); err != nil {
			return err
		}
		vpc, err := network.NewVpc(ctx, "vpc", &network.VpcArgs{CidrBlock: pulumi.String("10.0.0.1/16")}, pulumi.Parent(site))
		if err != nil {
			return err
		}
		for index, zone := range []string{"a", "b"} {
			args := &network.SubnetArgs{VpcId: vpc.ID(), CidrBlock: pulumi.String(fmt.Sprintf("10.0.%d.0/24", index))}
			if _, err := network.NewSubnet(ctx, zone, args, pulumi.Parent(vpc), pulumi.Protect(index == 0)); err != nil {
				return err
			}
		}
		return nil
	})
}
`,
  },
  {
    language: "yaml",
    file: "Main.yaml",
    program: `resources:
  vpc:
    type: simcloud:network:Vpc
    properties: { cidrBlock: 10.0.0.1/16 }
    options: { version: 1.0.0 }
  subnet:
    type: simcloud:network:Subnet
    properties: { vpcId: "\${vpc.id}", cidrBlock: 10.0.1.0/24 }
    options: { parent: "\${vpc}", protect: true, version: 1.0.0 }
`,
  },
] as const;

interface ImportFile {
  readonly resources: { readonly type: string; readonly name: string; readonly logicalName?: string; id?: string }[];
}

/** Returns the checkpoint with the same ID for all providers, because Pulumi and imp choose random IDs. */
function withoutProviderIds(state: Checkpoint): Checkpoint {
  const ids = resourcesOf(state).flatMap(({ type, id }) => (type.startsWith("pulumi:providers:") ? [String(id)] : []));
  return JSON.parse(ids.reduce((text, id) => text.replaceAll(id, "provider"), JSON.stringify(state))) as Checkpoint;
}

describe("imp run with an import file of `pulumi preview`", () => {
  const tools = requireTools();
  let stack: RealStack | undefined;

  afterEach(async () => await stack?.dispose());

  it("writes the same state as pulumi up and no code, with an empty preview", async () => {
    stack = await openWholeStack(tools);
    stack.transpile(typescript);
    await assertImports(stack, "index.ts");
  });

  for (const { language, file, program } of programs)
    it(`writes the same state as pulumi up for a program in ${language}`, async function () {
      const pkg = { tools, schema: Buffer.from(await simcloudSchema(tools)) };
      const toolchain = requireToolchain(language, pkg, `registered imports in ${language}`);
      if (toolchain === undefined) return this.skip();
      stack = await openSimcloudStack(tools, { SIMCLOUD_REGION: "us-east-1" });
      writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: ${runtimes[language]}\n`);
      writeFileSync(join(stack.directory, file), program);
      await toolchain.prepare(stack);
      await assertImports(stack, file);
    });
});

/** Deploys the program, empties the state, and imports the resources that `pulumi preview --import-file` lists. */
async function assertImports(stack: RealStack, programFile: string): Promise<void> {
  const program = readFileSync(join(stack.directory, programFile), "utf8");
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
  assert.equal(readFileSync(join(stack.directory, programFile), "utf8"), program);
  await exitsWith(0, stack.previewExpectingNoChanges());
  const imported = await stack.exportState({ showSecrets: true });
  const differences = compareStates(withoutProviderIds(imported), withoutProviderIds(deployed));
  // imp encrypts values that look like secrets.
  const others = differences.filter(
    ({ urn, path }) => !urn.includes("pulumi:pulumi:Stack") && path !== "outputs.invitation",
  );
  assert.deepEqual(others, [], showDifferences(others));
}
