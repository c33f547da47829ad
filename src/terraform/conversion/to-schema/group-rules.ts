/**
 * Validators about several attributes, from terraform-plugin-framework-validators. Their arguments are path expressions of
 * terraform-plugin-framework `path`.
 */
import type { Code } from "../../specification/model.ts";

/** A rule about an attribute and others: it conflicts with each of the others, or exactly one or at least one of all of them must be set. */
export interface GroupRule {
  readonly kind: "at-least-one" | "conflicts" | "exactly-one";
  readonly others: readonly OtherField[];
}

/** The path of another field, from the root, or `up` steps above the field with the rule. Elements of collections are steps. */
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

/** Returns the rules among validators, except rules with arguments that are not paths by name. */
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
