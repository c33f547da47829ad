/** Provider Code Specifications of the providers that tests make up. */

type Requiredness = "computed" | "computed_optional" | "optional" | "required";

export interface ClaimedAttribute {
  readonly name: string;
  readonly requiredness?: Requiredness;
  readonly sensitive?: boolean;
  readonly replaces?: boolean;
  /** Expressions of validators in Go. */
  readonly rules?: readonly string[];
  readonly kind?: "string" | "single_nested" | "list_nested" | "set_nested" | "map_nested";
  readonly attributes?: readonly ClaimedAttribute[];
}

/** Of provider `name`: its resources with their attributes. */
export function claimingSpecification(
  name: string,
  resources: Readonly<Record<string, readonly ClaimedAttribute[]>>,
): object {
  return {
    version: "0.1",
    provider: { name },
    resources: Object.entries(resources).map(([type, attributes]) => ({
      name: type,
      schema: { attributes: attributes.map(attributeOf) },
    })),
  };
}

function attributeOf(claimed: ClaimedAttribute): object {
  const {
    name,
    requiredness = "optional",
    sensitive,
    replaces,
    rules = [],
    kind = "string",
    attributes = [],
  } = claimed;
  const code = (definition: string): object => ({ custom: { schema_definition: definition } });
  const inner = { attributes: attributes.map(attributeOf) };
  return {
    name,
    [kind]: {
      computed_optional_required: requiredness,
      ...(sensitive !== undefined && { sensitive }),
      ...(replaces && { plan_modifiers: [code("stringplanmodifier.RequiresReplace()")] }),
      ...(rules.length > 0 && { validators: rules.map(code) }),
      ...(kind === "single_nested" ? inner : kind === "string" ? {} : { nested_object: inner }),
    },
  };
}

/** `stringvalidator.ConflictsWith(path.MatchRoot("b"))` and its like. */
export function groupOf(rule: "AtLeastOneOf" | "ConflictsWith" | "ExactlyOneOf", others: readonly string[]): string {
  const paths = others.map((name) => `\n\t\tpath.MatchRoot(${JSON.stringify(name)}),`);
  return `stringvalidator.${rule}(path.Expressions{${paths.join("")}\n\t}...)`;
}
