import type { TypeSpec } from "./document.ts";
import type { FieldOverride } from "./model.ts";

/** Returns the type in a mapping that replaces the type of a field, if any (pulumi-terraform-bridge `generate_schema.go`, schemaType). */
export function overriddenType(
  { type, altTypes, asset }: FieldOverride,
  packageName: string,
  position: "input" | "output",
  word?: string,
): TypeSpec | undefined {
  const names = [...(type === undefined ? [] : [type]), ...(position === "input" ? altTypes : [])];
  if (type === undefined && altTypes.length === 0)
    return asset === undefined ? undefined : { $ref: `pulumi.json#/${asset}` };
  const base = word === undefined ? {} : { type: word };
  const specs = names.map((name) => overriddenSpec(name, packageName, base));
  const [only] = specs;
  // An output without an overriding type keeps the type of the field.
  if (only === undefined) return word === undefined ? undefined : { type: word };
  return specs.length === 1 ? only : { ...base, oneOf: specs };
}

function overriddenSpec(name: string, packageName: string, base: TypeSpec): TypeSpec {
  if (!name.includes(":")) return { type: name };
  const [token, isList] = name.endsWith("[]") ? [name.slice(0, -2), true] : [name, false];
  const [foreign = ""] = token.split(":");
  const spec = { ...base, $ref: `${foreign === packageName ? "" : foreign}#/types/${token}` };
  return isList ? { type: "array", items: spec } : spec;
}
