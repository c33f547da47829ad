/**
 * Attributes as `terraform providers schema -json` prints them -> attributes of a specification.
 */
import type { Path } from "../../../ir/path.ts";
import { countAt, isJsonObject, type JsonObject, memberAt } from "../../../json/object.ts";
import type { Context } from "../../specification/kinds.ts";
import type { Attribute, AttributeBase, Code, NestedObject, Requiredness } from "../../specification/model.ts";
import { validatorOf } from "./code.ts";
import type { LossLog } from "./loss-log.ts";
import { wireNames } from "./wire-names.ts";
import { wireType } from "./wire-types.ts";

export interface WireScope {
  readonly context: Context;
  readonly losses: LossLog;
  /** How many objects may still be nested here. */
  readonly levels: number;
}

/** The attributes of a block or of a nested type, sorted by name. */
export function wireAttributes(holder: JsonObject, path: Path, scope: WireScope): readonly Attribute[] {
  const attributes = memberAt(holder, "attributes");
  const entries = Object.entries(isJsonObject(attributes) ? attributes : {});
  const at = [...path, "attributes"];
  const names = wireNames(
    entries.map(([name]) => name),
    at,
    scope.losses,
  );
  return entries
    .map(([name, own]) => wireAttribute(names.get(name) ?? name, isJsonObject(own) ? own : {}, [...at, name], scope))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function wireAttribute(name: string, own: JsonObject, path: Path, scope: WireScope): Attribute {
  const base: AttributeBase = {
    name,
    ...wireWords(own, path, scope.losses),
    requiredness: wireRequiredness(own, scope.context),
    sensitive: memberAt(own, "sensitive") === true,
    validators: [],
    planModifiers: [],
  };
  if (memberAt(own, "write_only") === true)
    scope.losses.add("write-only", [...path, "write_only"], "that no state has it");
  const nested = memberAt(own, "nested_type");
  if (isJsonObject(nested)) return nestedOf(base, nested, [...path, "nested_type"], scope);
  const type = wireType(memberAt(own, "type"), [...path, "type"], scope.losses, scope.levels);
  // An object without attributes has no place but a nested one.
  if (type.kind === "object" && type.attributeTypes.length === 0)
    return { ...base, kind: "single_nested", attributes: [] };
  return { ...base, ...type };
}

/** Texts of an attribute or of a block within another. */
export function wireWords(
  own: JsonObject,
  path: Path,
  losses: LossLog,
): Pick<AttributeBase, "description" | "deprecationMessage"> {
  const text = memberAt(own, "description");
  const hasText = typeof text === "string" && text !== "";
  if (hasText && memberAt(own, "description_kind") === "markdown") {
    losses.add("markdown", [...path, "description_kind"], "that the words are Markdown");
  }
  return {
    description: hasText ? text : undefined,
    // That it is deprecated is all that the document says.
    deprecationMessage: memberAt(own, "deprecated") === true ? "Deprecated" : undefined,
  };
}

function wireRequiredness(own: JsonObject, context: Context): Requiredness {
  if (memberAt(own, "required") === true) return "required";
  if (context === "provider" || memberAt(own, "computed") !== true) return "optional";
  return memberAt(own, "optional") === true ? "computed_optional" : "computed";
}

function nestedOf(base: AttributeBase, nested: JsonObject, path: Path, scope: WireScope): Attribute {
  if (scope.levels <= 0) {
    scope.losses.add("depth", path, "nested too deep: anything is taken");
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
      if (mode === "group") scope.losses.add("group", path, "that it is there without being set");
      return { ...base, kind: "single_nested", attributes };
    default:
      scope.losses.add("unknown-type", path, "no nesting of Terraform stands here: it may be anything");
      return { ...base, kind: "dynamic" };
  }
}

/** How many there are, as the framework's validators say it. */
export function sizeValidators(kind: "list" | "map" | "set", own: JsonObject): readonly Code[] {
  const [least, greatest] = [countAt(own, "min_items"), countAt(own, "max_items")];
  if (least > 0 && greatest > 0) return [validatorOf(kind, `SizeBetween(${least}, ${greatest})`)];
  if (least > 0) return [validatorOf(kind, `SizeAtLeast(${least})`)];
  return greatest > 0 ? [validatorOf(kind, `SizeAtMost(${greatest})`)] : [];
}
