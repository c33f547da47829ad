/**
 * Validators that are about several attributes at once, by hashicorp/terraform-plugin-framework-validators: `ConflictsWith`, `ExactlyOneOf`,
 * `AtLeastOneOf`, whose arguments are path expressions of hashicorp/terraform-plugin-framework `path`.
 */
import type { Code } from "../../specification/model.ts";

/** Of the attribute and the others: at most one of the attribute and each other, exactly one of all, at least one of all. */
export interface GroupRule {
  readonly kind: "at-least-one" | "conflicts" | "exactly-one";
  readonly others: readonly OtherField[];
}

/** Where another field stands: from the root, or from the field that has the rule, so many steps up; elements of collections are steps. */
export interface OtherField {
  readonly from: "field" | "root";
  readonly up: number;
  readonly names: readonly string[];
}

const groupRuleKinds = new Map([
  ["ConflictsWith", "conflicts"],
  ["ExactlyOneOf", "exactly-one"],
  ["AtLeastOneOf", "at-least-one"],
] as const);

/** The rules among validators; those with another expression in them than paths by name are left out. */
export function groupRules(validators: readonly Code[]): readonly GroupRule[] {
  return validators.flatMap(({ definition }) => {
    const [, name, list = ""] = /^\s*\w+\.(\w+)\(([\s\S]*)\)\s*$/.exec(definition) ?? [];
    const kind = [...groupRuleKinds].find(([word]) => word === name)?.[1];
    if (kind === undefined) return [];
    const others = [...list.matchAll(expression)].map(([, root, steps = ""]) => otherField(root, steps));
    const known = others.filter((other) => other !== undefined);
    return known.length === 0 || known.length < others.length ? [] : [{ kind, others: known }];
  });
}

const expression = /\b\w+\.Match(?:Root\(\s*"([^"\\]*)"\s*\)|Relative\(\s*\))((?:\s*\.\s*\w+\([^()]*\))*)/g;

const callPattern = /\.\s*(\w+)\(\s*([^()]*?)\s*\)/g;

function otherField(root: string | undefined, steps: string): OtherField | undefined {
  const names = root === undefined ? [] : [root];
  let up = 0;
  for (const [, method, argument = ""] of steps.matchAll(callPattern)) {
    const [, name] = /^"([^"\\]*)"$/.exec(argument) ?? [];
    if (method === "AtName" && name !== undefined) names.push(name);
    else if (method === "AtParent" && names.length > 0) names.pop();
    else if (method === "AtParent" && root === undefined) up += 1;
    // An element of a collection, whichever.
    else if (method === undefined || !/^At(?:Any)?(?:List|Map|Set)/.test(method)) return undefined;
  }
  return { from: root === undefined ? "field" : "root", up, names };
}
