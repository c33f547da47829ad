/**
 * SDKs that a program needs and that are not installed -> the commands that install them.
 */
import { packageArguments } from "./package-arguments.ts";
import { quote } from "./quote.ts";
import { harmless } from "./render.ts";

/** An SDK of a package; of a parameterized one, with the plugin that is given the parameter. */
export interface MissingSdk {
  /** Of the package; absent: `@pulumi/pulumi` itself. */
  readonly package?: string;
  readonly npmName: string;
  readonly version?: string;
  /** `parameter`: in base64. */
  readonly plugin?: { readonly name: string; readonly version: string; readonly parameter: string };
}

export interface InstallCommand {
  /** As it is typed in a shell, with a remark where one is needed. */
  readonly shown: string;
  /** The words after `pulumi`, where imp can run the command: it is whole, and it is one of `pulumi`. */
  readonly words?: readonly string[];
}

/**
 * One command for each. An SDK that nobody has published is generated from the plugin: one of the user's own, or one with a parameter.
 *
 * @param executables plugins of the user's own (`--provider`), by name; paths as they are to be typed.
 */
export function sdkCommands(
  missing: readonly MissingSdk[],
  executables: ReadonlyMap<string, string>,
): readonly InstallCommand[] {
  return missing.map(({ package: name, npmName, version, plugin }) => {
    const executable = executables.get(plugin?.name ?? name ?? "");
    const path = executable === undefined ? undefined : asPath(executable);
    if (path !== undefined && plugin === undefined) return pulumiCommand(["package", "add", path]);
    if (plugin === undefined) {
      return { shown: `npm install ${quote(version === undefined ? npmName : `${npmName}@${version}`)}` };
    }
    const words = ["package", "add", path ?? `${plugin.name}@${plugin.version}`];
    const given = packageArguments(plugin.name, plugin.parameter);
    if (given !== undefined) return pulumiCommand([...words, ...given]);
    return { shown: `${pulumiCommand(words).shown} PARAMETERS    (those that ${name} was added with)` };
  });
}

function pulumiCommand(words: readonly string[]): InstallCommand {
  const typed = ["pulumi", ...words.map(quote)].join(" ");
  const shown = harmless(typed);
  // A command that cannot be shown as it is run is not run.
  return shown === typed ? { shown, words } : { shown };
}

/** `pulumi package add` takes a word without a dot or slash in front for a name. */
function asPath(executable: string): string {
  return /^[./]/.test(executable) ? executable : `./${executable}`;
}
