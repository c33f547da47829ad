/**
 * The properties of an object, each with its form and the name of its attribute; how deep objects are inlined.
 */
import type { Context } from "../../specification/kinds.ts";
import type { TypeScope } from "./forms.ts";
import { type Members, memberPairs, type Pair, pairPaths } from "./members.ts";
import { attributeNames, bridgedPropertyName, type NamedProperty } from "./names.ts";
import { type PairForm, pairForm } from "./pair-forms.ts";

/** Where properties stand. */
export interface AttributeScope extends TypeScope {
  readonly context: Context;
  /** The name of the resource, for its own properties; absent below. */
  readonly owner?: string;
  /** Object types that are being inlined, from the outside to the inside. */
  readonly ancestors: readonly string[];
  /** How many collections and objects may still be nested here. */
  readonly levels: number;
  readonly budget: Budget;
}

/** How many attributes a resource may still have. */
interface Budget {
  left: number;
}

/** The resource has more attributes than its budget allows: it is made again with fewer levels. */
export class TooManyAttributes extends Error {}

/** How often a type stands within itself; deeper inside it is `dynamic`, for a specification has no references. */
const recursions = 2;

export interface Property {
  readonly name: string;
  readonly pair: Pair;
  readonly form: PairForm;
  /** The name of its attribute. */
  readonly attribute: string;
}

/**
 * The properties with the names of their attributes, sorted by them; reports names that the bridge would not spell back.
 *
 * @throws TooManyAttributes
 */
export function namedProperties(members: Members, scope: AttributeScope): readonly Property[] {
  const read = [...memberPairs(members)].map(([name, pair]) => {
    const form = pairForm(pair, scope);
    return { name, pair, form, shape: propertyShape(form, scope) };
  });
  scope.budget.left -= read.length;
  if (scope.budget.left < 0) throw new TooManyAttributes();
  const names = attributeNames(read, scope.owner);
  const all = new Set(names.values());
  const properties = read.map(({ shape, ...property }) => {
    const attribute = names.get(property.name) ?? property.name;
    const back = bridgedPropertyName(attribute, shape, all);
    for (const path of back === property.name ? [] : pairPaths(property.pair)) {
      scope.losses.add("name", path, `\`${attribute}\` is \`${back}\` on the way back`);
    }
    return { ...property, attribute };
  });
  return properties.sort((a, b) => (a.attribute < b.attribute ? -1 : 1));
}

function propertyShape(form: PairForm, scope: AttributeScope): NamedProperty["shape"] {
  const within = form.kind === "array" ? scopeInside(form, scope) : undefined;
  if (form.kind !== "array" || within === undefined) return "other";
  const element = pairForm(form.element, scope);
  if (element.kind === "dynamic") return "other";
  return element.kind === "object" && scopeInside(element, within) !== undefined ? "object list" : "list";
}

/** Goes one level in; `undefined`: too deep, or a type within itself too often. */
export function scopeInside(form: PairForm, { owner: _, ...scope }: AttributeScope): AttributeScope | undefined {
  const levels = scope.levels - 1;
  if (levels < 0) return undefined;
  if (form.kind !== "object") return { ...scope, levels };
  const token = form.tokens.join(" ");
  if (scope.ancestors.filter((one) => one === token).length >= recursions) return undefined;
  return { ...scope, levels, ancestors: [...scope.ancestors, token] };
}

/** Reports that a collection or an object is not followed further in. */
export function loseDepth(form: PairForm, pair: Pair, { losses, levels }: AttributeScope): void {
  const isDeep = form.kind !== "object" || levels <= 0;
  for (const path of pairPaths(pair)) {
    if (isDeep) losses.add("depth", path, "nested too deep: anything is taken");
    else
      losses.add("recursion", path, `a type within itself, ${recursions} levels of it: anything is taken further in`);
  }
}
