/**
 * The real Terraform creates states, and their import specs equal handwritten lists. The commands that imp prints remove the resources
 * from these states.
 */
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { loadSchema } from "../../src/schema/load.ts";
import { readTerraformState, specsOfState, type TerraformState } from "../../src/terraform/index.ts";
import { leaveTerraform } from "./leave-terraform.ts";
import { hasTerraform, initTerraform, openTerraform, type TerraformWorkspace } from "./terraform.ts";

const builtin =
  'terraform {\n  required_providers {\n    terraform = { source = "terraform.io/builtin/terraform" }\n  }\n}\n';

const settings = `${builtin}
provider "terraform" {
  alias = "west"
}
variable "password" {
  type      = string
  sensitive = true
  default   = "canary-of-a-variable"
}
`;

const tainted = 'resource "terraform_data" "tainted" {\n  input = "t"\n}\n';

const configuration = `${settings}${tainted}
module "net" {
  source   = "./net"
  for_each = toset(["eu", "us \\"x\\"/é"])
}
module "single" {
  source    = "./net/zone"
  providers = { terraform = terraform.west }
}
data "terraform_remote_state" "other" {
  backend = "local"
  config  = { path = "other.tfstate" }
}
resource "terraform_data" "plain" {
  input = "a"
}
resource "terraform_data" "counted" {
  count = 2
  input = terraform_data.plain.id
}
resource "terraform_data" "keyed" {
  for_each = toset(["a.b", "$\${x}", "%%{y}", "line\\nbreak", "a::b", "back\\\\slash", "it's"])
  input    = each.key
}
resource "terraform_data" "west" {
  provider = terraform.west
  input    = "w"
}
resource "terraform_data" "secret" {
  input = var.password
}
resource "terraform_data" "part" {
  input = { open = "o", closed = [var.password] }
}
resource "terraform_data" "replaced" {
  input = "r"
}
`;

const net = `${builtin}module "zone" {
  source = "./zone"
  count  = 2
}
resource "terraform_data" "own" {
  input = module.zone[0].id
}
`;

const zone = `${builtin}resource "terraform_data" "gateway" {
  input = "g"
}
output "id" { value = terraform_data.gateway.id }
`;

const eu = 'module.net["eu"]';
const us = 'module.net["us \\"x\\"/é"]';

/** The expected address, logical name, component and provider of each resource, written by hand. */
const listed = [
  ["terraform_data.counted[0]", "counted-0", "", ""],
  ["terraform_data.counted[1]", "counted-1", "", ""],
  ['terraform_data.keyed["$${x}"]', `keyed-\${x}`, "", ""],
  ['terraform_data.keyed["%%{y}"]', "keyed-%{y}", "", ""],
  ['terraform_data.keyed["a.b"]', "keyed-a.b", "", ""],
  ['terraform_data.keyed["a::b"]', "keyed-a-b", "", ""],
  ['terraform_data.keyed["back\\\\slash"]', "keyed-back\\slash", "", ""],
  ['terraform_data.keyed["it\'s"]', "keyed-it's", "", ""],
  ['terraform_data.keyed["line\\nbreak"]', "keyed-line-break", "", ""],
  ["terraform_data.part", "part", "", ""],
  ["terraform_data.plain", "plain", "", ""],
  ["terraform_data.replaced", "replaced", "", ""],
  ["terraform_data.secret", "secret", "", ""],
  ["terraform_data.west", "west", "", "west"],
  [`${eu}.terraform_data.own`, "net-eu-own", eu, ""],
  [`${us}.terraform_data.own`, 'net-us "x"/é-own', us, ""],
  [`${eu}.module.zone[0].terraform_data.gateway`, "net-eu-zone-0-gateway", `${eu}.module.zone[0]`, ""],
  [`${eu}.module.zone[1].terraform_data.gateway`, "net-eu-zone-1-gateway", `${eu}.module.zone[1]`, ""],
  [`${us}.module.zone[0].terraform_data.gateway`, 'net-us "x"/é-zone-0-gateway', `${us}.module.zone[0]`, ""],
  [`${us}.module.zone[1].terraform_data.gateway`, 'net-us "x"/é-zone-1-gateway', `${us}.module.zone[1]`, ""],
  ["module.single.terraform_data.gateway", "gateway", "module.single", "west"],
] as const;

const components = [
  [eu, "components:index:Net", "net-eu", undefined],
  [us, "components:index:Net", 'net-us "x"/é', undefined],
  ["module.single", "components:index:Single", "single", undefined],
  [`${eu}.module.zone[0]`, "components:index:Zone", "net-eu-zone-0", eu],
  [`${eu}.module.zone[1]`, "components:index:Zone", "net-eu-zone-1", eu],
  [`${us}.module.zone[0]`, "components:index:Zone", 'net-us "x"/é-zone-0', us],
  [`${us}.module.zone[1]`, "components:index:Zone", 'net-us "x"/é-zone-1', us],
];

const any = { $ref: "pulumi.json#/Any" };
const disk = { properties: { input: any, output: any }, inputProperties: { input: any, output: any } };
const schema = { name: "cloud", version: "1.0.0", resources: { "cloud:index/disk:Disk": disk } };

describe("a state of the real Terraform with a small provider", () => {
  let made: TerraformWorkspace;
  const opened: TerraformWorkspace[] = [];

  before(async function () {
    if (!hasTerraform("states of Terraform's own provider")) return this.skip();
    const other = JSON.stringify({
      version: 4,
      terraform_version: "1.0.0",
      serial: 1,
      lineage: "x",
      outputs: {},
      resources: [],
    });
    made = openTerraform({
      "main.tf": configuration,
      "net/main.tf": net,
      "net/zone/main.tf": zone,
      "other.tfstate": other,
    });
    opened.push(made);
    assert.equal(await initTerraform(made), undefined);
    await made.run("apply", "-auto-approve");
    await made.run("taint", "terraform_data.tainted");
    made.write("terraform.tfstate", withDeposed(made.read("terraform.tfstate")));
  });
  after(async () => {
    for (const workspace of opened) await workspace.dispose();
  });

  it("has an entry with address, name, and provider for each managed object", () => {
    assertListed(read(made.read("terraform.tfstate")), "with aliases");
  });

  it("has the same entries in terraform show -json, except for provider aliases", async () => {
    assertListed(read(await made.run("show", "-json")), "without aliases");
  });

  it("has secrets for sensitive values", async () => {
    for (const text of [made.read("terraform.tfstate"), await made.run("show", "-json")]) {
      const inputOf = (name: string) =>
        specsOf(read(text))
          .specs.resources.find((entry) => entry.name === name)
          ?.source?.inputs.get("input");
      assert.deepEqual(inputOf("terraform_data.plain"), { kind: "string", value: "a" });
      assert.equal(inputOf("terraform_data.secret")?.kind, "secret");
      assert.doesNotMatch(JSON.stringify(inputOf("terraform_data.part"), showSecrets), /canary/);
    }
  });

  for (const how of ["commands", "blocks"] as const)
    it(`loses the imported resources by the printed ${how}, which destroy nothing`, async () => {
      const workspace = openTerraform({});
      opened.push(workspace);
      cpSync(made.directory, workspace.directory, { recursive: true });
      const state = read(workspace.read("terraform.tfstate"));
      await leaveTerraform(workspace, state, specsOf(state), how, {
        whole: configuration,
        rest: `${settings}${tainted}`,
        stays: ["terraform_data.tainted"],
      });
    });

  function assertListed(state: TerraformState, aliases: "with aliases" | "without aliases"): void {
    const { specs, leftOut } = specsOf(state);
    const imported = specs.resources
      .filter(({ component }) => !component)
      .map(({ name, logicalName, parent = "", provider = "" }) => [name, logicalName, parent, provider]);
    const expected = listed.map(([name, logicalName, parent, provider]) => [
      name,
      logicalName,
      parent,
      aliases === "with aliases" ? provider : "",
    ]);
    assert.deepEqual(imported.sort(), expected.sort());
    const modules = specs.resources
      .filter(({ component }) => component)
      .map(({ name, type, logicalName, parent }) => [name, type, logicalName, parent]);
    assert.deepEqual(modules.sort(), [...components].sort());
    assert.deepEqual(leftOut.map(({ address }) => address).sort(), [
      "data.terraform_remote_state.other",
      "terraform_data.replaced",
      "terraform_data.tainted",
    ]);
  }
});

/** Replaces a secret by a marker, so that a search of the text finds only secrets that imp does not mark as such. */
function showSecrets(_: string, value: unknown): unknown {
  const isSecret = typeof value === "object" && value !== null && "kind" in value && value.kind === "secret";
  return isSecret ? "a secret" : value instanceof Map ? [...value] : value;
}

/** Adds a deposed object, because Terraform's internal provider never fails to delete. */
function withDeposed(text: string): string {
  const state = JSON.parse(text) as {
    serial: number;
    readonly resources: readonly { readonly name: string; readonly instances: object[] }[];
  };
  const { instances } = state.resources.find(({ name }) => name === "replaced") ?? assert.fail();
  instances.push({ ...instances[0], deposed: "a053ee84" });
  state.serial += 1;
  return JSON.stringify(state, undefined, 2);
}

/** Reads the state as that of a provider in Pulumi, without Terraform's internal provider. */
function read(text: string): TerraformState {
  const source = "registry.example.com/acme/cloud";
  return readTerraformState(
    Buffer.from(text.replaceAll("terraform.io/builtin/terraform", source)),
    "terraform.tfstate",
  );
}

function specsOf(state: TerraformState) {
  const where = { file: "providers.json", line: 1, column: 1 };
  const urn = "urn:pulumi:dev::orchard::pulumi:providers:cloud::west";
  return specsOfState(state, {
    packages: new Map([["cloud", { schema: loadSchema(Buffer.from(JSON.stringify(schema))) }]]),
    tokens: new Map([["terraform_data", "cloud:index/disk:Disk"]]),
    otherSpecs: { nameTable: new Map([["west", { urn, where }]]), resources: [] },
  });
}
