/**
 * The story of `imp schema check`: the schema of a file, a package or a plugin is read and checked, together with the packages that it refers to.
 */
import type { RunIo } from "../cli/run-io.ts";
import type { SchemaCheckFacts } from "../cli/schema-check-screen.ts";
import type { SchemaCheckOptions } from "../options/schema-options.ts";
import { checkSchema, type LoadOther } from "../schema/check/check.ts";
import { type LoadPackage, packagesThrough } from "../sources/other-packages.ts";
import { executablesOf, readSchemaText, type SchemaWord, schemaWordOf } from "../sources/schema-source.ts";
import { projectOrNone } from "../workspace/project/project-or-none.ts";
import { withHost } from "./plugins.ts";

/** Throws USAGE, DOCUMENT_UNREADABLE, SETTINGS_INVALID; for a package or a plugin PLUGIN_… and PACKAGE_FAILED. */
export async function schemaCheck(options: SchemaCheckOptions, io: RunIo): Promise<SchemaCheckFacts> {
  const word = await schemaWordOf(options.schema, io);
  const project = await projectOrNone(io.cwd, { isNeeded: word.kind !== "file" });
  return await withHost(pluginsOf(options, word), io, { project }, async (host) => {
    const { name, bytes, format } = await readSchemaText(word, host, io);
    const checked = await checkSchema(bytes, format, looksInto(packagesThrough(host)));
    return { ...checked, file: name, faults: checked.faults.map((fault) => ({ ...fault, subject: "" })) };
  });
}

function pluginsOf({ plugins }: SchemaCheckOptions, word: SchemaWord): SchemaCheckOptions["plugins"] {
  return { ...plugins, executables: new Map([...plugins.executables, ...executablesOf(word)]) };
}

function looksInto(load: LoadPackage): LoadOther {
  return async (name, version) => {
    const schema = await load(name, version);
    if (schema === undefined) return undefined;
    const [types, resources] = [new Set(schema.typeTokens()), new Set(schema.resourceTokens())];
    const provider = `pulumi:providers:${schema.name}`;
    return {
      hasType: (token) => types.has(token),
      hasResource: (token) => token === provider || resources.has(token),
    };
  };
}
