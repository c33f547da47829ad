/**
 * The package schema that a word of a command line names: a file, or the answer of a plugin.
 */

import { access, constants, readdir, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import { standardInputWord } from "../domain/standard-input.ts";
import { ImpError } from "../errors.ts";
import { pluginDescriptor } from "../import/providers/descriptor.ts";
import { allBytes } from "../json/byte-source.ts";
import type { Host } from "../plugin/host.ts";
import { type Provider, ProviderError } from "../plugin/provider.ts";
import { jsonOfYaml } from "../schema/json-of-yaml.ts";
import { loadSchema } from "../schema/load.ts";
import { openKeptSchema, schemaBytesOfPlugin, schemaOfPlugin } from "../schema/plugin-schema.ts";
import type { PackageSchema } from "../schema/types.ts";
import { readDocumentFile } from "./document-file.ts";

export type SchemaWord =
  | { readonly kind: "file"; readonly path: string }
  /** An executable, or the directory in which it lies. */
  | { readonly kind: "plugin"; readonly name: string; readonly path: string }
  | { readonly kind: "package"; readonly name: string; readonly version?: string };

/** A schema as it was read; `name` is what messages call it. */
export interface SchemaText {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format: "json" | "yaml";
}

/**
 * Decides what a word names. A file or folder at the path goes first, so that a package whose name is that of a file is named with its version.
 * A word that looks like a path names no package, so that a file that is missing is reported as one.
 */
export async function schemaWordOf(word: string, { cwd }: Pick<RunIo, "cwd">): Promise<SchemaWord> {
  const file: SchemaWord = { kind: "file", path: word };
  if (word === standardInputWord || /\.(?:json|ya?ml)$/i.test(word)) return file;
  const path = resolve(cwd, word);
  const isPath = /[/\\]/.test(word);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) {
    const name = await pluginInside(path);
    if (name !== undefined) return { kind: "plugin", name, path };
    if (isPath) return file;
  } else if (found !== undefined) {
    const isPlugin = found.isFile() && (executableName.test(basename(path)) || (await isExecutable(path)));
    return isPlugin ? { kind: "plugin", name: pluginName(path), path } : file;
  }
  const [, name = "", version] = /^([a-zA-Z][-\w]*)(?:@v?([^@]+))?$/.exec(word) ?? [];
  return name === "" ? file : { kind: "package", name, version };
}

const executableName = /^pulumi-resource-[\w.-]+$/;

/** The name of the plugin in a directory; `undefined`: there is none. */
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

/** Executables that a word names itself, next to those of `--provider`. */
export function executablesOf(word: SchemaWord): ReadonlyMap<string, string> {
  return new Map(word.kind === "plugin" ? [[word.name, word.path]] : []);
}

/**
 * Reads the schema.
 *
 * @throws USAGE, DOCUMENT_UNREADABLE; for a plugin what `host.launch` throws, and PACKAGE_FAILED.
 */
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
    // A person who names a plugin by its path is making it: what was kept may be older.
    const bytes = kind === "plugin" ? allBytes(await provider.getSchema()) : await schemaBytesOfPlugin(provider);
    return { name: kind === "plugin" ? word.path : shownPackage(name, provider.version), bytes, format: "json" };
  });
}

/** Starts the plugin that a word names. Throws as `host.launch`, and PACKAGE_FAILED. */
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

/** A schema that is opened; `name` is what messages call it. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: PackageSchema;
}

/**
 * Opens the schema. A plugin is started only where its answer is not kept.
 *
 * @throws SCHEMA_BROKEN; as `readSchemaText`.
 */
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
  const known = kept && (await openKeptSchema(kept));
  if (known !== undefined) return { name: shownPackage(name, kept?.version ?? version), schema: known };
  return await launched(word, host, async (provider) => {
    const shown = shownPackage(name, provider.version);
    return { name: shown, schema: await openNamed(shown, () => schemaOfPlugin(provider)) };
  });
}

/** Names the schema in an error about it: without it the place would be one of any schema. */
export async function openNamed<T>(document: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof ImpError) || error.code !== "SCHEMA_BROKEN") throw error;
    const { where = "#", why } = error.explanation;
    throw ImpError.of("SCHEMA_BROKEN", { document, place: where, message: why.replace(/\.$/, "") });
  }
}

/** The schema in JSON. Throws SCHEMA_BROKEN for YAML that is none. */
async function jsonOfSchema({ bytes, format }: SchemaText): Promise<Uint8Array> {
  return format === "json" ? bytes : await jsonOfYaml(bytes);
}
