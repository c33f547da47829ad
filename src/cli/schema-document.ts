/**
 * The documents of `imp schema show --json`: members that are absent, false or empty in every schema are left out.
 */
import type { EnumValueFacts, NestedFacts, PropertyFacts, ShownMember, ShownPackage } from "../schema/show/facts.ts";

/**
 * Properties of object types stand once, in `types` by token, so that recursive types end; a type that `types` has not is one of another
 * package, or one of too many.
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

/** Collects the types of all properties that the document lists. */
function withTypes(make: (list: List) => object): object {
  const types = new Map<string, object>();
  const document = make((properties) => {
    for (const { nested } of properties) for (const one of nested) collectNestedTypes(one, types);
    return properties.map(propertyDocument);
  });
  return { version: 1, ...document, types: Object.fromEntries(types) };
}

function collectNestedTypes({ token, properties }: NestedFacts, types: Map<string, object>): void {
  if (properties.kind !== "here") return;
  types.set(token, { properties: properties.list.map(propertyDocument) });
  for (const { nested } of properties.list) for (const one of nested) collectNestedTypes(one, types);
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
