/**
 * Reads validators from terraform-plugin-framework-validators that concern several attributes. Their arguments are path expressions
 * (terraform-plugin-framework `path`).
 */
import type { Code } from "../../specification/model.ts";

/**
 * A rule about an attribute and other fields. Either the attribute conflicts with each of the other fields, or exactly one or at least one of all
 * these fields must be set.
 */
export interface GroupRule {
  readonly kind: "at-least-one" | "conflicts" | "exactly-one";
  readonly others: readonly OtherField[];
}

/** The path of another field. It starts at the root, or `up` steps above the field with the rule. An element of a collection counts as a step. */
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

/** Returns the rules among the validators. Skips a rule if one of its arguments is not a path that consists of names. */
export function groupRules(validators: readonly Code[]): readonly GroupRule[] {
  return validators.flatMap(({ definition }) => {
    const [, name, list = ""] = /^\s*\w+\.(\w+)\(([\s\S]*)\)\s*$/.exec(definition) ?? [];
    const kind = [...groupRuleKinds].find(([word]) => word === name)?.[1];
    if (kind === undefined) return [];
    const others = [...list.matchAll(expression)].map(([, root, steps = ""]) => otherField(root, steps));
    const fields = others.filter((other) => other !== undefined);
    return fields.length === 0 || fields.length < others.length ? [] : [{ kind, others: fields }];
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
    else if (method === undefined || !/^At(?:Any)?(?:List|Map|Set)/.test(method)) return undefined;
  }
  return { from: root === undefined ? "field" : "root", up, names };
}
