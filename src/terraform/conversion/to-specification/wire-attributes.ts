/** Converts attributes in the output of `terraform providers schema -json` to attributes of a specification. */

import { compareTexts } from "../../../domain/order/by-needs.ts";
import { countAt, isJsonObject, type JsonObject, memberAt, objectAt, textAt } from "../../../value/json/object.ts";
import type { Path } from "../../../value/path.ts";
import type { Context } from "../../specification/kinds.ts";
import type { Attribute, AttributeBase, Code, NestedObject, Requiredness } from "../../specification/model.ts";
import { validatorOf } from "./code.ts";
import type { LossLog } from "./loss-log.ts";
import { wireNames } from "./wire-names.ts";
import { wireType } from "./wire-types.ts";

export interface WireScope {
  readonly context: Context;
  readonly losses: LossLog;
  /** The number of levels that can still be added below this one. */
  readonly levels: number;
}

/** Returns the attributes of a block or a nested type, sorted by name. */
export function wireAttributes(holder: JsonObject, path: Path, scope: WireScope): readonly Attribute[] {
  const attributes = objectAt(holder, "attributes");
  const attributesPath = [...path, "attributes"];
  const names = wireNames(attributes, attributesPath, scope.losses);
  return [...names]
    .map(([key, name]) => wireAttribute(name, objectAt(attributes, key), [...attributesPath, key], scope))
    .sort((a, b) => compareTexts(a.name, b.name));
}

function wireAttribute(name: string, json: JsonObject, path: Path, scope: WireScope): Attribute {
  const base: AttributeBase = {
    name,
    ...wireWords(json, path, scope.losses),
    requiredness: wireRequiredness(json, scope.context),
    sensitive: memberAt(json, "sensitive") === true,
    validators: [],
    planModifiers: [],
  };
  if (memberAt(json, "write_only") === true)
    scope.losses.add("write-only", [...path, "write_only"], "the state does not contain it");
  const nested = memberAt(json, "nested_type");
  if (isJsonObject(nested)) return nestedAttribute(base, nested, [...path, "nested_type"], scope);
  const type = wireType(memberAt(json, "type"), [...path, "type"], scope.losses, scope.levels);
  // A specification can express an object without attributes only as a nested attribute.
  if (type.kind === "object" && type.attributeTypes.length === 0)
    return { ...base, kind: "single_nested", attributes: [] };
  return { ...base, ...type };
}

/** Returns the description and the deprecation message of an attribute or a nested block. */
export function wireWords(
  json: JsonObject,
  path: Path,
  losses: LossLog,
): Pick<AttributeBase, "description" | "deprecationMessage"> {
  const description = textAt(json, "description");
  if (description !== undefined && memberAt(json, "description_kind") === "markdown") {
    losses.add("markdown", [...path, "description_kind"], "the text is Markdown");
  }
  return {
    description,
    // A provider schema does not contain deprecation messages.
    deprecationMessage: memberAt(json, "deprecated") === true ? "Deprecated" : undefined,
  };
}

function wireRequiredness(json: JsonObject, context: Context): Requiredness {
  if (memberAt(json, "required") === true) return "required";
  if (context === "provider" || memberAt(json, "computed") !== true) return "optional";
  return memberAt(json, "optional") === true ? "computed_optional" : "computed";
}

function nestedAttribute(base: AttributeBase, nested: JsonObject, path: Path, scope: WireScope): Attribute {
  if (scope.levels <= 0) {
    scope.losses.add("depth", path, "nested too deeply; becomes dynamic");
    return { ...base, kind: "dynamic" };
  }
  const attributes = wireAttributes(nested, path, { ...scope, levels: scope.levels - 1 });
  const nestedObject: NestedObject = { attributes, blocks: [], validators: [], planModifiers: [] };
  const mode = memberAt(nested, "nesting_mode");
  switch (mode) {
    case "list":
    case "map":
    case "set": {
      const validators = sizeValidators(mode, nested);
      return { ...base, kind: `${mode}_nested`, nestedObject, validators };
    }
    case "single":
    case "group":
      if (mode === "group") scope.losses.add("group", path, "it exists even if it is not set");
      return { ...base, kind: "single_nested", attributes };
    default:
      scope.losses.add("unknown-type", path, "not a nesting mode of Terraform; becomes dynamic");
      return { ...base, kind: "dynamic" };
  }
}

/** Returns the framework's validators for the limits on the number of elements. */
export function sizeValidators(kind: "list" | "map" | "set", json: JsonObject): readonly Code[] {
  const [least, greatest] = [countAt(json, "min_items"), countAt(json, "max_items")];
  if (least > 0 && greatest > 0) return [validatorOf(kind, `SizeBetween(${least}, ${greatest})`)];
  if (least > 0) return [validatorOf(kind, `SizeAtLeast(${least})`)];
  return greatest > 0 ? [validatorOf(kind, `SizeAtMost(${greatest})`)] : [];
}
