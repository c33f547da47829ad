/** The files of package schemas: the file of each plugin, and home directories that are not writable. */
import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AcceptSchema } from "../../src/plugin/provider.ts";
import { type CachedPlugin, cachedOrAsked, type SchemaCache, schemaCache } from "../../src/plugin/schema-cache.ts";
import { schemaOfPlugin } from "../../src/schema/plugin-schema.ts";
import type { PackageSchema } from "../../src/schema/types.ts";

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
    it("reads the schema with a damaged, truncated, or missing index", async () => {
      const file = executable("p", "binary");
      const { asked, open } = asking(schemaCache(given(file)), large("1.0.0"));
      await open();
      const [, index = ""] = readdirSync(join(home, "schemas")).sort();
      const at = join(home, "schemas", index);
      const whole = readFileSync(at);
      const changed = (place: number): Buffer => {
        const bytes = Buffer.from(whole);
        bytes[place] = (bytes[place] ?? 0) ^ 0x55;
        return bytes;
      };
      const cuts = Array.from({ length: 20 }, (_, n) => whole.subarray(0, Math.floor((whole.length * n) / 20)));
      const changes = Array.from({ length: 40 }, (_, n) => changed(Math.floor((whole.length * n) / 40)));
      for (const bytes of [...cuts, ...changes, Buffer.from("{}"), Buffer.concat([whole, whole])]) {
        writeFileSync(at, bytes);
        isRight(await open(), "1.0.0");
        assert.deepEqual(readFileSync(at), whole, "it is made again");
      }
      rmSync(at);
      mkdirSync(at);
      isRight(await open(), "1.0.0");
      assert.equal(asked.times, 1);
    });
  });
});
