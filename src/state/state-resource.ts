/**
 * One resource of a state as read from its JSON object (docs/state.md#resources); inputs and outputs are decoded when asked for.
 */

import type { Urn } from "../graph.ts";
import type { CustomTimeouts } from "../ir/custom-timeouts.ts";
import { type JsonObject, memberAt } from "../json/object.ts";
import { type Decrypt, fromState, propertiesFromState } from "../value/state-codec.ts";
import type { PropertyMap, Value } from "../value/value.ts";
import { numbersByName, objectOrEmpty, textListsOf, textOrEmpty, textsOrNone } from "./fields.ts";

export interface StateResource {
  readonly urn: Urn;
  readonly type: string;
  readonly custom: boolean;
  readonly id?: string;
  readonly parent?: Urn;
  /** `<provider urn>::<id>`. */
  readonly provider?: string;
  readonly protect: boolean;
  /** Waits to be deleted after a replacement. */
  readonly delete: boolean;
  /** Only read, not managed. */
  readonly external: boolean;
  readonly taint: boolean;
  readonly pendingReplacement: boolean;
  readonly retainOnDelete: boolean;
  readonly refreshBeforeUpdate: boolean;
  readonly importId?: string;
  readonly dependencies: readonly Urn[];
  readonly propertyDependencies: ReadonlyMap<string, readonly Urn[]>;
  readonly additionalSecretOutputs: readonly string[];
  readonly aliases: readonly Urn[];
  readonly initErrors: readonly string[];
  readonly ignoreChanges: readonly string[];
  readonly deletedWith?: Urn;
  /** In seconds, those that are not 0. */
  readonly customTimeouts?: CustomTimeouts;
  readonly replaceWith: readonly Urn[];
  readonly replaceOnChanges: readonly string[];
  /** Options of the resource that no other field has, as programs call them. */
  otherOptions(): readonly string[];
  /** Where code registers it, as `project:///index.ts#4,1`; not every SDK sends it. */
  readonly sourcePosition?: string;
  /** RFC 3339 text, unchanged. */
  readonly created?: string;
  readonly modified?: string;
  /** Decodes the inputs, each time anew; secrets go through `decrypt`. Throws STATE_VALUE and what `decrypt` throws. */
  inputs(decrypt: Decrypt): PropertyMap;
  /** Decodes the outputs, as `inputs` does. */
  outputs(decrypt: Decrypt): PropertyMap;
  /** Decodes the value whose change replaces the resource, as `inputs` does; null: there is none. */
  replacementTrigger(decrypt: Decrypt): Value;
}

/**
 * Reads one element of `resources`. Null counts as absent, an empty string as absent where the field is optional, as Go reads them; so
 * does a member of another JSON type than it should have, which `mismatchesOf` names.
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
    ...knownTimeouts(numbersByName(from.customTimeouts)),
    replaceWith: textsOrNone(from.replaceWith),
    replaceOnChanges: textsOrNone(from.replaceOnChanges),
    otherOptions: () => otherOptions(from),
    inputs: (decrypt) => propertiesFromState(from.inputs, decrypt, `${urn}, inputs`),
    outputs: (decrypt) => propertiesFromState(from.outputs, decrypt, `${urn}, outputs`),
    replacementTrigger: (decrypt) => fromState(from.replacementTrigger ?? null, decrypt, `${urn}, replacementTrigger`),
  };
  // A state may have tens of thousands: copying members for each that is absent would take as long as all the rest.
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

/** The path of each option in a resource of the state. */
const optionPlaces: Readonly<Record<string, readonly string[]>> = {
  hideDiffs: ["hideDiff"],
  replacementTrigger: ["replacementTrigger"],
  hooks: ["resourceHooks"],
  envVarMappings: ["inputs", "__internal", "envVarMappings"],
};

function otherOptions(raw: JsonObject): readonly string[] {
  return Object.entries(optionPlaces).flatMap(([option, path]) => {
    const found = memberAt(raw, ...path);
    const isEmpty = typeof found === "object" && found !== null && Object.keys(found).length === 0;
    return found === undefined || found === null || found === "" || isEmpty ? [] : [option];
  });
}

/** The timeouts that the engine knows; it writes those that are not 0, and perhaps none. */
function knownTimeouts(seconds: ReadonlyMap<string, number>): Pick<StateResource, "customTimeouts"> {
  const of = (name: keyof CustomTimeouts) => {
    const given = seconds.get(name) ?? 0;
    return given === 0 ? {} : { [name]: given };
  };
  const customTimeouts: CustomTimeouts = { ...of("create"), ...of("update"), ...of("delete"), ...of("read") };
  return Object.keys(customTimeouts).length === 0 ? {} : { customTimeouts };
}
