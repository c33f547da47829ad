/**
 * The names of Terraform's attributes as the properties of a Pulumi package (pulumi-terraform-bridge
 * `pkg/tfbridge/internal/naming/naming.go`).
 */
import { pluralOf } from "./plural.ts";

/** `cidr_block` -> `cidrBlock`; leading underscores stay, and one at the end. Letters of other alphabets stay small. */
export function bridgedCamelCase(name: string): string {
  if (!name.includes("_")) return name;
  const [lead = ""] = /^_*/.exec(name) ?? [];
  // The bridge takes the last of nothing but underscores for one at the end too.
  if (lead === name) return `${name}_`;
  const rest = name.slice(lead.length).replace(/_+([^_])/g, (_, next: string) => asCapital(next));
  return lead + rest.replace(/__+$/, "_");
}

function asCapital(next: string): string {
  return next >= "a" && next <= "z" ? next.toUpperCase() : next;
}

/** `vpc_endpoint` -> `VpcEndpoint`. */
export function pascalCase(name: string): string {
  return name
    .split(/[_-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** A Pulumi name in Terraform's spelling: an underscore before each capital. */
export function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase();
}

/** Where an attribute stands. */
export interface AttributeContext {
  /** Whether a package's object has a property. */
  readonly isProperty: (name: string) => boolean;
  /** Whether the attribute's object has another attribute. */
  readonly isAttribute: (name: string) => boolean;
}

/**
 * The property that an attribute is; `undefined`: the package has none. A list has its plural unless an attribute of its own has that name,
 * and any other spelling that the package has is taken last: mappings without a schema do not say what is flattened.
 *
 * @param override the name that the provider's mapping gives.
 */
export function propertyOfAttribute(
  attribute: string,
  value: unknown,
  { isProperty, isAttribute }: AttributeContext,
  override?: string,
): string | undefined {
  if (override !== undefined) return isProperty(override) ? override : undefined;
  const own = bridgedCamelCase(attribute);
  const isList = Array.isArray(value);
  if (!isList && isProperty(own)) return own;
  const plural = pluralOf(attribute);
  const many = isAttribute(plural) && plural !== attribute ? undefined : bridgedCamelCase(plural);
  const candidates = isList ? [many, own] : [many];
  return candidates.find((name) => name !== undefined && isProperty(name));
}
