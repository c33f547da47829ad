/**
 * The names of an object's properties (pulumi-terraform-bridge `pkg/tfbridge/internal/naming/naming.go`): unlike values, fields say what is
 * a list and what is flattened.
 */
import { pluralOf } from "../../package/plural.ts";
import { bridgedCamelCase } from "../../package/property-names.ts";
import type { Field, Fields } from "./model.ts";

/** Whether a list of at most one element is that element in Pulumi. */
export function isFlattened({ type, maxItems, override }: Field): boolean {
  if (type.kind !== "list" && type.kind !== "set") return false;
  return override?.maxItemsOne ?? maxItems === 1;
}

/**
 * A list has its plural, unless another field of the object has that name, which no override takes away from it.
 */
export function bridgedName(field: Field, fields: Fields): string {
  const { name, type, override } = field;
  if (override?.name !== undefined) return override.name;
  const isList = (type.kind === "list" || type.kind === "set") && !isFlattened(field);
  return bridgedCamelCase(isList ? freePlural(name, fields) : name);
}

function freePlural(name: string, fields: Fields): string {
  const plural = pluralOf(name);
  const other = fields.get(plural)?.override?.name;
  return !fields.has(plural) || (other !== undefined && other !== plural) ? plural : name;
}
