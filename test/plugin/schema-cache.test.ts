/** The files of package schemas: which plugin has which, and homes in which nobody can write. */
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
import { type CachedPlugin, schemaCache } from "../../src/plugin/schema-cache.ts";

const schema = Buffer.from('{"name":"cloud"}');

describe("the files of package schemas", () => {
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

  it("differ for plugins with other content, and are the same for copies of one", async () => {
    const cacheOf = (name: string, content: string) => schemaCache(given(executable(name, content)));
    const one = cacheOf("p1", "one");
    await one.write(schema);
    assert.deepEqual(await one.read(), schema);
    const other = cacheOf("p2", "other");
    assert.equal(await other.read(), undefined);
    await cacheOf("p3", "one").write(schema);
    assert.equal(readdirSync(join(home, "schemas")).length, 1);
    await other.write(schema);
    assert.equal(readdirSync(join(home, "schemas")).length, 2);
  });

  it("are not read where the plugin is newer", async () => {
    const file = executable("p", "binary");
    const cache = schemaCache(given(file));
    await cache.write(schema);
    const [kept = ""] = readdirSync(join(home, "schemas"));
    utimesSync(join(home, "schemas", kept), 1, 1);
    assert.equal(await cache.read(), undefined);
  });

  it("are those of the requested version on the path, where the plugin has it", async () => {
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

  it("are none for a script, and for a name that is no name of a file", async () => {
    await schemaCache(given(executable("script", "#!/bin/sh\n"))).write(schema);
    const named = given(executable("p", "binary"), { descriptor: { name: "../cloud" } });
    await schemaCache(named).write(schema);
    assert.equal(existsSync(home), false);
  });

  it("are left out where the home is a file, or nobody can write there, root neither", async () => {
    const file = executable("p", "binary");
    const homes = [file, join(file, "below"), ...(existsSync("/proc/self") ? ["/proc/none", "/proc/self/none"] : [])];
    for (const pulumiHome of homes) {
      const cache = schemaCache(given(file, { pulumiHome }));
      await cache.write(schema);
      assert.equal(await cache.read(), undefined, pulumiHome);
    }
    assert.equal(readFileSync(file, "utf8"), "binary");
  });
});
