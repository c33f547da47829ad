import { isJsonObject, type JsonObject, memberAt, objectAt } from "../../../value/json/object.ts";
import type { Path } from "../../../value/path.ts";
import type { Context } from "../../specification/kinds.ts";
import type { Specification, SpecifiedResource, SpecifiedSchema } from "../../specification/model.ts";
import type { Converted } from "../losses.ts";
import { LossLog } from "./loss-log.ts";
import { formatName, freeAttributeName } from "./names.ts";
import { wireAttributes } from "./wire-attributes.ts";
import { wireBlocks } from "./wire-blocks.ts";

/**
 * Converts the schema of a provider in the output of `terraform providers schema -json` to a Provider Code Specification. The document does not
 * contain defaults, plan modifiers, and validators, except for limits on the number of blocks.
 *
 * @param address the key of the provider, such as `registry.terraform.io/hashicorp/aws`
 */
export function specificationOfProvider(schema: JsonObject, address: string): Converted<Specification> {
  const losses = new LossLog();
  const prefix = sharedPrefix(schema, address);
  const section = (key: string, context: Context) => specifiedResources(schema, key, prefix, context, losses);
  const provider = rootSchema(memberAt(schema, "provider", "block"), ["provider", "block"], "provider", losses);
  const document = {
    provider: { name: prefix, schema: provider },
    resources: section("resource_schemas", "resource"),
    dataSources: section("data_source_schemas", "data source"),
  };
  for (const [key, value] of Object.entries(schema)) {
    if (["provider", "resource_schemas", "data_source_schemas"].includes(key) || !isJsonObject(value)) continue;
    for (const name of Object.keys(value)) losses.add("provider-part", [key, name], "not supported by a specification");
  }
  return { document, losses: losses.list() };
}

/** Returns the common prefix of all types. It can differ from the name of the provider. For `google-beta`, it is `google`. */
function sharedPrefix(schema: JsonObject, address: string): string {
  const types = Object.keys(objectAt(schema, "resource_schemas"));
  const words = new Set(types.map((type) => type.split("_", 1)[0] ?? ""));
  const [only] = words;
  return formatName(only !== undefined && words.size === 1 ? only : (address.split("/").at(-1) ?? address));
}

function specifiedResources(
  schema: JsonObject,
  section: string,
  prefix: string,
  context: Context,
  losses: LossLog,
): readonly SpecifiedResource[] {
  const usedNames = new Set<string>();
  return Object.entries(objectAt(schema, section))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([type, value]) => {
      const path = [section, type];
      const localName = type.startsWith(`${prefix}_`) ? type.slice(prefix.length + 1) : type;
      const name = freeAttributeName(formatName(localName), (candidate) => usedNames.has(candidate));
      usedNames.add(name);
      if (`${prefix}_${name}` !== type) losses.add("name", path, `\`${prefix}_${name}\``);
      const version = memberAt(value, "version");
      if (version !== undefined && version !== 0)
        losses.add("schema-version", [...path, "version"], `version ${JSON.stringify(version)}`);
      const root = rootSchema(memberAt(value, "block"), [...path, "block"], context, losses);
      return { name, schema: root ?? { attributes: [], blocks: [] } };
    });
}

/** Returns the schema of a resource, or undefined if it is empty. */
function rootSchema(block: unknown, path: Path, context: Context, losses: LossLog): SpecifiedSchema | undefined {
  if (!isJsonObject(block)) return undefined;
  const scope = { context, losses, levels: 60 };
  const { attributes: mapped, blocks } = wireBlocks(block, path, scope);
  const attributes = [...wireAttributes(block, path, scope), ...mapped].sort((a, b) => (a.name < b.name ? -1 : 1));
  const text = memberAt(block, "description");
  const isMarkdown = memberAt(block, "description_kind") === "markdown";
  const words = typeof text === "string" && text !== "" ? text : undefined;
  const deprecationMessage = memberAt(block, "deprecated") === true ? "Deprecated" : undefined;
  const hasMembers = attributes.length > 0 || blocks.length > 0;
  if (!hasMembers && words === undefined && deprecationMessage === undefined) return undefined;
  return {
    description: isMarkdown ? undefined : words,
    markdownDescription: isMarkdown ? words : undefined,
    deprecationMessage,
    attributes,
    blocks,
  };
}
