/** Reads the package schema that the command line names: a file, or the schema of a plugin. */

import { access, constants, readdir, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import { standardInputWord } from "../domain/standard-input.ts";
import { pluginDescriptor } from "../import/providers/descriptor.ts";
import type { Host } from "../plugin/host.ts";
import { type Provider, ProviderError } from "../plugin/provider.ts";
import { loadSchema } from "../schema/load.ts";
import { openKeptSchema, schemaBytesOfPlugin, schemaOfPlugin } from "../schema/plugin-schema.ts";
import type { PackageSchema } from "../schema/types.ts";
import { allBytes } from "../value/json/byte-source.ts";
import { readDocumentFile } from "./document-file.ts";

export type SchemaWord =
  | { readonly kind: "file"; readonly path: string }
  /** An executable, or its directory. */
  | { readonly kind: "plugin"; readonly name: string; readonly path: string }
  | { readonly kind: "package"; readonly name: string; readonly version?: string };

/** A schema text. `name` is its name in messages. */
export interface SchemaText {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format: "json" | "yaml";
}

/** Decides whether a word is a file, a plugin, or a package. An existing file takes precedence over a package. A path is never a package. */
export async function schemaWordOf(word: string, { cwd }: Pick<RunIo, "cwd">): Promise<SchemaWord> {
  const file: SchemaWord = { kind: "file", path: word };
  if (word === standardInputWord || /\.(?:json|ya?ml)$/i.test(word)) return file;
  const path = resolve(cwd, word);
  const isPath = /[/\\]/.test(word);
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory() === true) {
    const name = await pluginInside(path);
    if (name !== undefined) return { kind: "plugin", name, path };
    if (isPath) return file;
  } else if (stats !== undefined) {
    const isPlugin = stats.isFile() && (executableName.test(basename(path)) || (await isExecutable(path)));
    return isPlugin ? { kind: "plugin", name: pluginName(path), path } : file;
  }
  const [, name = "", version] = /^([a-zA-Z][-\w]*)(?:@v?([^@]+))?$/.exec(word) ?? [];
  return name === "" ? file : { kind: "package", name, version };
}

const executableName = /^pulumi-resource-[\w.-]+$/;

/** Returns the name of the plugin in a directory, if there is one. */
async function pluginInside(directory: string): Promise<string | undefined> {
  const names: readonly string[] = await readdir(directory).catch(() => []);
  const executable = names.find((name) => executableName.test(name));
  if (executable !== undefined) return pluginName(executable);
  return names.includes("PulumiPlugin.yaml") ? basename(directory) : undefined;
}

function pluginName(path: string): string {
  return basename(path)
    .replace(/^pulumi-resource-/, "")
    .replace(/\.(?:exe|cmd)$/i, "");
}

async function isExecutable(path: string): Promise<boolean> {
  return await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Returns the executable of a plugin that the command line names by path, in the form of `--provider`. */
export function executablesOf(word: SchemaWord): ReadonlyMap<string, string> {
  return new Map(word.kind === "plugin" ? [[word.name, word.path]] : []);
}

/** Reads the schema. Throws USAGE, DOCUMENT_UNREADABLE; for a plugin, the errors of `host.launch`, and PACKAGE_FAILED. */
export async function readSchemaText(
  word: SchemaWord,
  host: Host,
  io: Pick<RunIo, "cwd" | "readStdin" | "signal">,
): Promise<SchemaText> {
  if (word.kind === "file") {
    const document = await readDocumentFile(word.path, io, "package schema");
    return { ...document, format: /\.ya?ml$/i.test(document.name) ? "yaml" : "json" };
  }
  return await launched(word, host, async (provider) => {
    const { kind, name } = word;
    // Don't use the cache for a plugin path, because the user may be developing the plugin.
    const bytes = kind === "plugin" ? allBytes(await provider.getSchema()) : await schemaBytesOfPlugin(provider);
    return { name: kind === "plugin" ? word.path : shownPackage(name, provider.version), bytes, format: "json" };
  });
}

/** Starts the plugin and runs `work`. Throws the errors of `host.launch`, and PACKAGE_FAILED. */
async function launched<T>(
  word: Exclude<SchemaWord, { readonly kind: "file" }>,
  host: Host,
  work: (provider: Provider) => Promise<T>,
): Promise<T> {
  try {
    const version = word.kind === "package" ? word.version : undefined;
    return await work(await host.launch(pluginDescriptor({ name: word.name, version })));
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure === "cancelled") throw error;
    throw ImpError.of("PACKAGE_FAILED", { package: word.name, method: error.method, reason: error.message });
  }
}

function shownPackage(name: string, version: string | undefined): string {
  return version === undefined ? name : `${name}@${version}`;
}

/** An open schema. `name` is its name in messages. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: PackageSchema;
}

/** Opens the schema. Starts the plugin only if the schema is not cached. Throws SCHEMA_BROKEN, and the errors of `readSchemaText`. */
export async function openNamedSchema(
  word: SchemaWord,
  host: Host,
  io: Pick<RunIo, "cwd" | "readStdin" | "signal">,
): Promise<NamedSchema> {
  if (word.kind !== "package") {
    const text = await readSchemaText(word, host, io);
    const { name } = text;
    return { name, schema: await openNamed(name, async () => loadSchema(await jsonOfSchema(text))) };
  }
  const { name, version } = word;
  const kept = host.keptSchema(pluginDescriptor({ name, version }));
  const cached = kept && (await openKeptSchema(kept));
  if (cached !== undefined) return { name: shownPackage(name, kept?.version ?? version), schema: cached };
  return await launched(word, host, async (provider) => {
    const shown = shownPackage(name, provider.version);
    return { name: shown, schema: await openNamed(shown, () => schemaOfPlugin(provider)) };
  });
}

/** Adds the name of the schema to its errors. */
export async function openNamed<T>(document: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof ImpError) || error.code !== "SCHEMA_BROKEN") throw error;
    const { where = "#", why } = error.explanation;
    throw ImpError.of("SCHEMA_BROKEN", { document, place: where, message: why.replace(/\.$/, "") });
  }
}

/** Returns the schema as JSON. Throws SCHEMA_BROKEN for invalid YAML. */
async function jsonOfSchema({ bytes, format }: SchemaText): Promise<Uint8Array> {
  return format === "json" ? bytes : await jsonOfYaml(bytes);
}

/** Converts a package schema from YAML to JSON. Throws SCHEMA_BROKEN if the text is not a YAML document. */
async function jsonOfYaml(bytes: Uint8Array): Promise<Uint8Array> {
  const { parseDocument } = await import("yaml");
  const document = parseDocument(new TextDecoder().decode(bytes), { prettyErrors: true });
  const [error] = document.errors;
  const position = error?.linePos?.[0];
  if (error !== undefined) {
    const location = position === undefined ? "its start" : `line ${position.line}, column ${position.col}`;
    throw ImpError.of("SCHEMA_BROKEN", { place: location, message: "invalid YAML" });
  }
  try {
    return new TextEncoder().encode(JSON.stringify(document.toJS({ maxAliasCount: 100 })) ?? "null");
  } catch {
    throw ImpError.of("SCHEMA_BROKEN", { place: "its start", message: "the text has too many aliases" });
  }
}
