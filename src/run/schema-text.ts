/**
 * Gives a command the schema that its first word names, and the host of its plugins.
 */
import type { RunIo } from "../cli/run-io.ts";
import type { SchemaOptions } from "../options/schema-options.ts";
import type { Host } from "../plugin/host.ts";
import {
  executablesOf,
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
  const project = await projectOrNone(io.cwd, { isNeeded: word.kind !== "file" });
  return await withHost(pluginsOf(options, word), io, { project }, async (host) =>
    work(await readSchemaText(word, host, io), host),
  );
}

function pluginsOf({ plugins }: Pick<SchemaOptions, "plugins">, word: SchemaWord): SchemaOptions["plugins"] {
  return { ...plugins, executables: new Map([...plugins.executables, ...executablesOf(word)]) };
}
