/** Derives the names of properties, like pulumi-terraform-bridge `pkg/tfbridge/internal/naming/naming.go`. */
import { pluralOf } from "../../package/plural.ts";
import { bridgedCamelCase } from "../../package/property-names.ts";
import type { Field, Fields } from "./model.ts";

/** Returns true if a list with at most one element becomes that element in Pulumi. */
export function isFlattened({ type, maxItems, override }: Field): boolean {
  if (type.kind !== "list" && type.kind !== "set") return false;
  return override?.maxItemsOne ?? maxItems === 1;
}

/** Returns the property name of a field. The name of a list becomes plural, unless a field already has that plural name and no override. */
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
