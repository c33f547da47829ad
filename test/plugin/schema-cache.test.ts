/** The files of package schemas: the file of each plugin, and home directories that are not writable. */
import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allBytes, inMemory } from "../../src/json/byte-source.ts";
import { type AcceptSchema, ProviderError } from "../../src/plugin/provider.ts";
import { type CachedPlugin, cachedOrAsked, type SchemaCache, schemaCache } from "../../src/plugin/schema-cache.ts";
import { schemaOfPlugin } from "../../src/schema/plugin-schema.ts";
import type { PackageSchema } from "../../src/schema/types.ts";

const schema = Buffer.from('{"name":"cloud"}');

describe("the schema cache", () => {
  let root: string;
  let home: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "imp-schemas-"));
    home = join(root, "home");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  function executable(name: string, content: string): string {
    const file = join(root, name);
    writeFileSync(file, content);
    chmodSync(file, 0o755);
    return file;
  }

  function given(file: string, more: Partial<CachedPlugin> = {}): CachedPlugin {
    const located = { executable: file, directory: root, from: "flag" } as const;
    return { descriptor: { name: "cloud" }, located, pulumiHome: home, ...more };
  }

  it("writes one file for equal plugins, and another for different plugins", async () => {
    const cacheOf = (name: string, content: string) => schemaCache(given(executable(name, content)));
    const one = cacheOf("p1", "one");
    await one.write(schema);
    assert.deepEqual(allBytes((await one.read())?.bytes ?? inMemory(Buffer.of())), schema);
    const other = cacheOf("p2", "other");
    assert.equal(await other.read(), undefined);
    await cacheOf("p3", "one").write(schema);
    assert.equal(readdirSync(join(home, "schemas")).length, 1);
    await other.write(schema);
    assert.equal(readdirSync(join(home, "schemas")).length, 2);
  });

  it("ignores a schema file that is older than the plugin", async () => {
    const file = executable("p", "binary");
    const cache = schemaCache(given(file));
    await cache.write(schema);
    const [kept = ""] = readdirSync(join(home, "schemas"));
    utimesSync(join(home, "schemas", kept), 1, 1);
    assert.equal(await cache.read(), undefined);
  });

  it("caches the schema of a plugin on $PATH only if it has the requested version", async () => {
    const located = { executable: executable("p", "binary"), directory: root, from: "path" } as const;
    const at = (wanted: string | undefined, answered: string) =>
      schemaCache({
        descriptor: { name: "cloud", ...(wanted !== undefined && { version: wanted }) },
        located,
        answered,
        pulumiHome: home,
      });
    for (const [wanted, answered] of [
      [undefined, "1.2.0"],
      ["1.2.0", "1.3.0"],
    ] as const) {
      await at(wanted, answered).write(schema);
      assert.equal(existsSync(home), false, `${wanted} ${answered}`);
    }
    await at("v1.2.0", "1.2.0").write(schema);
    assert.equal(readFileSync(join(home, "schemas", "cloud-1.2.0.json"), "utf8"), schema.toString());
  });

  it("caches no schema of a script, or of a plugin with an invalid name", async () => {
    await schemaCache(given(executable("script", "#!/bin/sh\n"))).write(schema);
    const named = given(executable("p", "binary"), { descriptor: { name: "../cloud" } });
    await schemaCache(named).write(schema);
    assert.equal(existsSync(home), false);
  });

  it("ignores a Pulumi home that is not writable", async () => {
    const file = executable("p", "binary");
    const homes = [file, join(file, "below"), ...(existsSync("/proc/self") ? ["/proc/none", "/proc/self/none"] : [])];
    for (const pulumiHome of homes) {
      const cache = schemaCache(given(file, { pulumiHome }));
      await cache.write(schema);
      assert.equal(await cache.read(), undefined, pulumiHome);
    }
    assert.equal(readFileSync(file, "utf8"), "binary");
  });

  it("requests a schema from a separate process, or else from the running plugin", async () => {
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
    const kept = () => schemaCache(given(executable("p", "binary"), { pulumiHome: mkdtempSync(join(root, "home-")) }));
    const nowhere = schemaCache(given(executable("script", "#!/bin/sh")));
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

  describe("with an index", () => {
    const names = Array.from({ length: 4000 }, (_, n) => `cloud:index/thing${n}:Thing${n}`);
    const description = "long ".repeat(120);
    const large = (version: string): Buffer =>
      Buffer.from(
        JSON.stringify({
          name: "cloud",
          version,
          meta: { moduleFormat: "(.*)(?:/[^/]*)" },
          resources: Object.fromEntries(
            names.map((name, n) => [name, { description, requiredInputs: [], deprecationMessage: `${n} ${version}` }]),
          ),
        }),
      );
    const asking = (cache: SchemaCache, answer: Buffer) => {
      const asked = { times: 0 };
      const ask = async (): Promise<Uint8Array> => {
        asked.times += 1;
        return Uint8Array.from(answer);
      };
      const questions = { fromRunning: async () => assert.fail("the process that works is asked"), fromSeparate: ask };
      const source = {
        package: "cloud",
        getSchema: (accepts: AcceptSchema) => cachedOrAsked(cache, questions, accepts),
      };
      return { asked, open: () => schemaOfPlugin(source) };
    };
    const isRight = (opened: PackageSchema, version: string): void => {
      for (const n of [0, 7, 1234, 3999])
        assert.equal(opened.resource(names[n] ?? "")?.deprecationMessage, `${n} ${version}`);
      assert.equal(opened.resource("cloud:Thing7")?.name.member, "Thing7");
      assert.equal(opened.resourceTokens().length, names.length);
    };

    it("reads single resources with an index, and renews a stale index", async () => {
      const file = executable("p", "binary");
      const { asked, open } = asking(schemaCache(given(file)), large("1.0.0"));
      for (let run = 0; run < 3; run += 1) isRight(await open(), "1.0.0");
      assert.equal(asked.times, 1);
      const [kept = "", index = ""] = readdirSync(join(home, "schemas")).sort();
      assert.equal(index, `${kept}.imp-index`);
      writeFileSync(join(home, "schemas", kept), large("9.9.9"));
      for (let run = 0; run < 2; run += 1) isRight(await open(), "9.9.9");
      assert.equal(asked.times, 1);
    });
  });
});
