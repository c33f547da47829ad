/** Opens the schema that a command-line argument refers to. */
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
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

/** Opens the schema as text and passes it to `work`. Throws USAGE, DOCUMENT_UNREADABLE, SETTINGS_INVALID, PLUGIN_*, and PACKAGE_FAILED. */
export async function withSchemaText<T>(
  options: Pick<SchemaOptions, "schema" | "plugins">,
  io: RunIo,
  work: (text: SchemaText, host: Host) => Promise<T>,
): Promise<T> {
  const word = await schemaWordOf(options.schema, io);
  return await withHostOf([word], options, io, async (host) => work(await readSchemaText(word, host, io), host));
}

/** Parses the schema and passes it to `work`. Throws SCHEMA_BROKEN and the errors of `withSchemaText`. */
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

/** Parses two schemas and passes them to `work`. Throws the errors of `withSchema`. */
export async function withSchemas<T>(
  options: Pick<SchemaOptions, "schema" | "plugins">,
  other: string,
  io: RunIo,
  work: (first: NamedSchema, second: NamedSchema) => Promise<T>,
): Promise<T> {
  if (options.schema === "-" && other === "-") {
    const hint = "Write one of the two schemas to a file.";
    throw ImpError.of("USAGE", { message: "Only one of the two schemas can be read from standard input.", hint });
  }
  const first = await schemaWordOf(options.schema, io);
  const second = await schemaWordOf(other, io);
  return await withHostOf([first, second], options, io, async (host) => {
    const old = await openNamedSchema(first, host, io);
    const now = await openNamedSchema(second, host, io);
    // Errors may be in either package, because definitions are parsed only when they are compared.
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
