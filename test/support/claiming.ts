/** Provider Code Specifications of test providers. */

type Requiredness = "computed" | "computed_optional" | "optional" | "required";

export interface ClaimedAttribute {
  readonly name: string;
  readonly requiredness?: Requiredness;
  readonly sensitive?: boolean;
  readonly replaces?: boolean;
  /** Go expressions of validators. */
  readonly rules?: readonly string[];
  readonly kind?: "string" | "single_nested" | "list_nested" | "set_nested" | "map_nested";
  readonly attributes?: readonly ClaimedAttribute[];
}

/** Returns a specification of provider `name` with these resources and attributes. */
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

/** Returns a validator such as `stringvalidator.ConflictsWith(path.MatchRoot("b"))`. */
export function groupOf(rule: "AtLeastOneOf" | "ConflictsWith" | "ExactlyOneOf", others: readonly string[]): string {
  const paths = others.map((name) => `\n\t\tpath.MatchRoot(${JSON.stringify(name)}),`);
  return `stringvalidator.${rule}(path.Expressions{${paths.join("")}\n\t}...)`;
}
