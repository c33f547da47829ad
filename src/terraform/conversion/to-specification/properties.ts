/** Finds the forms and attribute names of an object's properties, and limits the inlining of object types. */
import type { Context } from "../../specification/kinds.ts";
import type { TypeScope } from "./forms.ts";
import { type Members, memberPairs, type Pair, pairPaths } from "./members.ts";
import { attributeNames, bridgedPropertyName, type NamedProperty } from "./names.ts";
import { type PairForm, pairForm } from "./pair-forms.ts";

export interface AttributeScope extends TypeScope {
  readonly context: Context;
  /** The name of the resource. Omitted for nested properties. */
  readonly owner?: string;
  /** Object types that are being inlined, outermost first. */
  readonly ancestors: readonly string[];
  /** The number of levels that can still be added below this one. */
  readonly levels: number;
  readonly budget: Budget;
}

interface Budget {
  left: number;
}

/** Thrown if a resource exceeds its budget of attributes. The resource is then converted again with fewer levels. */
export class TooManyAttributes extends Error {}

/** The number of times that a type is inlined in itself. Further occurrences become `dynamic`, because a specification can't contain references. */
const recursions = 2;

export interface Property {
  readonly name: string;
  readonly pair: Pair;
  readonly form: PairForm;
  readonly attribute: string;
}

/** Returns the properties, sorted by attribute name. Reports names that the bridge would not restore. Throws TooManyAttributes. */
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
      scope.losses.add("name", path, `\`${attribute}\` converts back to \`${back}\``);
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

/** Returns the scope for the next level, or undefined if that level exceeds a limit. */
export function scopeInside(form: PairForm, { owner: _, ...scope }: AttributeScope): AttributeScope | undefined {
  const levels = scope.levels - 1;
  if (levels < 0) return undefined;
  if (form.kind !== "object") return { ...scope, levels };
  const token = form.tokens.join(" ");
  if (scope.ancestors.filter((ancestor) => ancestor === token).length >= recursions) return undefined;
  return { ...scope, levels, ancestors: [...scope.ancestors, token] };
}

/** Reports that a collection or an object is not inlined, because it exceeds a limit. */
export function loseDepth(form: PairForm, pair: Pair, { losses, levels }: AttributeScope): void {
  const isDeep = form.kind !== "object" || levels <= 0;
  for (const path of pairPaths(pair)) {
    if (isDeep) losses.add("depth", path, "nested too deeply; becomes dynamic");
    else losses.add("recursion", path, `a recursive type; becomes dynamic after ${recursions} levels`);
  }
}
