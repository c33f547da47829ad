import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { type Bag, fromStruct, isSecret, reveal, toStruct } from "../../fixtures/simcloud/plain.ts";
import { allTypes } from "../../fixtures/simcloud/types/registry.ts";
import { startSimcloud } from "./client.ts";

const vpc = "simcloud:network/vpc:Vpc";
const root = new URL("../../", import.meta.url).pathname;

interface Spec {
  readonly resources: Record<
    string,
    {
      inputProperties: Record<string, unknown>;
      requiredInputs: string[];
      properties: Record<string, unknown>;
      required: string[];
    }
  >;
  readonly types: Record<string, { properties?: Record<string, unknown>; required?: string[]; enum?: unknown[] }>;
}

describe("the process of the simulated cloud", () => {
  it("writes every call to the journal of the simulated cloud", async () => {
    const estate = makeEstate({ seed: 1, resources: 1 });
    const simcloud = await startSimcloud({ cloud: estate.cloud });
    try {
      await simcloud.call("getPluginInfo", {});
      const [entry] = estate.specs.resources.filter(({ id }) => id !== undefined);
      await simcloud.read(vpc, entry?.id ?? "");
      await simcloud.check(vpc, {}, { cidrBlock: "10.0.0.0/16" });
      await simcloud.call("cancel", {});
      const methods = simcloud.journal().map(({ method }) => method);
      assert.deepEqual(methods, ["Handshake", "Configure", "GetPluginInfo", "Read", "Check", "Cancel"]);
      assert.deepEqual(simcloud.journal()[3], { method: "Read", type: vpc, id: entry?.id });
    } finally {
      await simcloud.close();
    }
  });

  it("checks its configuration: JSON objects, defaults from the environment, and a secret token", async () => {
    const simcloud = await startSimcloud({ env: { SIMCLOUD_REGION: "eu-west-2" } });
    try {
      const check = async (news: Bag) => {
        const response = await simcloud.call("checkConfig", { urn: "", news: toStruct(news) });
        return { inputs: fromStruct(response.inputs), failures: response.failures.map(({ property }) => property) };
      };
      const good = await check({ token: "t", assumeRole: '{"roleArn":"arn:1","tags":{"a":"b"}}', version: "1.0.0" });
      assert.deepEqual(good.failures, []);
      assert.equal(good.inputs.region, "eu-west-2");
      assert.equal(good.inputs.version, "1.0.0");
      assert.ok(isSecret(good.inputs.token));
      assert.equal((await check({ region: "us-east-1" })).inputs.region, "us-east-1");
      assert.deepEqual((await check({ regoin: "x", assumeRole: "[1]" })).failures, ["assumeRole", "regoin"]);
      const diff = async (olds: Bag, news: Bag) =>
        await simcloud.call("diffConfig", { oldInputs: toStruct(olds), news: toStruct(news) });
      assert.equal((await diff({ assumeRole: { roleArn: "a" } }, { assumeRole: '{"roleArn":"a"}' })).changes, 1);
      assert.deepEqual((await diff({ region: "a" }, { region: "b" })).replaces, ["region"]);
      const token = await diff({ token: "a" }, { token: "b" });
      assert.deepEqual([token.changes, token.diffs, token.replaces], [2, ["token"], []]);
      const args = toStruct({ assumeRole: "{}" });
      await assert.rejects(simcloud.call("configure", { args }), { code: 3 });
    } finally {
      await simcloud.close();
    }
  });

  it("prints junk after the port, delays responses, and throttles calls if environment variables say so", async () => {
    const simcloud = await startSimcloud({
      env: { SIMCLOUD_JUNK: "1", SIMCLOUD_DELAY_SEED: "5", SIMCLOUD_THROTTLE: "0.3" },
    });
    try {
      assert.match(simcloud.stdout(), /^\d+\njunk 1 =/);
      const answers = await Promise.allSettled(
        Array.from({ length: 60 }, () => simcloud.check(vpc, {}, { cidrBlock: "10.0.0.0/16" })),
      );
      const refused = answers.filter(({ status }) => status === "rejected").length;
      assert.ok(refused > 5 && refused < 35, String(refused));
    } finally {
      await simcloud.close();
    }
    assert.match(
      await firstOutput(process.execPath, ["--import", "tsx", `${root}fixtures/simcloud/main.ts`], {
        SIMCLOUD_JUNK: "before",
      }),
      /^simcloud starts/,
    );
  });
  it("returns the result of a function, and rejects unknown functions and types", async () => {
    const estate = makeEstate({ seed: 1, resources: 1 });
    const simcloud = await startSimcloud({ cloud: estate.cloud });
    try {
      const id = Object.keys(estate.cloud.objects)[0]?.split("|")[2] ?? "";
      const answer = await simcloud.call("invoke", { tok: "simcloud:network/getVpc:getVpc", args: toStruct({ id }) });
      assert.equal(reveal(fromStruct(answer.return).cidrBlock ?? null), "10.0.0.0/16");
      await assert.rejects(simcloud.call("invoke", { tok: "simcloud:index/none:none" }), { code: 3 });
      await assert.rejects(simcloud.read("simcloud:network/none:None", "x"), { code: 3 });
    } finally {
      await simcloud.close();
    }
  });

  it("serves a complete schema of the simulated cloud", async () => {
    const simcloud = await startSimcloud();
    try {
      const text = Buffer.from((await simcloud.call("getSchema", {})).schema).toString();
      const spec = JSON.parse(text) as Spec;
      for (const [, token] of text.matchAll(/"#\/types\/([^"]+)"/g)) assert.ok(spec.types[token ?? ""], token);
      for (const [token, resource] of Object.entries(spec.resources)) {
        for (const name of resource.requiredInputs) assert.ok(resource.inputProperties[name], `${token} ${name}`);
        for (const name of resource.required) assert.ok(resource.properties[name], `${token} ${name}`);
      }
      for (const [token, type] of Object.entries(spec.types)) {
        assert.ok(type.enum || type.properties, token);
        for (const name of type.required ?? []) assert.ok(type.properties?.[name], `${token} ${name}`);
      }
      assert.equal(Object.keys(spec.resources).length, allTypes.length);
      await assert.rejects(simcloud.call("getSchema", { version: 1 }), { code: 3 });
    } finally {
      await simcloud.close();
    }
  });
  it("starts the simulated cloud as an executable", async function () {
    if (!existsSync(`${root}dist/simcloud.js`)) this.skip();
    assert.match(
      await firstOutput(`${root}fixtures/simcloud/pulumi-resource-simcloud`, ["127.0.0.1:1"], {}),
      /^\d+\n$/,
    );
  });
});

async function firstOutput(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const child = spawn(file, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "ignore"] });
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  child.kill();
  return chunk.toString();
}
