/** The files in which imp caches package schemas. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type AcceptSchema, ProviderError } from "../../src/plugin/provider.ts";
import { cachedOrAsked, schemaCache } from "../../src/plugin/schema-cache.ts";
import { allBytes, inMemory } from "../../src/value/json/byte-source.ts";
import { assertLargeSchema, countedSchema, largeSchema, PluginDirectory } from "./schema-cache.ts";

const schema = Buffer.from('{"name":"cloud"}');

describe("the schema cache", () => {
  let plugins: PluginDirectory;
  beforeEach(() => {
    plugins = new PluginDirectory();
  });
  afterEach(() => plugins.dispose());

  it("caches the schema of identical plugins in one file, and the schemas of other plugins separately", async () => {
    const cacheOf = (name: string, content: string) => schemaCache(plugins.pluginOf(plugins.executable(name, content)));
    const one = cacheOf("p1", "one");
    await one.write(schema);
    assert.deepEqual(allBytes((await one.read())?.bytes ?? inMemory(Buffer.of())), schema);
    const other = cacheOf("p2", "other");
    assert.equal(await other.read(), undefined);
    await cacheOf("p3", "one").write(schema);
    assert.equal(readdirSync(join(plugins.home, "schemas")).length, 1);
    await other.write(schema);
    assert.equal(readdirSync(join(plugins.home, "schemas")).length, 2);
  });

  it("ignores a schema file that is older than the plugin", async () => {
    const file = plugins.executable("p", "binary");
    const cache = schemaCache(plugins.pluginOf(file));
    await cache.write(schema);
    const [kept = ""] = readdirSync(join(plugins.home, "schemas"));
    utimesSync(join(plugins.home, "schemas", kept), 1, 1);
    assert.equal(await cache.read(), undefined);
  });

  it("caches the schema of a plugin on $PATH only if it has the requested version", async () => {
    const located = { executable: plugins.executable("p", "binary"), directory: plugins.root, from: "path" } as const;
    const cacheFor = (wanted: string | undefined, answered: string) =>
      schemaCache({
        descriptor: { name: "cloud", ...(wanted !== undefined && { version: wanted }) },
        located,
        answered,
        pulumiHome: plugins.home,
      });
    for (const [wanted, answered] of [
      [undefined, "1.2.0"],
      ["1.2.0", "1.3.0"],
    ] as const) {
      await cacheFor(wanted, answered).write(schema);
      assert.equal(existsSync(plugins.home), false, `${wanted} ${answered}`);
    }
    await cacheFor("v1.2.0", "1.2.0").write(schema);
    assert.equal(readFileSync(join(plugins.home, "schemas", "cloud-1.2.0.json"), "utf8"), schema.toString());
  });

  it("caches no schema of a script, or of a plugin with an invalid name", async () => {
    await schemaCache(plugins.pluginOf(plugins.executable("script", "#!/bin/sh\n"))).write(schema);
    const named = plugins.pluginOf(plugins.executable("p", "binary"), { descriptor: { name: "../cloud" } });
    await schemaCache(named).write(schema);
    assert.equal(existsSync(plugins.home), false);
  });

  it("caches no schema if Pulumi's home is not writable", async () => {
    const file = plugins.executable("p", "binary");
    const homes = [file, join(file, "below"), ...(existsSync("/proc/self") ? ["/proc/none", "/proc/self/none"] : [])];
    for (const pulumiHome of homes) {
      const cache = schemaCache(plugins.pluginOf(file, { pulumiHome }));
      await cache.write(schema);
      assert.equal(await cache.read(), undefined, pulumiHome);
    }
    assert.equal(readFileSync(file, "utf8"), "binary");
  });

  it("asks the running plugin if the schema is not cacheable or the separate process fails", async () => {
    const accepts: AcceptSchema = () => ({});
    const failing = new ProviderError("died", "GetSchema", "the plugin ended");
    const questions = (fromSeparate: () => Promise<Uint8Array>) => {
      const asked: string[] = [];
      const noted = (name: string, ask: () => Promise<Uint8Array>) => () => {
        asked.push(name);
        return ask();
      };
      return { asked, fromRunning: noted("own", async () => schema), fromSeparate: noted("apart", fromSeparate) };
    };
    const kept = () =>
      schemaCache(
        plugins.pluginOf(plugins.executable("p", "binary"), { pulumiHome: mkdtempSync(join(plugins.root, "home-")) }),
      );
    const nowhere = schemaCache(plugins.pluginOf(plugins.executable("script", "#!/bin/sh")));
    for (const [cache, apart, expected] of [
      [kept(), async () => schema, ["apart"]],
      [kept(), () => Promise.reject(failing), ["apart", "own"]],
      [nowhere, async () => schema, ["own"]],
    ] as const) {
      const { asked, ...ways } = questions(apart);
      assert.deepEqual(allBytes(await cachedOrAsked(cache, ways, accepts)), schema);
      assert.deepEqual(asked, expected);
    }
    const cancelled = new ProviderError("cancelled", "GetSchema", "the run was interrupted");
    const { asked, ...ways } = questions(() => Promise.reject(cancelled));
    await assert.rejects(cachedOrAsked(kept(), ways, accepts), cancelled);
    assert.deepEqual(asked, ["apart"]);
  });

  it("reads single resources with the index of the cached schema, and replaces an outdated index", async () => {
    const file = plugins.executable("p", "binary");
    const { requests, open } = countedSchema(schemaCache(plugins.pluginOf(file)), largeSchema("1.0.0"));
    for (let run = 0; run < 3; run += 1) assertLargeSchema(await open(), "1.0.0");
    assert.equal(requests.count, 1);
    const [kept = "", index = ""] = readdirSync(join(plugins.home, "schemas")).sort();
    assert.equal(index, `${kept}.imp-index`);
    writeFileSync(join(plugins.home, "schemas", kept), largeSchema("9.9.9"));
    for (let run = 0; run < 2; run += 1) assertLargeSchema(await open(), "9.9.9");
    assert.equal(requests.count, 1);
  });
});
