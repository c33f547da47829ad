/** Converts provider inputs to the deprecated `variables` of Configure (docs/providers.md#configure). */
import { compareUtf8, printStateJson, type StateJson } from "../value/state-json.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import type { Variable } from "./proto/gen/provider_pb.ts";

/** Converts inputs to variables. Strings stay unchanged; other values become JSON as Go prints it. Unwraps secrets, and omits `version`. */
export function configureVariables(packageName: string, inputs: PropertyMap): Variable[] {
  const variables: Variable[] = [];
  for (const [key, value] of inputs) {
    if (key === "version") continue;
    const plain = unwrapped(value);
    const text = plain.kind === "string" ? plain.value : printStateJson(variableJson(plain), undefined, true);
    variables.push({ $typeName: "pulumirpc.Variable", key: `${packageName}:config:${key}`, value: text });
  }
  return variables;
}

function unwrapped(value: Value): Value {
  if (value.kind === "secret") return unwrapped(value.value);
  return value.kind === "output" && value.value !== undefined ? unwrapped(value.value) : value;
}

/** Returns the value as JSON. Values without a JSON form, such as assets, become null. Plugins get such values only in `args`. */
function variableJson(value: Value): StateJson {
  const plain = unwrapped(value);
  switch (plain.kind) {
    case "boolean":
    case "string":
      return plain.value;
    case "number":
      return Number.isFinite(plain.value) ? plain.value : null;
    case "list":
      return plain.items.map(variableJson);
    case "map":
      return new Map(
        [...plain.entries].sort(([a], [b]) => compareUtf8(a, b)).map(([key, item]) => [key, variableJson(item)]),
      );
    default:
      return null;
  }
}
