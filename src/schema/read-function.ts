/**
 * Turns the JSON of a function into its schema. Rules: `FunctionSpec.UnmarshalJSON` and `bindFunctionDef` of pulumi/pkg v3 (`codegen/schema`).
 */
import type { Token } from "../ir/type.ts";
import type { JsonObject } from "../json/object.ts";
import { decodeChecked } from "./check/decode.ts";
import { Walk } from "./check/faults.ts";
import { asObject, flagField, objectField, ownMember, textsField } from "./fields.ts";
import { readMembers, readOverlay, readShape, readTexts } from "./read-resource.ts";
import { resolveType, type TypeScope } from "./resolve-type.ts";
import type { FunctionResult, FunctionSchema, ResourceSchema } from "./types.ts";

/**
 * @param methodOf the token of the resource that has the function as a method
 * @throws ImpError SCHEMA_BROKEN with the JSON pointer of what is wrong.
 */
export function readFunction(
  spec: JsonObject,
  name: Token,
  methodOf: string | undefined,
  scope: TypeScope,
  place: string,
): FunctionSchema {
  const inputs = readMembers(spec, "inputs", scope, place);
  const returns = readFunctionResult(spec, scope, place);
  return {
    name,
    inputs: inputs?.properties,
    requiredInputs: inputs?.required ?? new Set(),
    arguments: textsField(spec, "multiArgumentInputs", place),
    returns,
    methodOf,
    hasPlainForm: ownMember(spec, "plain") === undefined || flagField(spec, "plain", place),
    ...readTexts(spec, place),
    ...readOverlay(spec, place),
    language: objectField(spec, "language", place),
  };
}

/**
 * An object with `properties` is the members that it lists; every other one is a type, and an empty one is nothing. Pulumi reads an object
 * with properties as a type too where a part of it has another JSON type, so its decoder's rule is asked.
 */
function readFunctionResult(spec: JsonObject, scope: TypeScope, place: string): FunctionResult | undefined {
  const path = `${place}/outputs`;
  const decoded = decodeChecked(objectField(spec, "outputs", place), { kind: "outputs" }, new Walk(() => {}), {
    hasLooseTexts: false,
  });
  if (decoded === undefined) return undefined;
  const outputs = asObject(decoded, path);
  const plain = ownMember(outputs, "plain") === true;
  if (ownMember(outputs, "properties") !== undefined)
    return { kind: "object", ...readShape(outputs, scope, path), plain };
  return { kind: "value", type: resolveType(outputs, scope, path), plain };
}

/**
 * The resource whose method a function is: its token begins that of the function, and it lists the function.
 *
 * @param resource the resource with exactly this token
 */
export function methodOwner(
  token: string,
  resource: (token: string) => ResourceSchema | undefined,
): string | undefined {
  const slash = token.lastIndexOf("/");
  const owner = slash < 0 ? undefined : resource(token.slice(0, slash));
  return [...(owner?.methods.values() ?? [])].includes(token) ? owner?.name.token : undefined;
}
