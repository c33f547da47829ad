/** Converts the types of elements, and of members of objects inside them. */
import type { NamedType, Type } from "../../specification/model.ts";
import { loseMemberFacts, loseTypeNames, loseValues } from "./facts.ts";
import { type Members, memberRequiredness, membersOfTypes, type Pair } from "./members.ts";
import { type PairForm, pairForm } from "./pair-forms.ts";
import { type AttributeScope, loseDepth, namedProperties, scopeInside } from "./properties.ts";

/** Returns the type of elements, or undefined instead of `dynamic`, which only members of objects can have. */
export function elementTypeOf(form: PairForm, pair: Pair, scope: AttributeScope): Type | undefined {
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
