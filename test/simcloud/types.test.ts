import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { CloudFile } from "../../fixtures/simcloud/cloud.ts";
import { makeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { type Bag, bag, isSecret, reveal, revealBag, secret, toStruct } from "../../fixtures/simcloud/plain.ts";
import { typeOf } from "../../fixtures/simcloud/types/registry.ts";
import { type Simcloud, startSimcloud } from "./client.ts";
import { grow } from "./grow.ts";

const estate = makeEstate({ seed: 3, resources: 30, regions: ["us-east-1"] });

describe("types of the simulated cloud", () => {
  let simcloud: Simcloud;
  let empty: Simcloud;
  before(async () => {
    simcloud = await startSimcloud({ cloud: estate.cloud });
    empty = await startSimcloud();
  });
  after(async () => {
    await simcloud.close();
    await empty.close();
  });

  for (const [token, entry] of oneOfEach(estate.specs.resources)) {
    it(`creates ${token} from the response of Read, changes it and deletes it`, async () => {
      const { id, inputs, outputs } = await simcloud.read(token, entry.id ?? "");
      assert.ok(inputs && outputs);
      assert.equal(outputs.id, id);
      const definition = typeOf(token)?.definition;
      assert.ok(definition);
      const grown = await grow(simcloud, token, definition.properties, entry.id ?? "", (entry.inputs ?? {}) as Bag);
      const checked = await empty.check(token, {}, grown.inputs);
      assert.deepEqual(checked.failures, []);
      const made = await empty.call("create", { type: token, properties: toStruct(checked.inputs) });
      const again = await empty.read(token, made.id);
      assert.ok(again.inputs && again.outputs);
      const same = await empty.diff(token, made.id, checked.inputs, again.outputs, checked.inputs);
      const unread = Object.keys(definition.properties).filter((name) => definition.properties[name]?.writeOnly);
      assert.deepEqual(
        same.diffs.filter((name) => !unread.includes(name)),
        [],
      );

      const taggable = definition.properties.tags !== undefined;
      const news = taggable ? bag([...Object.entries(checked.inputs), ["tags", { colour: "red" }]]) : checked.inputs;
      if (taggable) {
        const diff = await empty.diff(token, made.id, checked.inputs, again.outputs, news);
        assert.equal(diff.changes, 2);
        assert.ok(diff.diffs.includes("tags"));
        assert.deepEqual(diff.replaces, []);
        assert.ok(!diff.hasDetailedDiff || diff.detailedDiff.some(({ key }) => key.startsWith("tags.")));
      }
      const bags = { olds: toStruct(again.outputs), oldInputs: toStruct(checked.inputs), news: toStruct(news) };
      await empty.call("update", { type: token, id: made.id, ...bags });
      if (taggable)
        assert.deepEqual(reveal((await empty.read(token, made.id)).outputs?.tagsAll ?? null), bag([["colour", "red"]]));
      await empty.call("delete", { type: token, id: made.id });
      assert.equal((await empty.read(token, made.id)).outputs, undefined);
      assert.equal(empty.object("us-east-1", token, made.id), undefined);
    });
  }

  it("replaces a resource if a property that identifies it changes", async () => {
    const entry = find("simcloud:network/subnet:Subnet");
    const { inputs, outputs } = await simcloud.read(entry.type, entry.id ?? "");
    assert.ok(inputs && outputs);
    const diff = await simcloud.diff(entry.type, entry.id ?? "", inputs, outputs, { ...inputs, vpcId: "vpc-other" });
    assert.deepEqual(diff.replaces, ["vpcId"]);
    assert.equal(diff.detailedDiff[0]?.value?.kind, 5);
  });

  it("shows no difference for values that the cloud normalizes", async () => {
    const vpc = find("simcloud:network/vpc:Vpc");
    const network = await simcloud.read(vpc.type, vpc.id ?? "");
    assert.ok(network.inputs && network.outputs);
    assert.equal(network.outputs.cidrBlock, "10.0.0.0/16");
    assert.equal(
      (
        await simcloud.diff(vpc.type, network.id, network.inputs, network.outputs, {
          cidrBlock: "10.0.7.7/16",
          enableDnsHostnames: true,
          tags: network.inputs.tags ?? null,
        })
      ).changes,
      1,
    );
    const policy = find("simcloud:storage/bucketPolicy:BucketPolicy");
    const document = await simcloud.read(policy.type, policy.id ?? "");
    assert.ok(document.inputs && document.outputs);
    const written = JSON.parse(String(document.outputs.policy)) as { Statement: { Action: unknown }[] };
    const [statement] = written.Statement;
    assert.ok(statement);
    statement.Action = [statement.Action];
    const other = { ...document.inputs, policy: JSON.stringify(written, null, 4) };
    assert.equal(
      (await simcloud.diff(policy.type, policy.id ?? "", document.inputs, document.outputs, other)).changes,
      1,
    );
    statement.Action = ["storage:Put"];
    assert.equal(
      (
        await simcloud.diff(policy.type, policy.id ?? "", document.inputs, document.outputs, {
          ...other,
          policy: JSON.stringify(written),
        })
      ).changes,
      2,
    );
  });

  it("ignores the order of a set, but not of a list", async () => {
    const group = find("simcloud:network/securityGroup:SecurityGroup");
    const { inputs, outputs } = await simcloud.read(group.type, group.id ?? "");
    assert.ok(inputs && outputs && Array.isArray(inputs.ingress));
    const turned = { ...inputs, ingress: [...inputs.ingress].reverse() };
    assert.equal((await simcloud.diff(group.type, group.id ?? "", inputs, outputs, turned)).changes, 1);
    const fn = find("simcloud:compute/function:Function");
    const code = await simcloud.read(fn.type, fn.id ?? "");
    assert.ok(code.inputs && code.outputs && Array.isArray(code.inputs.triggers));
    const backwards = { ...code.inputs, triggers: [...code.inputs.triggers].reverse() };
    assert.equal((await simcloud.diff(fn.type, fn.id ?? "", code.inputs, code.outputs, backwards)).changes, 2);
  });

  it("distinguishes zero and empty values from omitted values", async () => {
    const record = find("simcloud:dns/record:Record");
    const { inputs, outputs } = await simcloud.read(record.type, record.id ?? "");
    assert.ok(inputs && outputs);
    assert.equal(inputs.ttl, 0);
    const { ttl: _, ...without } = inputs;
    assert.deepEqual((await simcloud.diff(record.type, record.id ?? "", inputs, outputs, without)).diffs, ["ttl"]);
    const olds = {
      name: "c",
      spec: { network: { pods: { cidr: "10.0.0.0/16" } } },
      allowedCidrs: [],
      selectors: {},
      defaultAction: { allow: {} },
    };
    const made = await empty.call("create", { type: "simcloud:compute/cluster:Cluster", properties: toStruct(olds) });
    const read = await empty.read("simcloud:compute/cluster:Cluster", made.id);
    assert.ok(read.inputs && read.outputs);
    assert.deepEqual(read.inputs.defaultAction, bag([["allow", bag()]]));
    const bare = { name: "c", spec: olds.spec };
    const diff = await empty.diff("simcloud:compute/cluster:Cluster", made.id, olds, read.outputs, bare);
    assert.deepEqual(diff.diffs, ["allowedCidrs", "selectors", "defaultAction"]);
  });

  it("reports the property path of each rejected input", async () => {
    const refused = async (token: string, news: Bag) =>
      (await simcloud.check(token, {}, news)).failures.map(({ property }) => property);
    assert.deepEqual(await refused("simcloud:queue/queue:Queue", { name: "a", namePrefix: "b" }), [
      "name",
      "namePrefix",
    ]);
    assert.deepEqual(await refused("simcloud:queue/queue:Queue", { name: "a", fifoQueue: true }), ["name"]);
    assert.deepEqual(await refused("simcloud:network/vpc:Vpc", { cidrBlock: "10.0.0.0/99", colour: "red" }), [
      "cidrBlock",
      "colour",
    ]);
    assert.deepEqual(
      await refused("simcloud:compute/cluster:Cluster", { name: "c", spec: { network: {}, logging: {} } }),
      ["spec.network.pods", "spec.logging.destination"],
    );
    assert.deepEqual(
      await refused("simcloud:compute/function:Function", {
        role: "r",
        runtime: "any",
        logLevel: 7,
        architecture: "z80",
        triggers: [{ kind: "bell" }],
      }),
      ["architecture", "logLevel", "triggers[0]"],
    );
    assert.deepEqual(
      await refused("simcloud:db/instance:Instance", { engine: "postgres", instanceClass: "x", username: "u" }),
      ["password"],
    );
  });

  it("marks secrets, or returns them in plain text to a host that does not support secrets", async () => {
    const database = find("simcloud:db/instance:Instance");
    const { inputs, outputs } = await simcloud.read(database.type, database.id ?? "");
    assert.ok(inputs && outputs);
    assert.equal(inputs.password, undefined);
    assert.equal(outputs.password, null);
    assert.ok(isSecret(outputs.connectionString));
    const fn = find("simcloud:compute/function:Function");
    const code = await simcloud.read(fn.type, fn.id ?? "");
    const environment = code.outputs?.environment as Bag;
    assert.ok(isSecret(environment.secrets));
    assert.equal(isSecret(environment.variables), false);
    const checked = await simcloud.check(
      database.type,
      {},
      { engine: "postgres", instanceClass: "x", username: "u", password: "p" },
    );
    assert.deepEqual(checked.inputs.password, secret("p"));
    const plain = await startSimcloud({ cloud: estate.cloud, withoutSecrets: true });
    try {
      const old = await plain.read(database.type, database.id ?? "");
      assert.ok(old.outputs);
      assert.equal(isSecret(old.outputs.connectionString), false);
      assert.deepEqual(old.outputs, revealBag(outputs));
    } finally {
      await plain.close();
    }
  });

  it("reads a rule by its composite ID and by its simple ID", async () => {
    const entry = find("simcloud:network/securityGroupRule:SecurityGroupRule");
    const { id, outputs } = await simcloud.read(entry.type, entry.id ?? "");
    assert.match(entry.id ?? "", /^sg-.*_ingress_tcp_80_80_0\.0\.0\.0\/0$/);
    assert.match(id, /^sgrule-/);
    assert.deepEqual((await simcloud.read(entry.type, id)).outputs, outputs);
  });

  it("generates a random name for each seed, and keeps an existing name", async () => {
    const token = "simcloud:quirk/autoName:AutoName";
    const drawn = (await simcloud.check(token, {}, {}, 1)).inputs.name;
    assert.match(String(drawn), /^it-[0-9a-f]{7}$/);
    assert.equal((await simcloud.check(token, {}, {}, 1)).inputs.name, drawn);
    assert.notEqual((await simcloud.check(token, {}, {}, 2)).inputs.name, drawn);
    assert.equal((await simcloud.check(token, { name: "old" }, {}, 2)).inputs.name, "old");
    assert.equal((await simcloud.check(token, { name: "old" }, { name: "new" }, 2)).inputs.name, "new");
  });

  it("compares only old inputs for a type that is defined so", async () => {
    const token = "simcloud:quirk/diffsInputs:DiffsInputs";
    const { id, inputs, outputs } = await simcloud.read(token, find(token).id ?? "");
    assert.ok(inputs && outputs);
    const few = { name: inputs.name ?? null };
    assert.equal((await simcloud.diff(token, id, few, outputs, few)).changes, 1);
    assert.ok((await simcloud.diff(token, id, inputs, outputs, few)).diffs.includes("mode"));
  });

  it("previews a resource without creating it", async () => {
    const made = await empty.call("create", {
      type: "simcloud:network/vpc:Vpc",
      preview: true,
      properties: toStruct({ cidrBlock: "10.0.0.0/16" }),
    });
    assert.equal(made.id, "");
    assert.equal(
      Object.keys(empty.objects()).some((key) => key.includes("vpc:Vpc")),
      false,
    );
  });

  it("has a quickstart in which every resource is clean", async () => {
    const read = (name: string) =>
      JSON.parse(readFileSync(new URL(`../../fixtures/quickstart/${name}`, import.meta.url), "utf8"));
    const shop = await startSimcloud({ cloud: read("cloud.json") as CloudFile });
    try {
      for (const { type, id, name } of (read("specs.json") as { resources: SpecEntry[] }).resources) {
        if (id === undefined) continue;
        const grown = await grow(shop, type, typeOf(type)?.definition.properties ?? {}, id);
        assert.equal(grown.verdict, "clean", `${name}: ${grown.rest.join("; ")}`);
      }
    } finally {
      await shop.close();
    }
  });
});

function find(token: string): SpecEntry {
  const entry = estate.specs.resources.find(({ type }) => type === token);
  assert.ok(entry, token);
  return entry;
}

function oneOfEach(entries: readonly SpecEntry[]): Map<string, SpecEntry> {
  return new Map(entries.filter(({ id }) => id !== undefined).map((entry) => [entry.type, entry]));
}
