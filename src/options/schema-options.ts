/** Command lines of `imp schema check`, `show`, `find`, and `diff`. */
import { Args, type Interfaces } from "@oclif/core";
import { commandFlags, formatFlags, pluginFlags } from "./shared-flags.ts";
import {
  type CommandOptions,
  commandOptions,
  type PluginOptions,
  pluginOptions,
  type Registries,
} from "./shared-options.ts";

const schemaWord = {
  description:
    "A package schema in JSON or YAML (*.yaml, *.yml), a package as NAME or NAME@VERSION, or the executable of a provider plugin. - reads JSON " +
    "from standard input",
  ignoreStdin: true,
  required: true,
} as const;

export const schemaArgs = { schema: Args.string(schemaWord) };

export const schemaShowArgs = {
  ...schemaArgs,
  token: Args.string({
    description:
      "A resource, function, or type of the package, as a token (aws:s3/bucket:Bucket) or short name (aws:s3:Bucket, s3.Bucket, bucket). " +
      "`provider` shows the provider itself",
  }),
};

export const schemaFindArgs = {
  ...schemaArgs,
  words: Args.string({
    description: "Words to search for in tokens, properties, and descriptions. All words must match",
    required: true,
  }),
};

export const schemaDiffArgs = {
  old: Args.string({ ...schemaWord, description: `The older version. ${schemaWord.description}` }),
  new: Args.string({ ...schemaWord, description: "The newer version, in one of the same forms" }),
};

export function schemaFlags({ formats }: Pick<Registries, "formats">) {
  const { provider, timeout } = pluginFlags;
  return { ...commandFlags, provider, timeout, ...formatFlags(formats) };
}

export interface SchemaOptions extends CommandOptions {
  /** As the user typed it. */
  readonly schema: string;
  readonly plugins: PluginOptions;
}

export function schemaOptions(
  schema: string,
  flags: Interfaces.InferredFlags<ReturnType<typeof schemaFlags>>,
  registries: Pick<Registries, "formats">,
): SchemaOptions {
  return { ...commandOptions(flags, registries), schema, plugins: pluginOptions(flags) };
}
