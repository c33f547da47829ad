/** The real Terraform with its AWS provider and a loopback server creates the state of fixtures/terraform/orders. */
import assert from "node:assert/strict";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSchema } from "../../src/schema/load.ts";
import { importFileOf, readTerraformState, specsOfState, type TerraformState } from "../../src/terraform/index.ts";
import { readAwsSchema } from "../support/published-schemas.ts";
import {
  ordersComponents,
  ordersLeftOut,
  ordersResources,
  ordersTokens,
  reasonsOf,
} from "../support/terraform-orders.ts";
import { leaveTerraform } from "./leave-terraform.ts";
import { type S3Server, startS3 } from "./moto.ts";
import { projectRoot } from "./project-root.ts";
import { hasTerraform, initTerraform, openTerraform, type TerraformWorkspace } from "./terraform.ts";

const suite = "states of Terraform's AWS provider";
/** The redrive policy with the spaces that the server adds. The provider waits for minutes if it reads a different text from the one that it wrote. */
const asTheServerWrites = `"{\\"deadLetterTargetArn\\": \\"\${aws_sqs_queue.dead.arn}\\", \\"maxReceiveCount\\": 5}"`;
const folder = join(projectRoot, "fixtures", "terraform", "orders");

describe("a state of the real Terraform with the AWS provider", () => {
  let server: S3Server | undefined;
  let made: TerraformWorkspace;
  let configuration: string;
  const opened: TerraformWorkspace[] = [];

  before(async function () {
    if (!hasTerraform(suite)) return this.skip();
    server = await startS3(suite);
    if (server === undefined) return this.skip();
    configuration = readFileSync(join(folder, "main.tf"), "utf8")
      .replaceAll("127.0.0.1:5999", server.endpoint)
      .replace(/jsonencode\(.*\)/, () => asTheServerWrites);
    made = openTerraform({
      "main.tf": configuration,
      "net/main.tf": readFileSync(join(folder, "net", "main.tf"), "utf8"),
    });
    opened.push(made);
    const missing = await initTerraform(made);
    if (missing !== undefined) {
      console.log(
        `SKIPPED: ${suite}: ${missing}. To use installed providers, set IMP_TERRAFORM_PLUGINS to their directory`,
      );
      return this.skip();
    }
    await made.run("apply", "-auto-approve");
    await made.run("taint", "terraform_data.tainted");
    await made.run("taint", 'module.net["us"].aws_security_group.web');
    made.write("terraform.tfstate", await withDeposed(made.read("terraform.tfstate"), server.endpoint));
  });
  after(async () => {
    server?.stop();
    for (const workspace of opened) await workspace.dispose();
  });

  it("has an entry with address, type, name, and provider for each managed object", () => {
    assertListed(stateOf(made.read("terraform.tfstate")), ["aws_sqs_queue.west"]);
  });

  it("has the same entries in terraform show -json, except for provider aliases", async () => {
    assertListed(stateOf(await made.run("show", "-json")), []);
  });

  it("has secrets for sensitive values, which are not written to an import file", async () => {
    for (const text of [made.read("terraform.tfstate"), await made.run("show", "-json")]) {
      const state = stateOf(text);
      const password = specsOf(state).specs.resources.find(({ name }) => name === "aws_ssm_parameter.password")?.source;
      assert.equal(password?.inputs.get("value")?.kind, "secret");
      assert.equal(password?.outputs.get("value")?.kind, "secret");
      assert.doesNotMatch(JSON.stringify(importFileOf(state, { packages, tokens: new Map() }).document), /s3cret/);
    }
  });

  it("has the dependencies that Terraform recorded", () => {
    const { resources } = specsOf(stateOf(made.read("terraform.tfstate"))).specs;
    const madeOf = (name: string) => [...(resources.find((entry) => entry.name === name)?.source?.madeOf ?? [])];
    assert.deepEqual(madeOf('module.net["us"].aws_subnet.private["b \\"c\\""]'), [
      ["vpcId", ['module.net["us"].aws_vpc.main']],
    ]);
  });

  for (const how of ["commands", "blocks"] as const)
    it(`loses the imported resources by the printed ${how}, which destroy nothing`, async () => {
      const workspace = openTerraform({});
      opened.push(workspace);
      cpSync(made.directory, workspace.directory, { recursive: true });
      // imp omits tainted resources, so this one would stay in the state, and would need a network that is no longer in the state.
      await workspace.run("untaint", 'module.net["us"].aws_security_group.web');
      await workspace.run("untaint", "terraform_data.tainted");
      // The test with commands has deleted the deposed object from the server, and a second deletion would fail.
      if (how === "blocks") workspace.write("terraform.tfstate", withoutDeposed(workspace.read("terraform.tfstate")));
      const state = stateOf(workspace.read("terraform.tfstate"));
      await leaveTerraform(workspace, state, specsOf(state), how, {
        whole: configuration,
        rest: restOf(configuration),
        stays: ["terraform_data.deposed", "terraform_data.marker", "terraform_data.tainted"],
      });
    });

  const schema = loadSchema(readAwsSchema());
  const packages = new Map([["aws", { schema, mapping: mapping() }]]);

  function mapping() {
    return {
      name: "aws",
      resource: (type: string) => {
        const token = Object.entries(ordersTokens).find(([name]) => name === type)?.[1];
        return token === undefined ? undefined : { token, fields: new Map() };
      },
    };
  }

  function specsOf(state: TerraformState) {
    const where = { file: "providers.json", line: 1, column: 1 };
    const urn = "urn:pulumi:dev::orchard::pulumi:providers:aws::west";
    const given = { nameTable: new Map([["west", { urn, where }]]), resources: [] };
    return specsOfState(state, { packages, tokens: new Map(), otherSpecs: given });
  }

  function assertListed(state: TerraformState, aliased: readonly string[]): void {
    const { specs, leftOut } = specsOf(state);
    const entries = specs.resources.filter(({ component }) => !component);
    assert.deepEqual(
      entries.map(({ name, type, logicalName, parent = "" }) => [name, type, logicalName, parent]).sort(),
      ordersResources.map((row) => [...row]).sort(),
    );
    assert.deepEqual(
      entries.filter(({ provider }) => provider === "west").map(({ name }) => name),
      aliased,
    );
    const modules = specs.resources.filter(({ component }) => component);
    assert.deepEqual(
      modules.map(({ name, type, logicalName, parent }) => [name, type, logicalName, parent]),
      ordersComponents,
    );
    // This state has no deposed object of Terraform's internal provider, because that provider never fails to delete.
    assert.deepEqual(
      reasonsOf(leftOut).filter(([address]) => address !== "terraform_data.deposed"),
      ordersLeftOut.filter(([address]) => address !== "terraform_data.deposed"),
    );
  }
});

function stateOf(text: string): TerraformState {
  return readTerraformState(Buffer.from(text), "terraform.tfstate");
}

/** Returns the configuration without the resources of the provider and the module. */
function restOf(configuration: string): string {
  return configuration.replace(/^(resource "aws_|module )[\s\S]*?^}\n/gm, "");
}

interface StateText {
  serial: number;
  readonly resources: readonly {
    readonly type: string;
    readonly name: string;
    instances: { readonly attributes: object; readonly deposed?: string }[];
  }[];
}

/** Replaces a deposed network by another one, because the provider would try for minutes to delete it. */
async function withDeposed(text: string, endpoint: string): Promise<string> {
  const credential = "Credential=test/20260101/us-east-1/ec2/aws4_request, SignedHeaders=host, Signature=none";
  const answer = await fetch(`http://${endpoint}/`, {
    method: "POST",
    headers: { authorization: `AWS4-HMAC-SHA256 ${credential}`, "content-type": "application/x-www-form-urlencoded" },
    body: "Action=CreateVpc&CidrBlock=10.77.0.0/16&Version=2016-11-15",
  });
  const id = /<vpcId>(.*?)<\/vpcId>/.exec(await answer.text())?.[1];
  assert.ok(id !== undefined);
  const state = JSON.parse(text) as StateText;
  const { instances } = state.resources.find(({ name }) => name === "replaced") ?? assert.fail();
  const [current] = instances;
  assert.ok(current);
  instances.push({
    ...current,
    attributes: { ...current.attributes, id, cidr_block: "10.77.0.0/16" },
    deposed: "a053ee84",
  });
  state.serial += 1;
  return JSON.stringify(state, undefined, 2);
}

function withoutDeposed(text: string): string {
  const state = JSON.parse(text) as StateText;
  for (const resource of state.resources)
    resource.instances = resource.instances.filter(({ deposed }) => deposed === undefined);
  return JSON.stringify(state, undefined, 2);
}
