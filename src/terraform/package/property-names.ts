/** Converts names of Terraform attributes to names of Pulumi properties (pulumi-terraform-bridge `pkg/tfbridge/internal/naming/naming.go`). */
import { pluralOf } from "./plural.ts";

/** Converts `cidr_block` to `cidrBlock`. Keeps leading underscores, one trailing underscore, and the case of letters of other alphabets. */
export function bridgedCamelCase(name: string): string {
  if (!name.includes("_")) return name;
  const [lead = ""] = /^_*/.exec(name) ?? [];
  // The bridge counts the last underscore as trailing even if the name has only underscores.
  if (lead === name) return `${name}_`;
  const rest = name.slice(lead.length).replace(/_+([^_])/g, (_, next: string) => asCapital(next));
  return lead + rest.replace(/__+$/, "_");
}

function asCapital(next: string): string {
  return next >= "a" && next <= "z" ? next.toUpperCase() : next;
}

/** Converts `vpc_endpoint` to `VpcEndpoint`. */
export function pascalCase(name: string): string {
  return name
    .split(/[_-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Converts a Pulumi name to Terraform's spelling, with an underscore before each capital letter. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
}

export interface AttributeContext {
  readonly isProperty: (name: string) => boolean;
  readonly isAttribute: (name: string) => boolean;
}

/**
 * Returns the property of an attribute, or undefined if the package has none. A list uses its plural, unless another attribute has that name.
 * The other spelling is tried last, because a mapping without a schema does not tell which lists are flattened.
 */
export function propertyOfAttribute(
  attribute: string,
  value: unknown,
  { isProperty, isAttribute }: AttributeContext,
  override?: string,
): string | undefined {
  if (override !== undefined) return isProperty(override) ? override : undefined;
  const usual = bridgedCamelCase(attribute);
  const isList = Array.isArray(value);
  if (!isList && isProperty(usual)) return usual;
  const plural = pluralOf(attribute);
  const pluralName = isAttribute(plural) && plural !== attribute ? undefined : bridgedCamelCase(plural);
  const candidates = isList ? [pluralName, usual] : [pluralName];
  return candidates.find((name) => name !== undefined && isProperty(name));
}
