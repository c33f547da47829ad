/** Plugins in a temporary directory, and a large package schema whose resources are read with an index. */
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AcceptSchema } from "../../src/plugin/provider.ts";
import { type CachedPlugin, cachedOrAsked, type SchemaCache } from "../../src/plugin/schema-cache.ts";
import { schemaOfPlugin } from "../../src/schema/plugin-schema.ts";
import type { PackageSchema } from "../../src/schema/types.ts";

/** A temporary directory with executables of plugins. */
export class PluginDirectory {
  readonly root = mkdtempSync(join(tmpdir(), "imp-schemas-"));
  /** The home of Pulumi, which does not exist yet. */
  readonly home = join(this.root, "home");

  /** Writes an executable file, and returns its path. */
  executable(name: string, content: string): string {
    const file = join(this.root, name);
    writeFileSync(file, content);
    chmodSync(file, 0o755);
    return file;
  }

  pluginOf(file: string, more: Partial<CachedPlugin> = {}): CachedPlugin {
    const located = { executable: file, directory: this.root, from: "flag" } as const;
    return { descriptor: { name: "cloud" }, located, pulumiHome: this.home, ...more };
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

const tokens = Array.from({ length: 4000 }, (_, n) => `cloud:index/thing${n}:Thing${n}`);
const description = "long ".repeat(120);

/** Returns a package schema of 4,000 resources, as JSON. */
export function largeSchema(version: string): Buffer {
  const resources = tokens.map((token, n) => [
    token,
    { description, requiredInputs: [], deprecationMessage: `${n} ${version}` },
  ]);
  const meta = { moduleFormat: "(.*)(?:/[^/]*)" };
  return Buffer.from(JSON.stringify({ name: "cloud", version, meta, resources: Object.fromEntries(resources) }));
}

/** Returns a function that opens the schema through the cache, and a counter of the requests to the plugin. */
export function countedSchema(cache: SchemaCache, schema: Buffer) {
  const requests = { count: 0 };
  const fromSeparate = async (): Promise<Uint8Array> => {
    requests.count += 1;
    return Uint8Array.from(schema);
  };
  const questions = { fromRunning: async () => assert.fail("requested from the running plugin"), fromSeparate };
  const getSchema = (accepts: AcceptSchema) => cachedOrAsked(cache, questions, accepts);
  return { requests, open: () => schemaOfPlugin({ package: "cloud", getSchema }) };
}

/** Asserts that the schema has the resources of `largeSchema(version)`. */
export function assertLargeSchema(schema: PackageSchema, version: string): void {
  for (const n of [0, 7, 1234, 3999])
    assert.equal(schema.resource(tokens[n] ?? "")?.deprecationMessage, `${n} ${version}`);
  assert.equal(schema.resource("cloud:Thing7")?.name.member, "Thing7");
  assert.equal(schema.resourceTokens().length, tokens.length);
}
