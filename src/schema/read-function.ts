import type { Token } from "../ir/type.ts";
import type { JsonObject } from "../value/json/object.ts";
import { decodeChecked } from "./check/decode.ts";
import { Walk } from "./check/faults.ts";
import { asObject, flagField, objectField, ownMember, textsField } from "./fields.ts";
import { readMembers, readOverlay, readShape, readTexts } from "./read-resource.ts";
import { resolveType, type TypeScope } from "./resolve-type.ts";
import type { FunctionResult, FunctionSchema, ResourceSchema } from "./types.ts";

/**
 * Reads a function, as `FunctionSpec.UnmarshalJSON` and `bindFunctionDef` of pulumi/pkg v3 (`codegen/schema`) do. Throws SCHEMA_BROKEN with the
 * JSON pointer of the invalid part.
 */
export function readFunction(
  spec: JsonObject,
  name: Token,
  methodOf: string | undefined,
  scope: TypeScope,
  pointer: string,
): FunctionSchema {
  const inputs = readMembers(spec, "inputs", scope, pointer);
  const returns = readFunctionResult(spec, scope, pointer);
  return {
    name,
    inputs: inputs?.properties,
    requiredInputs: inputs?.required ?? new Set(),
    arguments: textsField(spec, "multiArgumentInputs", pointer),
    returns,
    methodOf,
    hasPlainForm: ownMember(spec, "plain") === undefined || flagField(spec, "plain", pointer),
    ...readTexts(spec, pointer),
    overlay: readOverlay(spec, pointer),
    language: objectField(spec, "language", pointer),
  };
}

/**
 * Reads `outputs`: the members in `properties`, or a type, or no result. Pulumi also reads `properties` as a type if one of its parts has the
 * wrong JSON type, so this function calls the same decoder.
 */
function readFunctionResult(spec: JsonObject, scope: TypeScope, pointer: string): FunctionResult | undefined {
  const path = `${pointer}/outputs`;
  const walk = new Walk(() => {});
  const options = { hasLooseTexts: false };
  const decoded = decodeChecked(objectField(spec, "outputs", pointer), { kind: "outputs" }, walk, options);
  if (decoded === undefined) return undefined;
  const outputs = asObject(decoded, path);
  const plain = ownMember(outputs, "plain") === true;
  if (ownMember(outputs, "properties") !== undefined)
    return { kind: "object", ...readShape(outputs, scope, path), plain };
  return { kind: "value", type: resolveType(outputs, scope, path), plain };
}

/** Returns the token of the resource that lists the function as a method. The function's token begins with it. */
export function methodOwner(
  token: string,
  resource: (token: string) => ResourceSchema | undefined,
): string | undefined {
  const slash = token.lastIndexOf("/");
  const owner = slash < 0 ? undefined : resource(token.slice(0, slash));
  return [...(owner?.methods.values() ?? [])].includes(token) ? owner?.name.token : undefined;
}
