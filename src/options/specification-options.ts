/** Command line of `imp terraform check`. */
import { Args, type Interfaces } from "@oclif/core";
import { commandFlags, formatFlags } from "./shared-flags.ts";
import { type CommandOptions, commandOptions, type Registries } from "./shared-options.ts";

export const specificationArgs = {
  file: Args.string({
    description: "A Provider Code Specification, version 0.1, in JSON. - reads standard input",
    ignoreStdin: true,
    required: true,
  }),
};

export function specificationFlags({ formats }: Pick<Registries, "formats">) {
  return { ...commandFlags, ...formatFlags(formats) };
}

export interface SpecificationOptions extends CommandOptions {
  readonly file: string;
}

export function specificationOptions(
  file: string,
  flags: Interfaces.InferredFlags<ReturnType<typeof specificationFlags>>,
  registries: Pick<Registries, "formats">,
): SpecificationOptions {
  return { ...commandOptions(flags, registries), file };
}
