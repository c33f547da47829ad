/** Converts names of Terraform attributes to names of Pulumi properties (pulumi-terraform-bridge `pkg/tfbridge/internal/naming/naming.go`). */
import { pluralOf } from "./plural.ts";

/** Converts a name such as `cidr_block` to `cidrBlock`. Keeps leading underscores, one trailing underscore, and the case of non-ASCII letters. */
export function bridgedCamelCase(name: string): string {
  if (!name.includes("_")) return name;
  const [lead = ""] = /^_*/.exec(name) ?? [];
  // If a name has only underscores, the bridge adds another one.
  if (lead === name) return `${name}_`;
  const rest = name.slice(lead.length).replace(/_+([^_])/g, (_, next: string) => asCapital(next));
  return lead + rest.replace(/__+$/, "_");
}

function asCapital(next: string): string {
  return next >= "a" && next <= "z" ? next.toUpperCase() : next;
}

/** Converts a name such as `vpc_endpoint` to `VpcEndpoint`. */
export function pascalCase(name: string): string {
  return name
    .split(/[_-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Converts a Pulumi name such as `cidrBlock` to Terraform's spelling (`cidr_block`). */
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
 * Returns the property of an attribute, or undefined if the package has none. The name of a list is plural, unless another attribute has that name.
 * Also tries the singular for a list and the plural for other values, because a mapping without a schema does not show which lists are flattened.
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
