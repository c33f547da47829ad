/** imp reads a cached package schema even if its index is damaged. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { schemaCache } from "../../src/plugin/schema-cache.ts";
import { assertLargeSchema, countedSchema, largeSchema, PluginDirectory } from "./schema-cache.ts";

describe("the schema cache with an index", () => {
  let plugins: PluginDirectory;
  beforeEach(() => {
    plugins = new PluginDirectory();
  });
  afterEach(() => plugins.dispose());

  it("reads the schema with a damaged, truncated, or missing index", async () => {
    const file = plugins.executable("p", "binary");
    const { requests, open } = countedSchema(schemaCache(plugins.pluginOf(file)), largeSchema("1.0.0"));
    await open();
    const [, index = ""] = readdirSync(join(plugins.home, "schemas")).sort();
    const indexFile = join(plugins.home, "schemas", index);
    const whole = readFileSync(indexFile);
    const changed = (offset: number): Buffer => {
      const bytes = Buffer.from(whole);
      bytes[offset] = (bytes[offset] ?? 0) ^ 0x55;
      return bytes;
    };
    const cuts = Array.from({ length: 20 }, (_, n) => whole.subarray(0, Math.floor((whole.length * n) / 20)));
    const changes = Array.from({ length: 40 }, (_, n) => changed(Math.floor((whole.length * n) / 40)));
    for (const bytes of [...cuts, ...changes, Buffer.from("{}"), Buffer.concat([whole, whole])]) {
      writeFileSync(indexFile, bytes);
      assertLargeSchema(await open(), "1.0.0");
      assert.deepEqual(readFileSync(indexFile), whole, "imp rewrites the index");
    }
    rmSync(indexFile);
    mkdirSync(indexFile);
    assertLargeSchema(await open(), "1.0.0");
    assert.equal(requests.count, 1);
  });
});
