/** The JSON documents of `imp schema show`. Members that are false or empty are omitted. */
import type { EnumValueFacts, NestedFacts, PropertyFacts, ShownMember, ShownPackage } from "../schema/show/facts.ts";

/**
 * Returns the document of a member. Object types are listed once, in `types` by token, so recursive types terminate. Types of other packages, and
 * types beyond the limit, are not in `types`.
 */
export function memberDocument(facts: ShownMember): object {
  return withTypes((list) => factsDocument(facts, list));
}

function factsDocument(facts: ShownMember, list: List): object {
  switch (facts.kind) {
    case "resource":
    case "component":
    case "provider":
      return { ...facts, inputs: list(facts.inputs), outputs: list(facts.outputs) };
    case "function":
      return { ...facts, inputs: list(facts.inputs), outputs: list(facts.outputs) };
    case "type":
      return { ...facts, properties: list(facts.properties) };
    case "enum":
      return { ...facts, values: facts.values };
  }
}

export function packageDocument(facts: ShownPackage): object {
  return withTypes((list) => ({ ...facts, config: list(facts.config), provider: list(facts.provider) }));
}

type List = (properties: readonly PropertyFacts[]) => readonly object[];

/** Collects the types of all properties in the document. */
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
