/**
 * The command lines of `imp schema check`, `show`, `find` and `diff`: their flags, and the typed value that these are parsed to.
 */
import { Args, type Interfaces } from "@oclif/core";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import { commandFlags, formatFlags, pluginFlags } from "./shared-flags.ts";
import { outsideOptions, type PluginOptions, pluginOptions, type Registries, reportFormat } from "./shared-options.ts";

const schemaWord = {
  description:
    "a package schema, in JSON or (*.yaml, *.yml) YAML, - for standard input, in JSON; a package, as NAME or NAME@VERSION; or the " +
    "executable of a provider plugin",
  ignoreStdin: true,
  required: true,
} as const;

export const schemaArgs = { schema: Args.string(schemaWord) };

export const schemaShowArgs = {
  ...schemaArgs,
  token: Args.string({
    description:
      "a resource, function or type of the package, as its token (aws:s3/bucket:Bucket) or in short (aws:s3:Bucket, s3.Bucket, bucket); " +
      "`provider` for the provider itself",
  }),
};

export const schemaFindArgs = {
  ...schemaArgs,
  words: Args.string({
    description: "words that a token, property or description has; several must all be there",
    required: true,
  }),
};

export const schemaDiffArgs = {
  old: Args.string({ ...schemaWord, description: `the older version: ${schemaWord.description}` }),
  new: Args.string({ ...schemaWord, description: "the newer version, in one of the same forms" }),
};

export function schemaFlags({ formats }: Pick<Registries, "formats">) {
  const { provider, timeout } = pluginFlags;
  return { ...commandFlags, provider, timeout, ...formatFlags(formats) };
}

/** Everything that a command line says. */
export interface SchemaOptions {
  /** As it is typed. */
  readonly schema: string;
  readonly plugins: PluginOptions;
  readonly outside: OutsideOptions;
  /** Absent: text for a person. */
  readonly format?: DocumentFormat;
}

export function schemaOptions(
  schema: string,
  flags: Interfaces.InferredFlags<ReturnType<typeof schemaFlags>>,
  { formats }: Pick<Registries, "formats">,
): SchemaOptions {
  const format = reportFormat(flags, formats);
  return {
    schema,
    plugins: pluginOptions(flags),
    outside: outsideOptions(flags, format),
    format,
  };
}
