/** Recognizes Go expressions from terraform-plugin-framework and terraform-plugin-framework-validators that the bridge understands. */
import type { Code } from "../../specification/model.ts";

/** Returns true for a plan modifier that replaces the resource if the value changes, always or under a condition. */
export function isReplacement({ definition }: Code): boolean {
  return /\.RequiresReplace(?:If(?:Configured)?)?\(/.test(definition);
}

export function isUnconditional({ definition }: Code): boolean {
  return /\.RequiresReplace\(\s*\)\s*$/.test(definition);
}

/** Returns true if both expressions have the same text and import the same packages. */
export function isSameCode(one: Code, other: Code): boolean {
  const serialize = ({ definition, imports }: Code) =>
    JSON.stringify([definition, imports.map(({ alias, path }) => [alias, path])]);
  return serialize(one) === serialize(other);
}

export interface BlockRules {
  readonly isRequired: boolean;
  readonly maxItems?: number;
}

/** Returns the limits on the elements of a block from validators such as `listvalidator.SizeAtMost(1)` and `objectvalidator.IsRequired()`. */
export function blockRules(validators: readonly Code[]): BlockRules {
  const rules = validators.flatMap((code) => sizeRule(code) ?? []);
  const greatest = rules.flatMap(({ most }) => most ?? []);
  return {
    isRequired: rules.some(({ least }) => least > 0),
    maxItems: greatest.length > 0 ? Math.min(...greatest) : undefined,
  };
}

/** Returns the kind of loss to report for a validator. */
export function ruleKind(code: Code): "enum" | "size" | "validator" {
  if (sizeRule(code) !== undefined) return "size";
  return /^\s*\w+\.OneOf\(/.test(code.definition) ? "enum" : "validator";
}

function sizeRule({ definition, imports }: Code): { readonly least: number; readonly most?: number } | undefined {
  const call = /^\s*(\w+)\.(\w+)\(\s*([\d\s,]*)\)\s*$/.exec(definition);
  const imported = imports.find(({ alias }) => alias !== undefined && alias === call?.[1]);
  const validators = imported?.path.split("/").at(-1) ?? call?.[1] ?? "";
  if (!/^(?:list|set|object)validator$/.test(validators)) return undefined;
  const [first, second] = (call?.[3] ?? "").split(",").map((word) => (word.trim() === "" ? undefined : Number(word)));
  switch (call?.[2]) {
    case "IsRequired":
      return first === undefined ? { least: 1 } : undefined;
    case "SizeAtLeast":
      return first === undefined ? undefined : { least: first };
    case "SizeAtMost":
      return first === undefined ? undefined : { least: 0, most: first };
    case "SizeBetween":
      return first === undefined || second === undefined ? undefined : { least: first, most: second };
    default:
      return undefined;
  }
}
