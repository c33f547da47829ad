/** The command line of `imp verify`: its flags, and the typed value that they are parsed to. */
import type { Interfaces } from "@oclif/core";
import type { Language } from "../../generators/language.ts";
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
      stack: "Stack whose program is verified. Defaults to the selected stack.",
      state: stateFileDescription,
    }),
    ...namesFlags,
    ...pluginFlags,
    ...formatFlags(formats),
  };
}

export interface VerifyOptions {
  readonly outside: OutsideOptions;
  /** Undefined for text. */
  readonly format?: DocumentFormat;
  readonly stack: StackOptions;
  readonly plugins: PluginOptions;
  readonly languages: readonly Language[];
}

/** Throws USAGE. */
export function verifyOptions(
  flags: Interfaces.InferredFlags<ReturnType<typeof verifyFlags>>,
  { languages, formats }: Pick<Registries, "languages" | "formats">,
): VerifyOptions {
  const format = reportFormat(flags, formats);
  return {
    outside: outsideOptions(flags, format),
    format,
    stack: stackOptions(flags),
    plugins: pluginOptions(flags),
    languages,
  };
}
