/** Reads a resource of a state (docs/state.md#resources). Decodes inputs and outputs on demand. */

import type { CustomTimeouts } from "../domain/custom-timeouts.ts";
import type { StateEntry, Urn } from "../domain/graph.ts";
import { type JsonObject, memberAt } from "../value/json/object.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import { numbersByName, objectOrEmpty, textListsOf, textOrEmpty, textsOrNone } from "./fields.ts";
import { type Decrypt, fromState, propertiesFromState } from "./state-codec.ts";

export interface StateResource extends Omit<StateEntry, "inputs" | "outputs" | "replacedId"> {
  /** True if the resource is pending deletion after a replacement. */
  readonly delete: boolean;
  /** True if the program only reads the resource (`get`), so the stack does not manage it. */
  readonly external: boolean;
  readonly taint: boolean;
  readonly pendingReplacement: boolean;
  readonly aliases: readonly Urn[];
  readonly replaceWith: readonly Urn[];
  /** The names of its hooks by type, for example `BeforeCreate`. */
  readonly hooks: ReadonlyMap<string, readonly string[]>;
  /** Returns the names of the resource options that are set but not in another field, as programs spell them. */
  otherOptions(): readonly string[];
  /** The location of the code that registers the resource, for example `project:///index.ts#4,1`. Omitted if the SDK does not send it. */
  readonly sourcePosition?: string;
  /** The time as in the state (RFC 3339). */
  readonly created?: string;
  readonly modified?: string;
  /** Decodes the inputs on each call. Throws STATE_VALUE, and the errors of `decrypt`. */
  inputs(decrypt: Decrypt): PropertyMap;
  /** Decodes the outputs, like `inputs`. */
  outputs(decrypt: Decrypt): PropertyMap;
  /** Decodes the value that replaces the resource when it changes, like `inputs`. Returns null if there is none. */
  replacementTrigger(decrypt: Decrypt): Value;
}

/**
 * Reads an element of `resources`. Like Go, treats null and empty optional strings as absent. Treats members of a wrong type as absent too, because
 * `mismatchesOf` reports them.
 */
export function readStateResource(json: unknown): StateResource {
  const from = objectOrEmpty(json);
  const urn = textOrEmpty(from.urn);
  const resource: Writable<StateResource> = {
    urn,
    type: textOrEmpty(from.type),
    custom: from.custom === true,
    protect: from.protect === true,
    delete: from.delete === true,
    external: from.external === true,
    taint: from.taint === true,
    pendingReplacement: from.pendingReplacement === true,
    retainOnDelete: from.retainOnDelete === true,
    refreshBeforeUpdate: from.refreshBeforeUpdate === true,
    dependencies: textsOrNone(from.dependencies),
    propertyDependencies: textListsOf(from.propertyDependencies),
    additionalSecretOutputs: textsOrNone(from.additionalSecretOutputs),
    aliases: textsOrNone(from.aliases),
    initErrors: textsOrNone(from.initErrors),
    ignoreChanges: textsOrNone(from.ignoreChanges),
    ...nonZeroTimeouts(numbersByName(from.customTimeouts)),
    replaceWith: textsOrNone(from.replaceWith),
    replaceOnChanges: textsOrNone(from.replaceOnChanges),
    hooks: textListsOf(from.resourceHooks),
    otherOptions: () => otherOptions(from),
    inputs: (decrypt) => propertiesFromState(from.inputs, decrypt, `${urn}, inputs`),
    outputs: (decrypt) => propertiesFromState(from.outputs, decrypt, `${urn}, outputs`),
    replacementTrigger: (decrypt) => fromState(from.replacementTrigger ?? null, decrypt, `${urn}, replacementTrigger`),
  };
  // Assign the fields one by one, because object spreads would double the time for a state with tens of thousands of resources.
  for (const [key, member] of optionalTexts) {
    const value = textOrEmpty(from[key]);
    if (value !== "") resource[member] = value;
  }
  return resource;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const optionalTexts = [
  ["id", "id"],
  ["parent", "parent"],
  ["provider", "provider"],
  ["importID", "importId"],
  ["deletedWith", "deletedWith"],
  ["sourcePosition", "sourcePosition"],
  ["created", "created"],
  ["modified", "modified"],
] as const;

/** The path of each option in an entry of the state. */
const optionPaths: Readonly<Record<string, readonly string[]>> = {
  hideDiffs: ["hideDiff"],
  replacementTrigger: ["replacementTrigger"],
  hooks: ["resourceHooks"],
  envVarMappings: ["inputs", "__internal", "envVarMappings"],
};

function otherOptions(raw: JsonObject): readonly string[] {
  return Object.entries(optionPaths).flatMap(([option, path]) => {
    const value = memberAt(raw, ...path);
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    return value === undefined || value === null || value === "" || isEmpty ? [] : [option];
  });
}

/** Returns the timeouts of the operations that the engine knows. Omits timeouts of 0. */
function nonZeroTimeouts(seconds: ReadonlyMap<string, number>): Pick<StateResource, "customTimeouts"> {
  const timeout = (name: keyof CustomTimeouts) => {
    const value = seconds.get(name) ?? 0;
    return value === 0 ? {} : { [name]: value };
  };
  const customTimeouts: CustomTimeouts = {
    ...timeout("create"),
    ...timeout("update"),
    ...timeout("delete"),
    ...timeout("read"),
  };
  return Object.keys(customTimeouts).length === 0 ? {} : { customTimeouts };
}
