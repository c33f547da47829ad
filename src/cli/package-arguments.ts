/** Converts the parameter of a package to arguments of `pulumi package add`. */
import { isJsonObject, memberAt } from "../json/object.ts";
import { parsedJson } from "../json/parse.ts";

/**
 * Reads the parameter of the plugin `terraform-provider`, which is JSON: `{"remote": {"url", "version"}}` or `{"local": {"path"}}`
 * (`dynamic/parameterize` of pulumi-terraform-bridge). Returns undefined for other parameters.
 *
 * @param plugin the name of the plugin, without `pulumi-resource-`
 * @param parameter encoded as base64
 */
export function packageArguments(plugin: string, parameter: string): readonly string[] | undefined {
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
