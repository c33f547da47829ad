/** The JSON documents of `imp schema show`. Members that are false or empty are omitted. */
import type { EnumValueFacts, NestedFacts, PropertyFacts, ShownMember, ShownPackage } from "../schema/show/facts.ts";

/**
 * Returns the document of a resource, function, or type. `types` contains each object type once, by token, so recursive types terminate. It omits
 * types of other packages and types beyond the limit.
 */
export function memberDocument(facts: ShownMember): object {
  return withTypes((list) => factsDocument(facts, list));
}

function factsDocument(member: ShownMember, list: List): object {
  switch (member.kind) {
    case "resource":
    case "component":
    case "provider":
      return { ...member, inputs: list(member.inputs), outputs: list(member.outputs) };
    case "function":
      return { ...member, inputs: list(member.inputs), outputs: list(member.outputs) };
    case "type":
      return { ...member, properties: list(member.properties) };
    case "enum":
      return { ...member, values: member.values };
  }
}

export function packageDocument(facts: ShownPackage): object {
  return withTypes((list) => ({ ...facts, config: list(facts.config), provider: list(facts.provider) }));
}

type List = (properties: readonly PropertyFacts[]) => readonly object[];

/** Returns the document that `make` builds, with `types` for all nested types of its properties. */
function withTypes(make: (list: List) => object): object {
  const types = new Map<string, object>();
  const document = make((properties) => {
    for (const { nested } of properties) for (const type of nested) collectNestedTypes(type, types);
    return properties.map(propertyDocument);
  });
  return { version: 1, ...document, types: Object.fromEntries(types) };
}

function collectNestedTypes({ token, properties }: NestedFacts, types: Map<string, object>): void {
  if (properties.kind !== "here") return;
  types.set(token, { properties: properties.list.map(propertyDocument) });
  for (const { nested } of properties.list) for (const type of nested) collectNestedTypes(type, types);
}

function propertyDocument(property: PropertyFacts): object {
  const { name, type, required, secret, replaceOnChanges, willReplaceOnChanges, plain, environment, values } = property;
  const { constant, deprecationMessage, description } = property;
  return {
    name,
    type,
    required,
    secret,
    replaceOnChanges,
    willReplaceOnChanges,
    plain: plain || undefined,
    const: constant,
    default: property.default,
    environment: environment.length > 0 ? environment : undefined,
    deprecationMessage,
    description,
    values: values.length > 0 ? values.map(({ value }: EnumValueFacts) => value) : undefined,
  };
}
