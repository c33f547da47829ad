/**
 * Package schemas in `$PULUMI_HOME/schemas`, in the files that Pulumi's own commands read and write (pulumi `pkg/codegen/schema/loader.go`,
 * v3.259.0): what one tool asked a plugin for, the other need not ask for again.
 */
import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { makeDirectory, missingDirectories, replaceWhole } from "../commit/files.ts";
import { type ByteSource, type IndexedBytes, inMemory } from "../json/byte-source.ts";
import { giveBack } from "./grpc-thread.ts";
import { keepIndex, openKept } from "./kept-schema.ts";
import type { Located } from "./locate.ts";
import { type AcceptSchema, ProviderError } from "./provider.ts";
import { versionText } from "./version.ts";

export interface SchemaCache {
  /** Opens the file, which nobody has checked. `undefined`: there is none, or it is older than the plugin. Never throws. */
  read(): Promise<IndexedBytes | undefined>;
  /** Whether a schema has a place here. Never throws. */
  keeps(): Promise<boolean>;
  /** Replaces the file as a whole. Never throws: where it cannot be written, the next run asks the plugin again. */
  write(schema: Uint8Array): Promise<void>;
  /** Keeps what is known of where the parts of the schema are. Never throws. */
  writeIndex(schema: ByteSource, index: Uint8Array): Promise<void>;
}

export interface CachedPlugin {
  /** As the plugin is asked for. */
  readonly descriptor: {
    readonly name: string;
    readonly version?: string;
    readonly downloadUrl?: string;
    readonly parameterization?: Parameter;
  };
  readonly located: Located;
  /** The version that the plugin answered to GetPluginInfo. */
  readonly answered?: string;
  readonly pulumiHome: string;
}

interface Parameter {
  readonly name: string;
  readonly version: string;
  readonly value: Uint8Array;
}

export function schemaCache(plugin: CachedPlugin): SchemaCache {
  // A plugin of some hundred megabytes is hashed once.
  let found: Promise<string | undefined> | undefined;
  const file = (): Promise<string | undefined> => {
    found ??= cacheFile(plugin).catch(() => undefined);
    return found;
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

/** Two ways to ask a plugin for its schema. */
export interface SchemaQuestions {
  /** Asks the process that works. */
  readonly own: () => Promise<Uint8Array>;
  /** Asks a process that only answers this. It takes the start of a plugin, once: only where the answer is kept. */
  readonly apart: () => Promise<Uint8Array>;
}

/**
 * The kept schema where it is accepted, else the plugin's answer, which is kept where it is accepted.
 *
 * @throws what `own` throws; ProviderError "cancelled".
 */
export async function keptOrAsked(
  cache: SchemaCache,
  questions: SchemaQuestions,
  accepts: AcceptSchema,
): Promise<ByteSource> {
  const kept = await cache.read();
  const taken = kept && accepts(kept);
  if (kept !== undefined && taken !== undefined) {
    if (taken.index !== undefined) await cache.writeIndex(kept.bytes, taken.index);
    return kept.bytes;
  }
  const schema = await ((await cache.keeps()) ? askedApart(questions) : questions.own());
  const bytes = inMemory(schema);
  const accepted = accepts({ bytes });
  if (accepted === undefined) return bytes;
  await cache.write(schema);
  if (accepted.index === undefined) return bytes;
  await cache.writeIndex(bytes, accepted.index);
  // From its file it is read by parts, so that its 60 MB do not stay in memory.
  const written = await cache.read();
  if (written === undefined || accepts(written) === undefined) return bytes;
  giveBack(schema);
  return written.bytes;
}

/** Asks another process, and where that fails the one that works, whose error counts. */
async function askedApart({ own, apart }: SchemaQuestions): Promise<Uint8Array> {
  try {
    return await apart();
  } catch (error) {
    if (error instanceof ProviderError && error.failure === "cancelled") throw error;
    return await own();
  }
}

/** The file of a schema; `undefined`: nothing identifies what the plugin would answer. */
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
 * Pulumi names the file by the plugin's version. A plugin that a person or the project names by its path has no version that one can rely on:
 * it is identified by its content, unless it is a script, which runs what lies elsewhere.
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
      // Any version may lie on the path.
      const wanted = versionText(version ?? "");
      return wanted !== undefined && wanted === versionText(answered ?? "") && !(await isScript(executable))
        ? wanted
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

/** The parameter as Go's encoder writes it, which escapes what HTML would read as a tag. */
function parameterJson({ name, version, value }: Parameter): string {
  const json = JSON.stringify({ name, version, value: Buffer.from(value).toString("base64") });
  return json.replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Pulumi compares the file with the time at which the plugin's folder changed; a plugin that was replaced inside of the folder is newer too. */
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
