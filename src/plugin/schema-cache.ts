/** Caches package schemas in the same files as the Pulumi CLI (`pkg/codegen/schema/loader.go`, v3.259.0). */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { makeDirectory, missingDirectories, replaceWhole } from "../store/commit/files.ts";
import { type ByteSource, type IndexedBytes, inMemory } from "../value/json/byte-source.ts";
import { giveBack } from "./grpc-thread.ts";
import { keepIndex, openKept } from "./kept-schema.ts";
import type { Located } from "./locate.ts";
import { type AcceptSchema, ProviderError } from "./provider.ts";
import { versionText } from "./version.ts";

export interface SchemaCache {
  /** Opens the cached schema without checking its content. Returns undefined if it is missing or older than the plugin. Never throws. */
  read(): Promise<IndexedBytes | undefined>;
  keeps(): Promise<boolean>;
  /** Writes the schema. Never throws. If the file cannot be written, the next run asks the plugin again. */
  write(schema: Uint8Array): Promise<void>;
  writeIndex(schema: ByteSource, index: Uint8Array): Promise<void>;
}

export interface CachedPlugin {
  readonly descriptor: {
    readonly name: string;
    readonly version?: string;
    readonly downloadUrl?: string;
    readonly parameterization?: Parameter;
  };
  readonly located: Located;
  readonly answered?: string;
  readonly pulumiHome: string;
}

interface Parameter {
  readonly name: string;
  readonly version: string;
  readonly value: Uint8Array;
}

export function schemaCache(plugin: CachedPlugin): SchemaCache {
  // Hash the plugin only once, because it can have hundreds of megabytes.
  let pathPromise: Promise<string | undefined> | undefined;
  const file = (): Promise<string | undefined> => {
    pathPromise ??= cacheFile(plugin).catch(() => undefined);
    return pathPromise;
  };
  return {
    read: async () => {
      const kept = await file();
      return kept === undefined ? undefined : await readIfFresh(kept, plugin.located).catch(() => undefined);
    },
    keeps: async () => (await file()) !== undefined,
    write: async (schema) => {
      const kept = await file();
      if (kept !== undefined) await replace(kept, schema).catch(() => {});
    },
    writeIndex: async (schema, index) => {
      const kept = await file();
      if (kept !== undefined) await keepIndex(kept, schema, index).catch(() => {});
    },
  };
}

export interface SchemaQuestions {
  readonly fromRunning: () => Promise<Uint8Array>;
  /** Gets the schema from a separate process, which ends afterwards. Used only if the schema will be cached. */
  readonly fromSeparate: () => Promise<Uint8Array>;
}

/**
 * Returns the cached schema if `accepts` accepts it. Otherwise, asks the plugin, and caches the answer if it is accepted. Throws the same errors as
 * `fromRunning`.
 */
export async function cachedOrAsked(
  cache: SchemaCache,
  questions: SchemaQuestions,
  accepts: AcceptSchema,
): Promise<ByteSource> {
  const kept = await cache.read();
  const acceptedCache = kept && accepts(kept);
  if (kept !== undefined && acceptedCache !== undefined) {
    if (acceptedCache.index !== undefined) await cache.writeIndex(kept.bytes, acceptedCache.index);
    return kept.bytes;
  }
  const schema = await ((await cache.keeps()) ? askSeparateProcess(questions) : questions.fromRunning());
  const bytes = inMemory(schema);
  const accepted = accepts({ bytes });
  if (accepted === undefined) return bytes;
  await cache.write(schema);
  if (accepted.index === undefined) return bytes;
  await cache.writeIndex(bytes, accepted.index);
  // Read the schema in parts from its file, to free the memory of the answer (60 MB).
  const written = await cache.read();
  if (written === undefined || accepts(written) === undefined) return bytes;
  giveBack(schema);
  return written.bytes;
}

/** Asks a separate process. If this fails, asks the running process. */
async function askSeparateProcess({ fromRunning, fromSeparate }: SchemaQuestions): Promise<Uint8Array> {
  try {
    return await fromSeparate();
  } catch (error) {
    if (error instanceof ProviderError && error.failure === "cancelled") throw error;
    return await fromRunning();
  }
}

async function cacheFile({ descriptor, located, answered, pulumiHome }: CachedPlugin): Promise<string | undefined> {
  const { name, downloadUrl, parameterization } = descriptor;
  const key = await pluginIdentity(descriptor, located, answered);
  if (key === undefined || !isFileName(name)) return undefined;
  const parts = [
    name,
    key,
    ...(downloadUrl === undefined || downloadUrl === "" ? [] : [shortHash(downloadUrl)]),
    ...(parameterization === undefined ? [] : [shortHash(parameterJson(parameterization))]),
  ];
  return path.join(pulumiHome, "schemas", `${parts.join("-")}.json`);
}

/**
 * Returns the version of a plugin from the plugin cache or $PATH, or a hash of its executable. Returns undefined for scripts outside the plugin
 * cache, because they run other files, which can change.
 */
async function pluginIdentity(
  { version }: CachedPlugin["descriptor"],
  { executable, from, version: installed }: Located,
  answered: string | undefined,
): Promise<string | undefined> {
  switch (from) {
    case "cache":
      return versionText(version ?? installed ?? "");
    case "path": {
      // A plugin on $PATH may have a different version than the requested one.
      const requested = versionText(version ?? "");
      return requested !== undefined && requested === versionText(answered ?? "") && !(await isScript(executable))
        ? requested
        : undefined;
    }
    case "flag":
    case "project":
      return (await isScript(executable)) ? undefined : `sha256-${await fileHash(executable)}`;
  }
}

function isFileName(name: string): boolean {
  return /^[\w.-]+$/.test(name) && !name.startsWith(".");
}

async function isScript(executable: string): Promise<boolean> {
  const file = await open(executable);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead < 2 || buffer.toString("latin1") === "#!";
  } finally {
    await file.close();
  }
}

async function fileHash(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: 4 * 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest("hex").slice(0, 32);
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** Prints the parameter as Go's encoder does, with escaped HTML characters. */
function parameterJson({ name, version, value }: Parameter): string {
  const json = JSON.stringify({ name, version, value: Buffer.from(value).toString("base64") });
  return json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Opens the file if it is newer than the plugin, because a developer may have replaced the plugin without changing its version. */
async function readIfFresh(file: string, { executable, directory, from }: Located): Promise<IndexedBytes | undefined> {
  const [kept, ...plugin] = await Promise.all([
    stat(file),
    stat(executable),
    ...(from === "cache" ? [stat(directory)] : []),
  ]);
  const isFresh = plugin.every(({ ctimeMs }) => ctimeMs <= kept.mtimeMs);
  return kept.isFile() && isFresh ? await openKept(file) : undefined;
}

async function replace(file: string, schema: Uint8Array): Promise<void> {
  for (const directory of await missingDirectories(file)) await makeDirectory(directory, 0o700);
  await replaceWhole(file, schema, randomBytes(6).toString("hex"), { mode: 0o600 });
}
