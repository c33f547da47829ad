/** The commands that install missing SDKs. */
import type { MissingSdk } from "../../generators/generator.ts";
import { isJsonObject, memberAt, parsedJson } from "../value/json/object.ts";
import { shellQuote } from "./quote.ts";
import { harmless } from "./render.ts";

export interface InstallCommand {
  /** The command as typed in a shell, with a remark if needed. */
  readonly shown: string;
  /** The arguments of `pulumi`, if imp can run the command. */
  readonly words?: readonly string[];
  /** True if imp did not check whether the package is installed. */
  readonly isUnsure?: true;
}

/**
 * Returns a command for each SDK. SDKs of `--provider` plugins, parameterized packages, and extensions are generated from the plugin.
 *
 * @param executables the plugins of `--provider`, by name. Their paths are relative to the working directory of the commands
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
      const shown = sdk.command.map(shellQuote).join(" ");
      return sdk.isUnsure ? { shown: `${shown}    (if it is not installed)`, isUnsure: true } : { shown };
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
  const parameters = packageArguments(plugin.name, plugin.parameter);
  if (parameters !== undefined) return pulumiCommand([...words, ...parameters]);
  const parametersText = plugin.isExtended ? '--extension "PARAMETERS"' : "PARAMETERS";
  return { shown: `${pulumiCommand(words).shown} ${parametersText}    (the ones used to add ${name})` };
}

function pulumiCommand(words: readonly string[]): InstallCommand {
  const typed = ["pulumi", ...words.map(shellQuote)].join(" ");
  const shown = harmless(typed);
  // Do not run a command that cannot be shown exactly.
  return shown === typed ? { shown, words } : { shown };
}

/** Adds `./` to a path that `pulumi package add` would treat as a package name. */
function asPath(executable: string): string {
  return /^[./]/.test(executable) ? executable : `./${executable}`;
}

/**
 * Reads the parameter of the plugin `terraform-provider`, which is JSON: `{"remote": {"url", "version"}}` or `{"local": {"path"}}`
 * (`dynamic/parameterize` of pulumi-terraform-bridge). Returns undefined for other parameters.
 *
 * @param plugin the name of the plugin, without `pulumi-resource-`
 * @param parameter encoded as base64
 */
function packageArguments(plugin: string, parameter: string): readonly string[] | undefined {
  if (plugin !== "terraform-provider") return undefined;
  const value = parsedJson(Buffer.from(parameter, "base64").toString("utf8"));
  // Other members, such as the list of included resources, can't be converted to arguments.
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return undefined;
  if (isJsonObject(value.remote)) return argumentTexts([value.remote.url, value.remote.version]);
  const path = argumentTexts([memberAt(value, "local", "path")]);
  return path?.every((text) => /^(\.\/|\/)/.test(text)) ? path : undefined;
}

function argumentTexts(values: readonly unknown[]): readonly string[] | undefined {
  const texts = values.filter((value) => typeof value === "string" && isArgument(value));
  return texts.length === values.length ? (texts as readonly string[]) : undefined;
}

/** Returns true for text of limited length that is not a flag and doesn't contain control characters. */
function isArgument(text: string): boolean {
  return text !== "" && text.length <= 1000 && !text.startsWith("-") && !/\p{C}/u.test(text);
}
