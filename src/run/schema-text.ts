/**
 * Gives a command the schema that a word of its command line names, and the host of its plugins.
 */
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../errors.ts";
import type { SchemaOptions } from "../options/schema-options.ts";
import type { Host } from "../plugin/host.ts";
import {
  executablesOf,
  type NamedSchema,
  openNamed,
  openNamedSchema,
  readSchemaText,
  type SchemaText,
  type SchemaWord,
  schemaWordOf,
} from "../sources/schema-source.ts";
import { projectOrNone } from "../workspace/project/project-or-none.ts";
import { withHost } from "./plugins.ts";

/** Throws USAGE, DOCUMENT_UNREADABLE, SETTINGS_INVALID; for a package or a plugin PLUGIN_… and PACKAGE_FAILED; and as the work. */
export async function withSchemaText<T>(
  options: Pick<SchemaOptions, "schema" | "plugins">,
  io: RunIo,
  work: (text: SchemaText, host: Host) => Promise<T>,
): Promise<T> {
  const word = await schemaWordOf(options.schema, io);
  return await withHostOf([word], options, io, async (host) => work(await readSchemaText(word, host, io), host));
}

/** As `withSchemaText`, with the schema opened. Throws SCHEMA_BROKEN with the name of the schema. */
export async function withSchema<T>(
  options: Pick<SchemaOptions, "schema" | "plugins">,
  io: RunIo,
  work: (named: NamedSchema) => Promise<T>,
): Promise<T> {
  const word = await schemaWordOf(options.schema, io);
  return await withHostOf([word], options, io, async (host) => {
    const named = await openNamedSchema(word, host, io);
    return await openNamed(named.name, () => work(named));
  });
}

/** As `withSchema`, for two schemas: that of the options, and that of a second word. */
export async function withSchemas<T>(
  options: Pick<SchemaOptions, "schema" | "plugins">,
  other: string,
  io: RunIo,
  work: (first: NamedSchema, second: NamedSchema) => Promise<T>,
): Promise<T> {
  if (options.schema === "-" && other === "-") {
    const hint = "Write one of the two schemas to a file.";
    throw ImpError.of("USAGE", { message: "Standard input has one schema, and two are wanted from it.", hint });
  }
  const first = await schemaWordOf(options.schema, io);
  const second = await schemaWordOf(other, io);
  return await withHostOf([first, second], options, io, async (host) => {
    const old = await openNamedSchema(first, host, io);
    const now = await openNamedSchema(second, host, io);
    // Definitions are read while the two are compared; the error names the package.
    return await openNamed(`${old.name} or ${now.name}`, () => work(old, now));
  });
}

async function withHostOf<T>(
  words: readonly SchemaWord[],
  { plugins }: Pick<SchemaOptions, "plugins">,
  io: RunIo,
  work: (host: Host) => Promise<T>,
): Promise<T> {
  const project = await projectOrNone(io.cwd, { isNeeded: words.some(({ kind }) => kind !== "file") });
  const executables = new Map([...plugins.executables, ...words.flatMap((word) => [...executablesOf(word)])]);
  return await withHost({ ...plugins, executables }, io, { project }, work);
}
