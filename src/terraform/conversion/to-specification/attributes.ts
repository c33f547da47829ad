import type { Attribute, Code, NamedType, NestedObject, Type } from "../../specification/model.ts";
import { elementsOneOf, isCompared, oneOfValidator } from "./code.ts";
import { attributeFacts, loseMemberFacts, loseSides, loseTypeNames, loseValues } from "./facts.ts";
import {
  type Members,
  memberRequiredness,
  membersOfTypes,
  type Pair,
  pairPaths,
  type SideMembers,
  sidesOf,
} from "./members.ts";
import { type PairForm, pairForm } from "./pair-forms.ts";
import { type AttributeScope, loseDepth, namedProperties, type Property, scopeInside } from "./properties.ts";
import { specHasSecret } from "./secrets.ts";

/** Returns the attributes of an object, sorted by name. Throws TooManyAttributes if the resource exceeds its budget. */
export function attributesOfMembers(members: Members, scope: AttributeScope): readonly Attribute[] {
  const properties = namedProperties(members, scope);
  for (const side of [members.inputs, members.outputs]) loseOrder(side, properties, scope);
  return properties.map((property) => specifiedAttribute(property, members, scope));
}

/** Reports the order of required properties as lost if the bridge, which lists them in the order of their attributes, would not restore it. */
function loseOrder(
  { required, requiredAt }: SideMembers,
  properties: readonly Property[],
  { losses }: AttributeScope,
): void {
  const inOrder = properties.flatMap(({ name }) => (required.has(name) ? [name] : []));
  const listed = [...required].filter((name) => inOrder.includes(name));
  if (requiredAt === undefined || listed.join("\n") === inOrder.join("\n")) return;
  losses.add("order", requiredAt, "the order of the list");
}

type Body =
  | { readonly kind: "bool" | "dynamic" | "float64" | "int64" | "string" }
  | { readonly kind: "list" | "map"; readonly elementType: Type }
  | { readonly kind: "list_nested" | "map_nested"; readonly nestedObject: NestedObject }
  | { readonly kind: "single_nested"; readonly attributes: readonly Attribute[] };

interface AttributeContent {
  readonly body: Body;
  readonly validators?: readonly Code[];
}

function specifiedAttribute(
  { name, attribute, pair, form }: Property,
  members: Members,
  scope: AttributeScope,
): Attribute {
  const { body, validators = [] } = attributeBody(form, pair, scope);
  loseSides({ name, pair }, members, scope);
  const base = attributeFacts(pair, body.kind, memberRequiredness(name, members, scope.context), scope);
  const hidden =
    !base.sensitive && !hasAttributes(body) && sidesOf(pair).some(({ spec }) => specHasSecret(spec, scope.types));
  for (const path of hidden ? pairPaths(pair) : []) {
    scope.losses.add("secret", path, "a part is secret, so the whole value is sensitive");
  }
  return {
    ...base,
    name: attribute,
    sensitive: base.sensitive || hidden,
    validators: [...validators, ...base.validators],
    ...body,
  };
}

function hasAttributes({ kind }: Body): boolean {
  return kind === "single_nested" || kind === "list_nested" || kind === "map_nested";
}

const anyAttribute: AttributeContent = { body: { kind: "dynamic" } };

function attributeBody(form: PairForm, pair: Pair, scope: AttributeScope): AttributeContent {
  switch (form.kind) {
    case "dynamic":
      return anyAttribute;
    case "array":
    case "map":
      return collectionAttribute(form, pair, scope);
    case "object": {
      const within = scopeInside(form, scope);
      if (within === undefined) return tooDeep(form, pair, scope);
      loseTypeNames(form, scope);
      const attributes = attributesOfMembers(membersOfTypes(form.input, form.output), within);
      return { body: { kind: "single_nested", attributes } };
    }
    default: {
      const { kind, values } = form;
      return {
        body: { kind },
        validators: values !== undefined && isCompared(kind) ? [oneOfValidator(kind, values)] : undefined,
      };
    }
  }
}

function tooDeep(form: PairForm, pair: Pair, scope: AttributeScope): AttributeContent {
  loseDepth(form, pair, scope);
  return anyAttribute;
}

type CollectionForm = PairForm & { readonly kind: "array" | "map" };

function collectionAttribute(form: CollectionForm, pair: Pair, scope: AttributeScope): AttributeContent {
  const within = scopeInside(form, scope);
  if (within === undefined) return tooDeep(form, pair, scope);
  const kind: "list" | "map" = form.kind === "array" ? "list" : "map";
  const element = pairForm(form.element, scope);
  loseMemberFacts(form.element, "optional", scope);
  const inElement = element.kind === "object" ? scopeInside(element, within) : undefined;
  if (element.kind === "object" && inElement !== undefined) {
    loseTypeNames(element, scope);
    const attributes = attributesOfMembers(membersOfTypes(element.input, element.output), inElement);
    return { body: { kind: `${kind}_nested`, nestedObject: { ...plainObject, attributes } } };
  }
  const elementType = elementTypeOf(element, form.element, within);
  if (elementType === undefined) {
    for (const path of pairPaths(pair)) {
      scope.losses.add("any-element", path, `the ${kind}, because no element type accepts any value`);
    }
    loseValues(element, form.element, scope);
    return anyAttribute;
  }
  const body: Body = { kind, elementType };
  const values = "values" in element ? element.values : undefined;
  if (values === undefined || !("values" in element) || !isCompared(element.kind)) return { body };
  return { body, validators: [elementsOneOf(kind, element.kind, values)] };
}

const plainObject = { blocks: [], validators: [], planModifiers: [] };

/** Returns the type of elements. Returns undefined for `dynamic`, because elements cannot have this type (only members of objects can). */
function elementTypeOf(form: PairForm, pair: Pair, scope: AttributeScope): Type | undefined {
  if (form.kind === "dynamic") return undefined;
  if (form.kind !== "array" && form.kind !== "map" && form.kind !== "object") return { kind: form.kind };
  const within = scopeInside(form, scope);
  if (within === undefined) {
    loseDepth(form, pair, scope);
    return undefined;
  }
  if (form.kind === "object") {
    loseTypeNames(form, scope);
    return { kind: "object", attributeTypes: memberTypes(membersOfTypes(form.input, form.output), within) };
  }
  const element = pairForm(form.element, scope);
  loseMemberFacts(form.element, "optional", scope);
  loseValues(element, form.element, scope);
  const elementType = elementTypeOf(element, form.element, within);
  return elementType && { kind: form.kind === "array" ? "list" : "map", elementType };
}

function memberTypes(members: Members, scope: AttributeScope): readonly NamedType[] {
  return namedProperties(members, scope).map(({ name, attribute, pair, form }) => {
    loseMemberFacts(pair, memberRequiredness(name, members, scope.context), scope);
    loseValues(form, pair, scope);
    return { name: attribute, ...(elementTypeOf(form, pair, scope) ?? { kind: "dynamic" }) };
  });
}
