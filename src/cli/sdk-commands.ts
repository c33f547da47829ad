/**
 * SDKs that a program needs and that are not installed -> the commands that bring them.
 */
import { quote } from "./quote.ts";

/** An SDK of a package; of a parameterized one, with the plugin that is given the parameter. */
export interface MissingSdk {
  /** Of the package; absent: `@pulumi/pulumi` itself. */
  readonly package?: string;
  readonly npmName: string;
  readonly version?: string;
  readonly plugin?: { readonly name: string; readonly version: string };
}

/**
 * One command for each. An SDK that nobody has published is generated from the plugin: one of the user's own, or one with a parameter.
 *
 * @param executables plugins of the user's own (`--provider`), by name; paths as they are to be typed.
 */
export function sdkCommands(
  missing: readonly MissingSdk[],
  executables: ReadonlyMap<string, string>,
): readonly string[] {
  return missing.map(({ package: name, npmName, version, plugin }) => {
    const executable = executables.get(plugin?.name ?? name ?? "");
    const path = executable === undefined ? undefined : quote(asPath(executable));
    if (path !== undefined && plugin === undefined) return `pulumi package add ${path}`;
    if (plugin !== undefined) {
      const source = path ?? `${plugin.name}@${plugin.version}`;
      return `pulumi package add ${source} PARAMETERS    (those of ${name})`;
    }
    return `npm install ${quote(version === undefined ? npmName : `${npmName}@${version}`)}`;
  });
}

/** `pulumi package add` takes a word without a dot or slash in front for a name. */
function asPath(executable: string): string {
  return /^[./]/.test(executable) ? executable : `./${executable}`;
}
