/** Previews of Create and Update return what the real calls return, but change nothing. */
import assert from "node:assert/strict";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { type Bag, fromStruct, isUnknown, toStruct } from "../../fixtures/simcloud/plain.ts";
import { type Simcloud, startSimcloud } from "./client.ts";

const vpc = "simcloud:network/vpc:Vpc";
const secret = "simcloud:vault/secret:Secret";
const group = "simcloud:network/securityGroup:SecurityGroup";
const rule = "simcloud:network/securityGroupRule:SecurityGroupRule";

describe("previews of the simulated cloud", () => {
  let simcloud: Simcloud;
  beforeEach(async () => {
    simcloud = await startSimcloud();
  });
  afterEach(() => simcloud.close());

  const create = async (type: string, properties: Bag, preview = false) => {
    const answer = await simcloud.call("create", { type, preview, properties: toStruct(properties) });
    return { id: answer.id, outputs: fromStruct(answer.properties) };
  };

  it("returns defaults in a preview of Create, but leaves values that the cloud assigns unknown", async () => {
    const { id, outputs } = await create(vpc, { cidrBlock: "10.0.0.1/16", tags: { a: "b" } }, true);
    assert.equal(id, "");
    assert.equal(outputs.cidrBlock, "10.0.0.0/16");
    assert.equal(outputs.enableDnsSupport, true);
    assert.equal(outputs.instanceTenancy, "default");
    assert.deepEqual({ ...(outputs.tagsAll as Bag) }, { a: "b" });
    assert.ok(isUnknown(outputs.enableDnsHostnames) && isUnknown(outputs.arn) && isUnknown(outputs.id));
    assert.deepEqual(simcloud.objects(), {});
  });

  it("returns defaults inside blocks in a preview of Create", async () => {
    const type = "simcloud:lb/targetGroup:TargetGroup";
    const omitted = await create(type, { name: "a" }, true);
    assert.ok(isUnknown(omitted.outputs.healthCheck));
    const { healthCheck } = (await create(type, { name: "a", healthCheck: { path: "/x" } }, true)).outputs;
    const { path, interval, matcher } = healthCheck as Bag;
    assert.deepEqual([path, interval, isUnknown(matcher)], ["/x", 30, true]);
  });

  it("returns all outputs in a preview of Update, but leaves outputs that always change unknown", async () => {
    const { id, outputs: olds } = await create(secret, { name: "s" });
    const news = { name: "s", description: "new" };
    const ask = async (preview: boolean) => {
      const bags = { olds: toStruct(olds), oldInputs: toStruct({ name: "s" }), news: toStruct(news) };
      return fromStruct((await simcloud.call("update", { type: secret, id, preview, ...bags })).properties);
    };
    const foreseen = await ask(true);
    assert.deepEqual([foreseen.description, foreseen.arn], ["new", olds.arn]);
    assert.ok(isUnknown(foreseen.versionId));
    assert.equal((await simcloud.read(secret, id)).outputs?.description, null);
    assert.notEqual((await ask(false)).versionId, olds.versionId);
  });

  it("rejects a preview of Create if it would reject the creation", async () => {
    const table = "simcloud:db/table:Table";
    const key = { hashKey: "id", attributes: [{ name: "id", type: "S" }] };
    assert.deepEqual((await simcloud.check(table, {}, { name: "t" })).failures, []);
    for (const preview of [true, false]) {
      await assert.rejects(create(table, { name: "t", readCapacity: 1, writeCapacity: 1 }, preview), { code: 2 });
      await assert.rejects(create(table, { name: "t", ...key, readCapacity: 1 }, preview), { code: 2 });
      await create(table, { name: "t", ...key, readCapacity: 1, writeCapacity: 1 }, preview);
    }
  });

  it("marks previews in the journal", async () => {
    await create(vpc, { cidrBlock: "10.0.0.0/16" }, true);
    const { id } = await create(vpc, { cidrBlock: "10.0.0.0/16" });
    const bag = toStruct({ cidrBlock: "10.0.0.0/16" });
    for (const preview of [true, false])
      await simcloud.call("update", { type: vpc, id, preview, olds: bag, oldInputs: bag, news: bag });
    await simcloud.call("delete", { type: vpc, id });
    assert.deepEqual(
      simcloud
        .journal()
        .slice(2)
        .map(({ method, preview }) => [method, preview]),
      [
        ["Create", true],
        ["Create", false],
        ["Update", true],
        ["Update", false],
        ["Delete", false],
      ],
    );
  });

  it("does not change related objects in a preview, as a creation and a deletion do", async () => {
    const { id: securityGroupId } = await create(group, { name: "g" });
    const traffic = { securityGroupId, type: "ingress", protocol: "tcp", fromPort: 1, toPort: 2, self: true };
    const rules = async () => (await simcloud.read(group, securityGroupId)).inputs?.ingress as readonly Bag[];
    await create(rule, traffic, true);
    assert.equal((await rules()).length, 0);
    const { id } = await create(rule, { ...traffic, description: "one" });
    assert.deepEqual(
      (await rules()).map(({ self, description }) => [self, description]),
      [[true, "one"]],
    );
    await assert.rejects(create(rule, { ...traffic, description: "other" }), { code: 6 });
    await simcloud.call("delete", { type: rule, id });
    assert.equal((await rules()).length, 0);
  });
});

describe("a simulated cloud without previews", () => {
  it("rejects previews, and does not announce them without Handshake", async () => {
    const { cloud, specs } = makeEstate({ seed: 1, resources: 1 });
    const env = { SIMCLOUD_NO_PREVIEW: "1" };
    await assert.rejects(startSimcloud({ cloud, env }), { code: 12 });
    const simcloud = await startSimcloud({ cloud, env, withoutHandshake: true });
    try {
      const args = toStruct({ cloud: `${simcloud.directory}/cloud.json`, region: "us-east-1" });
      const { supportsPreview, acceptSecrets } = await simcloud.call("configure", { args, acceptSecrets: true });
      assert.deepEqual([supportsPreview, acceptSecrets], [false, true]);
      const properties = toStruct({ cidrBlock: "10.0.0.0/16" });
      await assert.rejects(simcloud.call("create", { type: vpc, preview: true, properties }), { code: 9 });
      const id = specs.resources.find(({ type }) => type === vpc)?.id ?? "";
      await assert.rejects(simcloud.call("update", { type: vpc, id, preview: true, news: properties }), { code: 9 });
      assert.deepEqual(
        simcloud.journal().flatMap(({ method, error }) => (error === undefined ? [] : [method])),
        ["Create", "Update"],
      );
    } finally {
      await simcloud.close();
    }
  });
});
