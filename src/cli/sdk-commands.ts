/**
 * SDKs that a program needs and that are not installed -> the commands that install them.
 */
import type { MissingSdk } from "../../generators/generator.ts";
import { packageArguments } from "./package-arguments.ts";
import { shellQuote } from "./quote.ts";
import { harmless } from "./render.ts";

export interface InstallCommand {
  /** As it is typed in a shell, with a remark where one is needed. */
  readonly shown: string;
  /** The words after `pulumi`, where imp can run the command: it is whole, and it is one of `pulumi`. */
  readonly words?: readonly string[];
}

/**
 * One command for each. An SDK that no registry has is generated from the plugin: one of the user's own, or one with a parameter.
 *
 * @param executables plugins of the user's own (`--provider`), by name; paths as they are to be typed.
 */
export function sdkCommands(
  missing: readonly MissingSdk[],
  executables: ReadonlyMap<string, string>,
): readonly InstallCommand[] {
  return missing.map((sdk) => sdkCommand(sdk, executables));
}

function sdkCommand(sdk: MissingSdk, executables: ReadonlyMap<string, string>): InstallCommand {
  switch (sdk.kind) {
    case "published": {
      const remark = sdk.isUnsure ? "    (where it is missing)" : "";
      return { shown: `${sdk.command.map(shellQuote).join(" ")}${remark}` };
    }
    case "generated":
      return generation(sdk, executables);
  }
}

type GeneratedSdk = Extract<MissingSdk, { readonly kind: "generated" }>;

function generation(sdk: GeneratedSdk, executables: ReadonlyMap<string, string>): InstallCommand {
  const { package: name, plugin } = sdk;
  const executable = executables.get(plugin?.name ?? name);
  const path = executable === undefined ? undefined : asPath(executable);
  if (plugin === undefined) return pulumiCommand(["package", "add", path ?? name]);
  const words = ["package", "add", path ?? `${plugin.name}@${plugin.version}`];
  const given = packageArguments(plugin.name, plugin.parameter);
  if (given !== undefined) return pulumiCommand([...words, ...given]);
  return { shown: `${pulumiCommand(words).shown} PARAMETERS    (those that ${name} was added with)` };
}

function pulumiCommand(words: readonly string[]): InstallCommand {
  const typed = ["pulumi", ...words.map(shellQuote)].join(" ");
  const shown = harmless(typed);
  // A command that cannot be shown as it is run is not run.
  return shown === typed ? { shown, words } : { shown };
}

/** `pulumi package add` takes a word without a dot or slash in front for a name. */
function asPath(executable: string): string {
  return /^[./]/.test(executable) ? executable : `./${executable}`;
}
