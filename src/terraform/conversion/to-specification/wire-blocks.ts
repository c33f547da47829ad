/**
 * Converts blocks in the output of `terraform providers schema -json` to blocks of a specification. If the specification format has no block with the
 * same nesting mode, or the nesting is too deep, converts the block to an attribute.
 */

import { compareTexts } from "../../../domain/order/by-needs.ts";
import { countAt, type JsonObject, memberAt, objectAt } from "../../../value/json/object.ts";
import type { Path } from "../../../value/path.ts";
import type { Attribute, AttributeBase, Block, NestedObject } from "../../specification/model.ts";
import { validatorOf } from "./code.ts";
import { sizeValidators, type WireScope, wireAttributes, wireWords } from "./wire-attributes.ts";
import { wireNames } from "./wire-names.ts";

/** Converts the nested blocks, and sorts the results by name. */
export function wireBlocks(
  holder: JsonObject,
  path: Path,
  scope: WireScope,
): { readonly attributes: readonly Attribute[]; readonly blocks: readonly Block[] } {
  const [attributes, blocks]: [Attribute[], Block[]] = [[], []];
  for (const { name, json, path: blockPath } of blockTypes(holder, path, scope)) {
    const block = scope.levels > 0 ? wireBlock(name, json, blockPath, scope) : undefined;
    if (block === undefined) attributes.push(asAttribute(name, json, blockPath, scope));
    else blocks.push(block);
  }
  return { attributes, blocks };
}

function blockTypes(holder: JsonObject, path: Path, { losses }: WireScope) {
  const types = objectAt(holder, "block_types");
  const typesPath = [...path, "block_types"];
  const attributeNames = wireNames(objectAt(holder, "attributes"), [...path, "attributes"], losses);
  return [...wireNames(types, typesPath, losses, attributeNames.values())]
    .map(([key, name]) => ({ name, json: objectAt(types, key), path: [...typesPath, key] }))
    .sort((a, b) => compareTexts(a.name, b.name));
}

/** Converts a nested block. Returns undefined if the specification format has no block with the same nesting mode. */
function wireBlock(name: string, json: JsonObject, path: Path, scope: WireScope): Block | undefined {
  const [content, contentPath] = [objectAt(json, "block"), [...path, "block"]];
  const innerScope = { ...scope, levels: scope.levels - 1 };
  const base = { name, ...wireWords(content, contentPath, scope.losses), planModifiers: [] };
  const mode = memberAt(json, "nesting_mode");
  switch (mode) {
    case "list":
    case "set":
      return {
        ...base,
        kind: `${mode}_nested`,
        validators: sizeValidators(mode, json),
        nestedObject: wireNestedObject(content, contentPath, innerScope),
      };
    case "group":
    case "single": {
      if (mode === "group") scope.losses.add("group", path, "it exists even if it is not set");
      const validators = countAt(json, "min_items") > 0 ? [validatorOf("single_nested", "IsRequired()")] : [];
      const { attributes, blocks } = wireNestedObject(content, contentPath, innerScope);
      return { ...base, kind: "single_nested", validators, attributes, blocks };
    }
    default:
      return undefined;
  }
}

function wireNestedObject(content: JsonObject, path: Path, scope: WireScope): NestedObject {
  const { attributes: mapped, blocks } = wireBlocks(content, path, scope);
  const attributes = [...wireAttributes(content, path, scope), ...mapped].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { attributes, blocks, validators: [], planModifiers: [] };
}

/** Converts a block to an attribute. Used if the format supports its nesting mode only for attributes. Its nested blocks become attributes too. */
function asAttribute(name: string, json: JsonObject, path: Path, scope: WireScope): Attribute {
  const [content, contentPath] = [objectAt(json, "block"), [...path, "block"]];
  const { losses, levels } = scope;
  const base: AttributeBase = {
    name,
    ...wireWords(content, contentPath, losses),
    requiredness: countAt(json, "min_items") > 0 ? "required" : "optional",
    sensitive: false,
    validators: [],
    planModifiers: [],
  };
  const mode = memberAt(json, "nesting_mode");
  const isKnown = mode === "list" || mode === "set" || mode === "map" || mode === "single" || mode === "group";
  if (levels <= 0 || !isKnown) {
    losses.add(isKnown ? "depth" : "unknown-type", path, "a block without an equivalent; becomes dynamic");
    return { ...base, kind: "dynamic" };
  }
  losses.add("block", path, "the block becomes an attribute");
  const innerScope = { ...scope, levels: levels - 1 };
  const blocks = blockTypes(content, contentPath, scope).map((nested) =>
    asAttribute(nested.name, nested.json, nested.path, innerScope),
  );
  const attributes = [...wireAttributes(content, contentPath, innerScope), ...blocks].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  if (mode === "single" || mode === "group") return { ...base, kind: "single_nested", attributes };
  const object: NestedObject = { attributes, blocks: [], validators: [], planModifiers: [] };
  return { ...base, kind: `${mode}_nested`, nestedObject: object, validators: sizeValidators(mode, json) };
}
