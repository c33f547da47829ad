/**
 * The parameter of a package -> the arguments of `pulumi package add` that it was made from.
 */
import { isJsonObject, memberAt } from "../json/object.ts";
import { parsedJson } from "../json/parse.ts";

/**
 * Reads the parameter of the plugin `terraform-provider`, which is JSON: `{"remote": {"url", "version"}}` or `{"local": {"path"}}`
 * (`dynamic/parameterize` of pulumi-terraform-bridge). Returns `undefined` for a parameter of any other form.
 *
 * @param plugin the name of the plugin, without `pulumi-resource-`
 * @param parameter in base64
 */
export function packageArguments(plugin: string, parameter: string): readonly string[] | undefined {
  if (plugin !== "terraform-provider") return undefined;
  const value = parsedJson(Buffer.from(parameter, "base64").toString("utf8"));
  // Anything more, such as the list of included resources, has an argument that is not known here.
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return undefined;
  if (isJsonObject(value.remote)) return argumentTexts([value.remote.url, value.remote.version]);
  const path = argumentTexts([memberAt(value, "local", "path")]);
  return path?.every((one) => /^(\.\/|\/)/.test(one)) ? path : undefined;
}

function argumentTexts(values: readonly unknown[]): readonly string[] | undefined {
  const found = values.filter((value) => typeof value === "string" && isArgument(value));
  return found.length === values.length ? (found as readonly string[]) : undefined;
}

/** No flag, nothing that a terminal would not show as it is, and no longer than an address or a path is. */
function isArgument(text: string): boolean {
  return text !== "" && text.length <= 1000 && !text.startsWith("-") && !/\p{C}/u.test(text);
}
