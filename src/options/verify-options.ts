/**
 * The command line of `imp verify`: its flags, and the typed value that they are parsed to.
 */
import type { Interfaces } from "@oclif/core";
import type { DocumentFormat } from "../cli/reports/report.ts";
import type { OutsideOptions } from "../cli/run-io.ts";
import type { StackOptions } from "../workspace/open-chosen.ts";
import {
  commandFlags,
  formatFlags,
  namesFlags,
  pluginFlags,
  stackFlags,
  stateFileDescription,
} from "./shared-flags.ts";
import {
  outsideOptions,
  type PluginOptions,
  pluginOptions,
  type Registries,
  reportFormat,
  stackOptions,
} from "./shared-options.ts";

export function verifyFlags({ formats }: Pick<Registries, "formats">) {
  return {
    ...commandFlags,
    ...stackFlags({
      stack: "the stack whose program is verified; default: the selected one",
      state: stateFileDescription,
    }),
    ...namesFlags,
    ...pluginFlags,
    ...formatFlags(formats),
  };
}

/** The options of `imp verify`. */
export interface VerifyOptions {
  readonly outside: OutsideOptions;
  /** Undefined for text. */
  readonly format?: DocumentFormat;
  readonly stack: StackOptions;
  readonly plugins: PluginOptions;
}

/** Throws USAGE. */
export function verifyOptions(
  flags: Interfaces.InferredFlags<ReturnType<typeof verifyFlags>>,
  { formats }: Pick<Registries, "formats">,
): VerifyOptions {
  const format = reportFormat(flags, formats);
  return { outside: outsideOptions(flags, format), format, stack: stackOptions(flags), plugins: pluginOptions(flags) };
}
