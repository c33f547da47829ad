/** Creates Go expressions for validators and plan modifiers, which use terraform-plugin-framework and terraform-plugin-framework-validators. */
import type { AttributeKind } from "../../specification/kinds.ts";
import type { Code } from "../../specification/model.ts";

const validators = "github.com/hashicorp/terraform-plugin-framework-validators";
const planModifiers = "github.com/hashicorp/terraform-plugin-framework/resource/schema";

/** The kinds of attributes whose values a validator can compare with a list. */
export type ComparedKind = "float64" | "int64" | "string";

export function isCompared(kind: AttributeKind): kind is ComparedKind {
  return kind === "float64" || kind === "int64" || kind === "string";
}

export type ComparedValue = number | string;

/** Returns an expression such as `stringvalidator.OneOf(…)` with one value per line, like HashiCorp's generator for OpenAPI documents. */
export function oneOfValidator(kind: ComparedKind, values: readonly ComparedValue[]): Code {
  return { definition: oneOfText(kind, values), imports: [{ path: `${validators}/${kind}validator` }] };
}

/** Returns an expression such as `listvalidator.ValueStringsAre(stringvalidator.OneOf(…))`, which checks the elements of a collection. */
export function elementsOneOf(collection: "list" | "map", kind: ComparedKind, values: readonly ComparedValue[]): Code {
  const { definition, imports } = oneOfValidator(kind, values);
  const elements = { float64: "Float64s", int64: "Int64s", string: "Strings" }[kind];
  return {
    definition: `${collection}validator.Value${elements}Are(${definition})`,
    imports: [{ path: `${validators}/${collection}validator` }, ...imports],
  };
}

/** Returns a validator for a kind of attribute. Nested kinds use the validators of collections and objects. */
export function validatorOf(kind: AttributeKind, call: string): Code {
  const name = `${goWord(kind)}validator`;
  return { definition: `${name}.${call}`, imports: [{ path: `${validators}/${name}` }] };
}

export function requiresReplace(kind: AttributeKind): Code {
  return planModifier(kind, "RequiresReplace()");
}

/** Returns the plan modifier for an ID, which keeps its value until the resource is replaced. */
export function useStateForUnknown(kind: AttributeKind): Code {
  return planModifier(kind, "UseStateForUnknown()");
}

function planModifier(kind: AttributeKind, call: string): Code {
  const name = `${goWord(kind)}planmodifier`;
  return { definition: `${name}.${call}`, imports: [{ path: `${planModifiers}/${name}` }] };
}

function goWord(kind: AttributeKind): string {
  return kind === "single_nested" ? "object" : kind.replace("_nested", "");
}

function oneOfText(kind: ComparedKind, values: readonly ComparedValue[]): string {
  return `${kind}validator.OneOf(\n${values.map((value) => `${goLiteral(value)},\n`).join("")})`;
}

/** Formats a Go literal. JSON escapes are valid in Go, except unpaired surrogates. */
function goLiteral(value: ComparedValue): string {
  return typeof value === "number" ? String(value) : JSON.stringify(value.replace(/\p{Surrogate}/gu, "\ufffd"));
}
