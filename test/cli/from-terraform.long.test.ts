/** `imp run --from-terraform` imports names, components, references and secrets from a Terraform state, which it only reads. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Run from "../../commands/run.ts";
import Imports from "../../commands/terraform/imports.ts";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { readTerraformState } from "../../src/terraform/index.ts";
import { findLeaks } from "../real/find-leaks.ts";
import { type CliProject, checkpoint, filesBelow, makeProject, simcloud } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";
import { runInProcess } from "../support/in-process.ts";
import { mutated } from "../support/mutate.ts";
import { type Held, terraformStateOf } from "../support/terraform-state.ts";

const { objects } = JSON.parse(readFileSync(join(projectRoot, "fixtures/quickstart/cloud.json"), "utf8")) as {
  readonly objects: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

/** Returns the object in the quickstart cloud whose key ends with the ID. */
function held(name: string, token: string, id: string, more: Partial<Held> = {}): Held {
  const settings = objects[`us-east-1|${token}|${id}`];
  assert.ok(settings, `${token} ${id}`);
  return { name, token, id, settings, ...more };
}

const vpc = "module.net.simcloud_network_vpc.main";
const net = { module: ["net"] };
const queues = "https://queue.us-east-1.simcloud.example/123456789012/bookshop-orders";

/** The objects of the quickstart cloud, with the names and modules that a Terraform user would give them. */
const bookshop: readonly Held[] = [
  held("main", "simcloud:network/vpc:Vpc", "vpc-cbaa8a527bac7177e", net),
  held("public", "simcloud:network/subnet:Subnet", "subnet-128efe6a078553a5b", {
    ...net,
    key: "a",
    dependencies: [vpc],
  }),
  held("public", "simcloud:network/subnet:Subnet", "subnet-59c33a299e46f2e1b", {
    ...net,
    key: "b",
    dependencies: [vpc],
  }),
  held("web", "simcloud:network/securityGroup:SecurityGroup", "sg-b41c6b87037d01ecd", { ...net, dependencies: [vpc] }),
  held("covers", "simcloud:storage/bucket:Bucket", "bookshop-covers-7f3a"),
  held("covers", "simcloud:storage/bucketPolicy:BucketPolicy", "bookshop-covers-7f3a", {
    dependencies: ["simcloud_storage_bucket.covers"],
  }),
  held("runner", "simcloud:iam/role:Role", "bookshop-order-runner"),
  held("orders", "simcloud:queue/queue:Queue", `${queues}-failed`, { key: 0 }),
  held("orders", "simcloud:queue/queue:Queue", queues, { key: 1 }),
  held("handler", "simcloud:compute/function:Function", "bookshop-order-handler", {
    dependencies: ["simcloud_iam_role.runner", "simcloud_queue_queue.orders", "simcloud_storage_bucket.covers"],
  }),
  held("www", "simcloud:dns/record:Record", "bookshop.example/www/CNAME"),
];

interface Entry {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
}

describe("imp run --from-terraform", function () {
  this.timeout(120_000);
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ files: { "terraform.tfstate": JSON.stringify(terraformStateOf(bookshop), undefined, 2) } });
  });
  afterEach(() => project.remove());

  const imp = async (...words: readonly string[]) =>
    await runInProcess(Run, [...words, "--provider", `simcloud=${simcloud}`], project);

  const entries = (): readonly Entry[] =>
    (project.json(checkpoint) as { checkpoint: { latest: { resources: Entry[] } } }).checkpoint.latest.resources;

  it("imports each managed object once, below a component for its module", async () => {
    const before = project.read("terraform.tfstate");
    const ran = await imp("--from-terraform", "terraform.tfstate", "--yes");
    assert.equal(ran.code, 0, ran.output);
    assert.match(ran.stdout, /12 resources: 12 clean/);
    const names = entries()
      .filter(({ type }) => !type.startsWith("pulumi:"))
      .map(({ urn }) => urn.replace("urn:pulumi:dev::orchard::", ""));
    assert.deepEqual(names.sort(), [
      "components:index:Net$simcloud:network/securityGroup:SecurityGroup::web",
      "components:index:Net$simcloud:network/subnet:Subnet::public-a",
      "components:index:Net$simcloud:network/subnet:Subnet::public-b",
      "components:index:Net$simcloud:network/vpc:Vpc::main",
      "components:index:Net::net",
      "simcloud:compute/function:Function::handler",
      "simcloud:dns/record:Record::www",
      "simcloud:iam/role:Role::runner",
      "simcloud:queue/queue:Queue::orders-0",
      "simcloud:queue/queue:Queue::orders-1",
      "simcloud:storage/bucket:Bucket::covers",
      "simcloud:storage/bucketPolicy:BucketPolicy::covers",
    ]);
    assert.equal(project.read("terraform.tfstate"), before);
    const again = await imp("--from-terraform", "terraform.tfstate", "--yes");
    assert.equal(again.code, 0, again.output);
    assert.match(again.stdout, /12 resources: 12 unchanged/);
    await project.assertTidy();
  });

  it("lists `terraform state rm` commands, dependents first, and `removed` blocks", async () => {
    const ran = await imp("--from-terraform", "terraform.tfstate", "--yes", "--json");
    assert.equal(ran.code, 0, ran.output);
    const { terraform } = JSON.parse(ran.stdout) as {
      terraform: { commands: readonly string[]; removed: readonly string[]; first: readonly unknown[] };
    };
    const indexOfRemoval = (address: string) => terraform.commands.indexOf(`terraform state rm ${address}`);
    assert.equal(terraform.commands.length, 11);
    assert.ok(indexOfRemoval("simcloud_compute_function.handler") < indexOfRemoval("simcloud_iam_role.runner"));
    assert.ok(indexOfRemoval(`'module.net.simcloud_network_subnet.public["a"]'`) < indexOfRemoval(vpc));
    assert.ok(indexOfRemoval("'simcloud_queue_queue.orders[1]'") >= 0);
    assert.ok(
      terraform.removed.includes(
        "removed {\n  from = simcloud_queue_queue.orders\n  lifecycle {\n    destroy = false\n  }\n}",
      ),
    );
    assert.deepEqual(terraform.first, []);
  });

  it("omits the Terraform commands if nothing was written", async () => {
    const ran = await imp("--from-terraform", "terraform.tfstate", "--plan-only", "--json");
    assert.equal(ran.code, 0, ran.output);
    const { terraform } = JSON.parse(ran.stdout) as { terraform: { commands: readonly string[] } };
    assert.deepEqual(terraform.commands, []);
  });

  it("accepts a directory or `terraform show -json`, but not a directory without a state", async () => {
    project.write("infra/main.tf", "");
    const nothing = await imp("--from-terraform", "infra", "--plan-only");
    assert.equal(nothing.code, 2, nothing.output);
    assert.match(nothing.stderr, /TERRAFORM_UNREADABLE/);
    project.write("infra/terraform.tfstate", project.read("terraform.tfstate"));
    const directory = await imp("--from-terraform", "infra", "--plan-only");
    assert.equal(directory.code, 0, directory.output);
    const [role] = terraformStateOf(bookshop.filter(({ name }) => name === "runner")).resources;
    assert.ok(role);
    const { type, name, mode } = role;
    const { attributes: values } = role.instances[0] as { readonly attributes: object };
    const shown = {
      format_version: "1.0",
      terraform_version: "1.11.4",
      values: {
        root_module: {
          resources: [
            { address: `${type}.${name}`, type, name, mode, provider_name: "example.com/acme/simcloud", values },
          ],
        },
      },
    };
    project.write("shown.json", JSON.stringify(shown));
    const ran = await imp("--from-terraform", "shown.json", "--yes");
    assert.equal(ran.code, 0, ran.output);
    assert.match(ran.stdout, /1 resource: 1 clean/);
    assert.match(ran.stderr, /does not show which resources use an aliased provider/);
  });

  it("reads the state of the only workspace, and rejects several workspaces", async () => {
    project.write("infra/terraform.tfstate.d/live/terraform.tfstate", project.read("terraform.tfstate"));
    const one = await imp("--from-terraform", "infra", "--plan-only");
    assert.equal(one.code, 0, one.output);
    project.write("infra/terraform.tfstate.d/test/terraform.tfstate", project.read("terraform.tfstate"));
    const several = await imp("--from-terraform", "infra", "--plan-only");
    assert.equal(several.code, 2, several.output);
    assert.match(several.stderr, /several state files:[\s\S]*d\/live\/[\s\S]*d\/test\//);
  });

  it("changes no file and starts no plugin if the Terraform state is damaged", async () => {
    const good = readFileSync(project.path("terraform.tfstate"));
    const before = project.files();
    const file = join(project.root, "damaged.tfstate");
    const count = process.env.IMP_PROVE === "1" ? 1000 : 60;
    let refused = 0;
    for (let seed = 0; refused < count; seed += 1) {
      const bytes = mutated(good, seed);
      if (isRead(bytes)) continue;
      refused += 1;
      writeFileSync(file, bytes);
      const ran = await imp("--from-terraform", file, "--yes");
      assert.equal(ran.code, 2, `seed ${seed}: ${ran.output}`);
      assert.match(ran.stderr, /\(TERRAFORM_(MALFORMED|REFUSED)\)/, `seed ${seed}`);
      assert.deepEqual(project.files(), before, `seed ${seed}`);
    }
    assert.deepEqual(project.calls(), []);
  });

  it("converts a Terraform state to an import file that gives the same program", async () => {
    const printed = await runInProcess(Imports, ["terraform.tfstate", "--provider", `simcloud=${simcloud}`], project);
    assert.equal(printed.code, 0, printed.output);
    const { resources } = JSON.parse(printed.stdout) as { resources: readonly { name: string; id?: string }[] };
    assert.equal(resources.length, 12);
    assert.ok(resources.every((entry) => !("inputs" in entry)));
    project.write("edited.json", printed.stdout);
    const edited = await imp("edited.json", "--yes");
    assert.equal(edited.code, 0, edited.output);
    const program = project.read("index.ts");
    const other = makeProject({ files: { "terraform.tfstate": project.read("terraform.tfstate") } });
    try {
      const words = ["--from-terraform", "terraform.tfstate", "--yes", "--provider", `simcloud=${simcloud}`];
      const ran = await runInProcess(Run, words, other);
      assert.equal(ran.code, 0, ran.output);
      assert.equal(other.read("index.ts"), program);
    } finally {
      await other.remove();
    }
  });

  it("encrypts secrets of a Terraform state, and requires providers for other regions", async () => {
    const estate = makeEstate({ seed: 5, resources: 34 });
    const state = JSON.stringify(terraformStateOf(heldIn(estate.cloud.objects)));
    for (const canary of estate.canaries) assert.ok(state.includes(JSON.stringify(canary).slice(1, -1)));
    const project = makeProject({
      cloud: estate.cloud,
      files: {
        "terraform.tfstate": state,
        "providers.json": JSON.stringify({
          resources: [{ type: "pulumi:providers:simcloud", name: "eu", inputs: { region: "eu-west-2" } }],
        }),
      },
    });
    try {
      const provider = ["--provider", `simcloud=${simcloud}`];
      const words = ["--from-terraform", "terraform.tfstate", "--yes", "--verbose", "--explain", ...provider];
      const before = project.files();
      const refused = await runInProcess(Run, words, project);
      assert.equal(refused.code, 2, refused.output);
      assert.match(refused.stderr, /TERRAFORM_PROVIDERS/);
      assert.deepEqual(project.files(), before);
      const ran = await runInProcess(Run, ["providers.json", ...words], project);
      assert.equal(ran.code, 0, ran.output);
      assert.match(ran.stdout, /35 resources: 35 clean/);
      const written = filesBelow(project.root).filter(
        (path) => !/terraform\.tfstate$|cloud\.json$|calls\.jsonl$/.test(path),
      );
      assert.ok(estate.canaries.length > 0);
      assert.deepEqual(findLeaks(written, estate.canaries, new Map([["output", ran.output]])), []);
    } finally {
      await project.remove();
    }
  });
});

function isRead(bytes: Uint8Array): boolean {
  try {
    readTerraformState(bytes, "it.tfstate");
    return true;
  } catch {
    return false;
  }
}

/** Returns every object of a cloud for a Terraform state. Objects of the second region use a provider alias. */
function heldIn(all: Readonly<Record<string, object>>): readonly Held[] {
  return Object.entries(all).map(([key, settings], index) => {
    const [region, token = "", ...id] = key.split("|");
    const alias = region === "us-east-1" ? {} : { alias: "eu" };
    return { name: `r${index}`, token, id: id.join("|"), settings: { ...settings }, ...alias };
  });
}
