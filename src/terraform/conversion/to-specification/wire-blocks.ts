/**
 * Blocks as `terraform providers schema -json` prints them -> blocks of a specification, and attributes where the format has no such block.
 */
import type { Path } from "../../../ir/path.ts";
import { countAt, isJsonObject, type JsonObject, memberAt } from "../../../json/object.ts";
import type { Attribute, AttributeBase, Block, NestedObject } from "../../specification/model.ts";
import { validatorOf } from "./code.ts";
import { sizeValidators, type WireScope, wireAttributes, wireWords } from "./wire-attributes.ts";
import { wireNames } from "./wire-names.ts";

/** The blocks within one, sorted by name. */
export function wireBlocks(
  holder: JsonObject,
  path: Path,
  scope: WireScope,
): { readonly attributes: readonly Attribute[]; readonly blocks: readonly Block[] } {
  const [attributes, blocks]: [Attribute[], Block[]] = [[], []];
  for (const { name, own, path: at } of blockTypes(holder, path, scope)) {
    const block = scope.levels > 0 ? wireBlock(name, own, at, scope) : undefined;
    if (block === undefined) attributes.push(asAttribute(name, own, at, scope));
    else blocks.push(block);
  }
  return { attributes, blocks };
}

function blockTypes(holder: JsonObject, path: Path, { losses }: WireScope) {
  const types = memberAt(holder, "block_types");
  const at = [...path, "block_types"];
  const entries = Object.entries(isJsonObject(types) ? types : {});
  const attributes = memberAt(holder, "attributes");
  const own = wireNames(Object.keys(isJsonObject(attributes) ? attributes : {}), [...path, "attributes"], losses);
  const names = wireNames(
    entries.map(([name]) => name),
    at,
    losses,
    own.values(),
  );
  return entries
    .map(([name, own]) => ({ name: names.get(name) ?? name, own: isJsonObject(own) ? own : {}, path: [...at, name] }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** `undefined`: the format has no block of that nesting. */
function wireBlock(name: string, own: JsonObject, path: Path, scope: WireScope): Block | undefined {
  const { content, at } = blockContent(own, path);
  const below = { ...scope, levels: scope.levels - 1 };
  const base = { name, ...wireWords(content, at, scope.losses), planModifiers: [] };
  const mode = memberAt(own, "nesting_mode");
  switch (mode) {
    case "list":
    case "set":
      return {
        ...base,
        kind: `${mode}_nested`,
        validators: sizeValidators(mode, own),
        nestedObject: nestedObjectOf(content, at, below),
      };
    case "group":
    case "single": {
      if (mode === "group") scope.losses.add("group", path, "that it is there without being set");
      const validators = countAt(own, "min_items") > 0 ? [validatorOf("single_nested", "IsRequired()")] : [];
      const { attributes, blocks } = nestedObjectOf(content, at, below);
      return { ...base, kind: "single_nested", validators, attributes, blocks };
    }
    default:
      return undefined;
  }
}

function blockContent(own: JsonObject, path: Path): { readonly content: JsonObject; readonly at: Path } {
  const content = memberAt(own, "block");
  return { content: isJsonObject(content) ? content : {}, at: [...path, "block"] };
}

function nestedObjectOf(content: JsonObject, path: Path, scope: WireScope): NestedObject {
  const { attributes: mapped, blocks } = wireBlocks(content, path, scope);
  const attributes = [...wireAttributes(content, path, scope), ...mapped].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { attributes, blocks, validators: [], planModifiers: [] };
}

/** A block of a nesting that the format has for attributes alone; what is in it becomes attributes too. */
function asAttribute(name: string, own: JsonObject, path: Path, scope: WireScope): Attribute {
  const { content, at } = blockContent(own, path);
  const { losses, levels } = scope;
  const base: AttributeBase = {
    name,
    ...wireWords(content, at, losses),
    requiredness: countAt(own, "min_items") > 0 ? "required" : "optional",
    sensitive: false,
    validators: [],
    planModifiers: [],
  };
  const mode = memberAt(own, "nesting_mode");
  const isKnown = mode === "list" || mode === "set" || mode === "map" || mode === "single" || mode === "group";
  if (levels <= 0 || !isKnown) {
    losses.add(isKnown ? "depth" : "unknown-type", path, "a block of no form: anything is taken");
    return { ...base, kind: "dynamic" };
  }
  losses.add("block", path, "that it is a block: it becomes an attribute");
  const below = { ...scope, levels: levels - 1 };
  const blocks = blockTypes(content, at, scope).map((one) => asAttribute(one.name, one.own, one.path, below));
  const attributes = [...wireAttributes(content, at, below), ...blocks].sort((a, b) => (a.name < b.name ? -1 : 1));
  if (mode === "single" || mode === "group") return { ...base, kind: "single_nested", attributes };
  const object: NestedObject = { attributes, blocks: [], validators: [], planModifiers: [] };
  return { ...base, kind: `${mode}_nested`, nestedObject: object, validators: sizeValidators(mode, own) };
}
