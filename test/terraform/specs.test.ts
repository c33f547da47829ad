import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ImpError } from "../../src/domain/errors.ts";
import { loadSchema } from "../../src/schema/load.ts";
import {
  importFileOf,
  readMappings,
  readTerraformState,
  removalOf,
  specsOfState,
  type TerraformState,
} from "../../src/terraform/index.ts";
import type { Value } from "../../src/value/value.ts";
import { readAwsSchema } from "../support/published-schemas.ts";
import {
  ordersComponents,
  ordersLeftOut,
  ordersResources,
  ordersTokens,
  reasonsOf,
} from "../support/terraform-orders.ts";

const folder = new URL("../../fixtures/terraform/", import.meta.url);
const stateOf = (name: string): TerraformState => readTerraformState(readFileSync(new URL(name, folder)), name);

const where = { file: "providers.json", line: 3, column: 5 };
const west = "urn:pulumi:dev::orchard::pulumi:providers:aws::west";
const context = { nameTable: new Map([["west", { urn: west, where }]]), resources: [] };
const nothing = { nameTable: new Map(), resources: [] };

describe("import specs from a Terraform state", function () {
  this.timeout(60_000);
  const resources = Object.fromEntries(Object.entries(ordersTokens).map(([type, tok]) => [type, { tok }]));
  const mapping = readMappings([Buffer.from(JSON.stringify({ name: "aws", resources }))]);
  assert.ok(mapping);
  let packages: Parameters<typeof specsOfState>[1]["packages"];
  before(() => {
    packages = new Map([["aws", { schema: loadSchema(readAwsSchema()), mapping }]]);
  });

  const specsOf = (name: string) => specsOfState(stateOf(name), { packages, tokens: new Map(), otherSpecs: context });

  it("creates a spec with address, type, name, and component for each managed object", () => {
    const { specs, guessed } = specsOf("orders.tfstate");
    const listed = specs.resources
      .filter(({ component }) => !component)
      .map(({ name, type, logicalName, parent = "" }) => [name, type, logicalName, parent]);
    assert.deepEqual(listed.sort(), [...ordersResources].map((row) => [...row]).sort());
    assert.deepEqual(
      specs.resources
        .filter(({ component }) => component)
        .map(({ name, type, logicalName, parent }) => [name, type, logicalName, parent]),
      ordersComponents,
    );
    assert.equal(guessed.size, 0);
  });

  it("sets an explicit provider only for resources of a provider alias", () => {
    const { specs } = specsOf("orders.tfstate");
    const explicit = specs.resources.filter(({ provider }) => provider !== undefined);
    assert.deepEqual(
      explicit.map(({ name, provider }) => [name, provider]),
      [["aws_sqs_queue.west", "west"]],
    );
  });

  it("rejects a state if the explicit provider of an alias is missing, and suggests an entry for it", () => {
    assert.throws(
      () => specsOfState(stateOf("orders.tfstate"), { packages, tokens: new Map(), otherSpecs: nothing }),
      (error) =>
        error instanceof ImpError &&
        error.code === "TERRAFORM_PROVIDERS" &&
        /provider\["aws"\]\.west \(1 resource\)/.test(error.explanation.why) &&
        /"type":"pulumi:providers:aws","name":"west"/.test(error.explanation.hint),
    );
  });

  it("skips data sources, and tainted, deposed, and internal resources, with the reasons", () => {
    const { leftOut } = specsOf("orders.tfstate");
    assert.deepEqual(reasonsOf(leftOut), ordersLeftOut);
  });

  it("maps types by their names in the schema if the provider has no mapping", () => {
    const bare = new Map([["aws", { schema: loadSchema(readAwsSchema()) }]]);
    const { specs, guessed } = specsOfState(stateOf("orders.tfstate"), {
      packages: bare,
      tokens: new Map(),
      otherSpecs: context,
    });
    const typesIn = (all: typeof specs) => all.resources.map(({ name, type }) => [name, type]);
    assert.deepEqual(typesIn(specs), typesIn(specsOf("orders.tfstate").specs));
    assert.equal(guessed.size, 0);
  });

  it("derives the usual type without a plugin, and accepts a type from the user", () => {
    const { specs, guessed } = specsOfState(stateOf("orders.tfstate"), {
      packages: new Map(),
      tokens: new Map([["aws_vpc", "aws:ec2/vpc:Vpc"]]),
      otherSpecs: context,
    });
    const typeOf = (name: string) => specs.resources.find((entry) => entry.name === name)?.type;
    assert.equal(typeOf("aws_vpc.replaced"), "aws:ec2/vpc:Vpc");
    assert.equal(typeOf("aws_ssm_parameter.password"), "aws:index/ssmParameter:SsmParameter");
    assert.deepEqual([...guessed.keys()].sort(), [
      "aws_security_group",
      "aws_sqs_queue",
      "aws_ssm_parameter",
      "aws_subnet",
    ]);
  });

  const convertOne = (type: string, provider: string, attributes: object) => {
    const resource = {
      mode: "managed",
      type,
      name: "it",
      provider: `provider["registry.example.com/any/${provider}"]`,
    };
    const state = { version: 4, resources: [{ ...resource, instances: [{ attributes }] }] };
    return readTerraformState(Buffer.from(JSON.stringify(state)), "it.tfstate");
  };
  const unknown = { packages: new Map(), tokens: new Map() };

  it("maps a Helm release to Kubernetes, with its import ID", () => {
    const state = convertOne("helm_release", "helm", { id: "web", name: "web", namespace: "shop", values: ["a: 1"] });
    const { specs, guessed } = specsOfState(state, { ...unknown, otherSpecs: nothing });
    const [entry] = specs.resources;
    assert.deepEqual([entry?.type, entry?.id], ["kubernetes:helm.sh/v3:Release", "shop/web"]);
    assert.equal(entry?.source, undefined, "the values of helm_release differ in shape");
    assert.equal(guessed.size, 0);
  });

  it("writes <PLACEHOLDER> for a missing ID to the import file, and names the resource", () => {
    const { document, withoutId } = importFileOf(
      convertOne("iot_thing", "iot", { device_id: "d", site_id: "s" }),
      unknown,
    );
    assert.deepEqual(withoutId, ["iot_thing.it"]);
    const [entry] = (document as { readonly resources: readonly { readonly id?: string }[] }).resources;
    assert.equal(entry?.id, "<PLACEHOLDER>");
  });

  it("converts names, plurals, secrets, and IDs of attributes to properties", () => {
    const { specs } = specsOf("orders.tfstate");
    const of = (name: string) => specs.resources.find((entry) => entry.name === name)?.source;
    const password = of("aws_ssm_parameter.password");
    assert.deepEqual(plain(password?.inputs.get("value")), { secret: "s3cret-of-a-variable" });
    assert.deepEqual(plain(password?.outputs.get("id")), "/orders/password");
    const web = of('module.net["eu"].aws_security_group.web');
    assert.deepEqual(plain(web?.inputs.get("ingresses")), [
      {
        cidrBlocks: ["0.0.0.0/0"],
        description: "",
        fromPort: 443,
        ipv6CidrBlocks: [],
        prefixListIds: [],
        protocol: "tcp",
        securityGroups: [],
        self: false,
        toPort: 443,
      },
    ]);
    const private_ = JSON.parse(String(plain(web?.outputs.get("__meta")))) as Record<string, unknown>;
    assert.deepEqual(private_, {
      "e2bfb730-ecaa-11e6-8f88-34363bc7c4c0": { create: 600_000_000_000, delete: 900_000_000_000 },
      schema_version: "1",
    });
  });

  it("infers references of computed values from Terraform's dependencies", () => {
    const { specs } = specsOf("orders.tfstate");
    const of = (name: string) => specs.resources.find((entry) => entry.name === name)?.source?.madeOf;
    assert.deepEqual(
      [...(of('module.net["eu"].aws_subnet.private["a"]') ?? [])],
      [["vpcId", ['module.net["eu"].aws_vpc.main']]],
    );
  });

  it("creates the same specs from `terraform show -json`, except for the provider alias", () => {
    const named = (name: string) =>
      specsOf(name)
        .specs.resources.map(({ name: address, type, logicalName, parent, id }) => ({
          address,
          type,
          logicalName,
          parent,
          id,
        }))
        .sort((a, b) => (a.address < b.address ? -1 : 1));
    assert.deepEqual(named("orders.shown.json"), named("orders.tfstate"));
  });

  it("writes an import file without values, and lists the providers to configure", () => {
    const { document, providers } = importFileOf(stateOf("orders.tfstate"), { packages, tokens: new Map() });
    const text = JSON.stringify(document);
    assert.doesNotMatch(text, /s3cret/);
    assert.deepEqual(providers, ["aws.west"]);
    const entries = document.resources as readonly Record<string, unknown>[];
    assert.equal(entries.length, ordersResources.length + 2 + 1);
    assert.deepEqual(
      entries.find(({ name }) => name === "aws_sqs_queue.west"),
      {
        type: "aws:index/sqsQueue:SqsQueue",
        name: "aws_sqs_queue.west",
        logicalName: "west",
        id: "https://sqs.us-east-1.example/123456789012/orders-west",
        provider: "aws.west",
      },
    );
  });

  it("lists removal commands in order, and remaining resources that need values of removed ones", () => {
    const moved = new Set(["aws_sqs_queue.dead", "aws_sqs_queue.orders[0]", 'module.net["eu"].aws_vpc.main']);
    const { commands, removed, first, withoutBlock } = removalOf(
      stateOf("orders.tfstate"),
      moved,
      [],
      (text) => `<${text}>`,
    );
    assert.deepEqual(commands, [
      'terraform state rm <module.net["eu"].aws_vpc.main>',
      "terraform state rm <aws_sqs_queue.orders[0]>",
      "terraform state rm <aws_sqs_queue.dead>",
    ]);
    // A `removed` block would also remove the other instances of these resources, which must remain.
    assert.deepEqual(removed, ["removed {\n  from = aws_sqs_queue.dead\n  lifecycle {\n    destroy = false\n  }\n}"]);
    assert.deepEqual(withoutBlock, commands.slice(0, 2));
    assert.deepEqual(first, [{ address: "aws_sqs_queue.orders[1]", needs: "aws_sqs_queue.dead" }]);
  });

  it("lists deposed objects, which must be deleted before the address is removed from Terraform", () => {
    const { deposed, commands, removed } = removalOf(
      stateOf("orders.tfstate"),
      new Set(["aws_vpc.replaced"]),
      [],
      String,
    );
    assert.deepEqual(deposed, ["aws_vpc.replaced"]);
    assert.deepEqual(commands, ["terraform state rm aws_vpc.replaced"]);
    assert.equal(removed.length, 1);
  });
});

/** Converts a value to plain data. Secrets become `{ secret: … }`. */
function plain(value: Value | undefined): unknown {
  if (value === undefined) return undefined;
  switch (value.kind) {
    case "null":
      return null;
    case "secret":
      return { secret: plain(value.value) };
    case "list":
      return value.items.map(plain);
    case "map":
      return Object.fromEntries([...value.entries].map(([key, item]) => [key, plain(item)]));
    case "string":
    case "number":
    case "boolean":
      return value.value;
    default:
      return value.kind;
  }
}
