import assert from "node:assert/strict";
import path from "node:path";
import { ProviderError } from "../../src/plugin/provider.ts";
import { allBytes } from "../../src/value/json/byte-source.ts";
import { fromPlain, fromPlainMap } from "../../src/value/plain.ts";
import { emptyMap } from "../../src/value/value.ts";
import { fixtures, openTestHost, type TestHost } from "./open-host.ts";

describe("a provider written with Pulumi's Node.js SDK", () => {
  const names = { urn: "urn:pulumi:s::p::nodesdk:index:Note::a", name: "a", type: "nodesdk:index:Note" };
  const randomSeed = new Uint8Array(32);
  let test: TestHost;

  beforeEach(async () => {
    // No call may use a proxy, so this one does not exist.
    const env = {
      ...process.env,
      http_proxy: "http://127.0.0.1:1",
      PATH: `${path.join(fixtures, "nodesdk")}:${process.env.PATH}`,
    };
    test = await openTestHost({}, { env });
  });

  afterEach(async () => {
    await test.host.close();
  });

  it("answers CheckConfig, Configure, Read, Check, and Diff", async () => {
    const provider = await test.host.launch({ name: "nodesdk", version: "1.2.3" });
    assert.equal(provider.version, "1.2.3");
    assert.equal(JSON.parse(Buffer.from(allBytes(await provider.getSchema())).toString()).name, "nodesdk");

    const urn = "urn:pulumi:s::p::pulumi:providers:nodesdk::default_1_2_3";
    const checked = await provider.checkConfig({ urn, olds: emptyMap, news: fromPlainMap({ version: "1.2.3" }) });
    assert.deepEqual(checked, { inputs: fromPlainMap({ version: "1.2.3" }), failures: [] });
    await provider.configure({ urn, id: "uuid", name: "default_1_2_3", inputs: checked.inputs });

    const read = await provider.read({ ...names, id: "n-1" });
    assert.deepEqual(read.inputs, fromPlainMap({ title: "first", text: "hello" }));
    assert.deepEqual(read.outputs?.get("length"), fromPlain(5));
    assert.ok(read.inputs && read.outputs);

    const check = await provider.check({ ...names, olds: read.inputs, news: fromPlainMap({ text: "x" }), randomSeed });
    assert.deepEqual(check.failures, [{ property: "title", reason: "a note needs a title" }]);

    const request = { ...names, id: "n-1", oldInputs: read.inputs, olds: read.outputs, ignoreChanges: [] };
    assert.equal((await provider.diff({ ...request, news: read.inputs })).changes, "none");
    const replace = await provider.diff({ ...request, news: fromPlainMap({ title: "second", text: "hello" }) });
    assert.deepEqual([replace.changes, replace.replaces], ["some", ["title"]]);

    const missing = await provider.read({ ...names, id: "n-2" }).catch((error: unknown) => error);
    assert.ok(missing instanceof ProviderError);
    assert.deepEqual([missing.failure, missing.message], ["other", "no note n-2"]);
  });

  it("reports each call with its resource type", async () => {
    const provider = await test.host.launch({ name: "nodesdk" });
    await provider.read({ ...names, id: "n-1" });
    assert.deepEqual(test.calls, ["Handshake", "GetPluginInfo", "Read nodesdk:index:Note"]);
    await provider.close();
    assert.equal(test.calls.at(-1), "Cancel");
  });

  it("answers 500 parallel calls correctly", async () => {
    const provider = await test.host.launch({ name: "nodesdk" });
    const titles = Array.from({ length: 500 }, (_, index) => `note ${index}`);
    const results = await Promise.all(
      titles.map((title) => provider.check({ ...names, olds: emptyMap, news: fromPlainMap({ title }), randomSeed })),
    );
    assert.deepEqual(
      results.map(({ inputs }) => inputs.get("title")),
      titles.map((title) => fromPlain(title)),
    );
  });

  it("warns only once that the plugin is from $PATH", async () => {
    await test.host.launch({ name: "nodesdk" });
    await test.host.launch({ name: "nodesdk" });
    const [log, ...more] = test.logs;
    assert.deepEqual(more, []);
    assert.equal(log?.severity, "warning");
    assert.match(log?.message ?? "", /^using pulumi-resource-nodesdk from \$PATH at /);
  });
});
