/**
 * The command lines of `imp schema check` and `imp schema show`: their flags, and the typed value that these are parsed to.
 */
import { Args, type Interfaces } from "@oclif/core";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import { commandFlags, formatFlags, pluginFlags } from "./shared-flags.ts";
import { formatOf, outsideOptions, type PluginOptions, pluginOptions, type Registries } from "./shared-options.ts";

export const schemaArgs = {
  schema: Args.string({
    description:
      "a package schema, in JSON or (*.yaml, *.yml) YAML, - for standard input, in JSON; a package, as NAME or NAME@VERSION; or the " +
      "executable of a provider plugin",
    ignoreStdin: true,
    required: true,
  }),
};

export const schemaShowArgs = {
  ...schemaArgs,
  token: Args.string({
    description:
      "a resource, function or type of the package, as its token (aws:s3/bucket:Bucket) or in short (aws:s3:Bucket, s3.Bucket, bucket); " +
      "`provider` for the provider itself",
  }),
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
  const format = formatOf(flags, formats);
  return {
    schema,
    plugins: pluginOptions(flags),
    outside: outsideOptions(flags, format),
    ...(format !== undefined && { format }),
  };
}
