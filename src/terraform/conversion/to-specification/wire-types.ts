/** Converts types of Terraform's plugin protocol (`"string"`, `["list", "string"]`, `["object", {…}]`) to types of a specification. */

import { compareTexts } from "../../../domain/order/by-needs.ts";
import { isJsonObject } from "../../../value/json/object.ts";
import type { Path } from "../../../value/path.ts";
import type { NamedType, Type } from "../../specification/model.ts";
import type { LossLog } from "./loss-log.ts";
import { wireNames } from "./wire-names.ts";

/** Converts the type of an attribute, a member of an object, or an element. */
export function wireType(type: unknown, path: Path, losses: LossLog, levels: number): Type {
  const [kind, ...rest] = Array.isArray(type) ? type : [type];
  switch (kind) {
    case "bool":
    case "number":
    case "string":
    case "dynamic":
      return { kind };
    case "list":
    case "map":
    case "set": {
      const elementType = levels > 0 ? wireType(rest[0], path, losses, levels - 1) : dynamicType;
      if (levels <= 0) losses.add("depth", path, "nested too deeply; becomes dynamic");
      else if (elementType.kind === "dynamic")
        losses.add("any-element", path, `the ${kind}, because no element type accepts any value`);
      return elementType.kind === "dynamic" ? dynamicType : { kind, elementType };
    }
    case "object":
      return objectType(rest, path, losses, levels);
    case "tuple":
      losses.add("tuple", path, "the types of the elements; becomes dynamic");
      return dynamicType;
    default:
      losses.add("unknown-type", path, "not a Terraform type; becomes dynamic");
      return dynamicType;
  }
}

const dynamicType: Type = { kind: "dynamic" };

function objectType([members, optional]: readonly unknown[], path: Path, losses: LossLog, levels: number): Type {
  if (levels <= 0) {
    losses.add("depth", path, "nested too deeply; becomes dynamic");
    return dynamicType;
  }
  if (Array.isArray(optional) && optional.length > 0) losses.add("requiredness", path, "the optional members");
  const types = isJsonObject(members) ? members : {};
  const attributeTypes = [...wireNames(types, path, losses)].map(
    ([key, name]): NamedType => ({ name, ...wireType(types[key], [...path, key], losses, levels - 1) }),
  );
  return { kind: "object", attributeTypes: attributeTypes.sort((a, b) => compareTexts(a.name, b.name)) };
}
