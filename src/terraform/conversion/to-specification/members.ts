import { isJsonObject, memberAt, objectAt } from "../../../value/json/object.ts";
import type { Path } from "../../../value/path.ts";
import type { Context } from "../../specification/kinds.ts";
import type { Requiredness } from "../../specification/model.ts";
import type { Side } from "./forms.ts";

/** The input and the output with the same name. At least one of them is defined. */
export interface Pair {
  readonly input?: Side;
  readonly output?: Side;
}

export interface SideMembers {
  readonly properties: ReadonlyMap<string, Side>;
  readonly required: ReadonlySet<string>;
  /** The path of the list of required properties. Omitted if there is none. */
  readonly requiredAt?: Path;
}

export interface Members {
  readonly inputs: SideMembers;
  readonly outputs: SideMembers;
}

export const noMembers: SideMembers = { properties: new Map(), required: new Set() };

/** Returns the properties at a key of an object, and which of them are required. */
export function membersAt({ spec, path }: Side, properties: string, required: string): SideMembers {
  const sides = Object.entries(objectAt(spec, properties)).map(([name, property]): [string, Side] => [
    name,
    { spec: isJsonObject(property) ? property : {}, path: [...path, properties, name] },
  ]);
  return { properties: new Map(sides), required: namesAt(spec, required), requiredAt: [...path, required] };
}

/**
 * Returns the members of object types. If the required inputs or outputs differ from `required`, a bridged schema lists them in its settings for
 * Node.js.
 */
export function membersOfTypes(input: Side | undefined, output: Side | undefined): Members {
  const side = (type: Side | undefined, note: string): SideMembers => {
    if (type === undefined) return noMembers;
    const members = membersAt(type, "properties", "required");
    const noted = memberAt(type.spec, "language", "nodejs", note);
    if (!Array.isArray(noted)) return members;
    const requiredAt = [...type.path, "language", "nodejs", note];
    return { ...members, required: namesAt({ noted }, "noted"), requiredAt };
  };
  return { inputs: side(input, "requiredInputs"), outputs: side(output, "requiredOutputs") };
}

function namesAt(spec: object, key: string): ReadonlySet<string> {
  const names = memberAt(spec, key);
  return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
}

export function memberPairs({ inputs, outputs }: Members): ReadonlyMap<string, Pair> {
  const names = new Set([...inputs.properties.keys(), ...outputs.properties.keys()]);
  return new Map(
    [...names].map((name) => [name, { input: inputs.properties.get(name), output: outputs.properties.get(name) }]),
  );
}

/**
 * Returns whether an attribute is required, optional, or computed. Inverts the bridge's rules (`pkg/tfgen/generate.go`, isOptional). A property that
 * is an optional input and a required output is optional and computed.
 */
export function memberRequiredness(name: string, { inputs, outputs }: Members, context: Context): Requiredness {
  if (context === "provider") {
    const side = inputs.properties.has(name) ? inputs : outputs;
    return side.required.has(name) ? "required" : "optional";
  }
  if (!inputs.properties.has(name)) return "computed";
  if (inputs.required.has(name)) return "required";
  return outputs.properties.has(name) && outputs.required.has(name) ? "computed_optional" : "optional";
}

/** Returns the input and the output. Leaves out one that does not exist. */
export function sidesOf({ input, output }: Pair): readonly Side[] {
  return [input, output].filter((side) => side !== undefined);
}

export function pairPaths(pair: Pair): readonly Path[] {
  return sidesOf(pair).map(({ path }) => path);
}
