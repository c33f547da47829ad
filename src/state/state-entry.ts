/** Prints a new resource of a state, with the fields in Pulumi's order (docs/state.md#resources). */

import { invariant } from "../domain/errors.ts";
import { extensionReference } from "../domain/extension.ts";
import type { StateEntry } from "../domain/graph.ts";
import { plainEntry } from "../domain/plain-entry.ts";
import { rootStackType, rootStackUrn, typeOf } from "../domain/urn.ts";
import { openOutput } from "../value/open-value.ts";
import { compareUtf8, enclose, type JsonLayout, printStateJson, type StateJson } from "../value/state-json.ts";
import { mapValue, membersOf, type Value } from "../value/value.ts";
import { type Encrypt, propertiesToState } from "./state-codec.ts";

export interface EntryWriting {
  readonly encrypt: Encrypt;
  /** The time for `created` and `modified`: RFC 3339, UTC. */
  readonly now: string;
  /** Omitted for compact output. */
  readonly layout?: JsonLayout | undefined;
}

/** Prints a resource without empty fields. */
export function printStateEntry(entry: StateEntry, writing: EntryWriting): string {
  const { layout } = writing;
  const inner = layout && { lead: layout.lead + layout.unit, unit: layout.unit };
  const colon = layout ? ": " : ":";
  const members = entryFields(entry, writing).map(
    ([key, json]) => `${JSON.stringify(key)}${colon}${printStateJson(json, inner)}`,
  );
  return enclose("{", members, "}", layout);
}

/** Returns the features that a state with this resource requires (docs/state.md#versions-and-features). */
export function featuresOf(entry: StateEntry): readonly string[] {
  const features: string[] = [];
  if (entry.extension !== undefined) features.push("extensionParameterization");
  if (entry.refreshBeforeUpdate) features.push("refreshBeforeUpdate");
  if (hasBytes(mapValue(entry.inputs)) || hasBytes(mapValue(entry.outputs))) features.push("byteString");
  return features;
}

/** Returns the root resource of a stack, as Pulumi writes it for a program without stack outputs. */
export function rootStackEntry(stack: string, project: string): StateEntry {
  const urn = rootStackUrn(stack, project);
  return { ...plainEntry, urn, type: typeOf(urn), custom: false };
}

/** Returns the non-empty fields in Pulumi's order. */
function entryFields(entry: StateEntry, { encrypt, now }: EntryWriting): readonly (readonly [string, StateJson])[] {
  invariant(entry.custom || entry.id === undefined, `the component ${entry.urn} has no id`);
  invariant(entry.type !== rootStackType || entry.parent === undefined, "the root stack has no parent");
  const fields: readonly (readonly [string, StateJson | undefined])[] = [
    ["urn", entry.urn],
    ["custom", entry.custom],
    ["id", entry.id],
    ["type", entry.type],
    ["inputs", propertiesToState(entry.inputs, encrypt)],
    ["outputs", propertiesToState(entry.outputs, encrypt)],
    ["parent", entry.parent],
    ["protect", entry.protect],
    ["external", entry.external],
    ["dependencies", entry.dependencies],
    ["initErrors", entry.initErrors],
    ["provider", entry.provider],
    ["propertyDependencies", sortedLists(entry.propertyDependencies)],
    ["additionalSecretOutputs", entry.additionalSecretOutputs],
    ["customTimeouts", entry.customTimeouts && new Map(Object.entries(entry.customTimeouts))],
    ["importID", entry.importId],
    ["retainOnDelete", entry.retainOnDelete],
    ["deletedWith", entry.deletedWith],
    ["created", now],
    ["modified", now],
    ["ignoreChanges", entry.ignoreChanges],
    ["replaceOnChanges", entry.replaceOnChanges],
    ["refreshBeforeUpdate", entry.refreshBeforeUpdate],
    ["extensionRef", entry.extension && extensionReference(entry.extension)],
  ];
  return fields.filter((field): field is [string, StateJson] => field[0] === "custom" || !isEmptyJson(field[1]));
}

function isEmptyJson(json: StateJson | undefined): boolean {
  if (json === undefined || json === null || json === false || json === "") return true;
  if (json instanceof Map) return json.size === 0;
  return Array.isArray(json) && json.length === 0;
}

function sortedLists(lists: ReadonlyMap<string, readonly string[]>): StateJson {
  return new Map([...lists].sort(([a], [b]) => compareUtf8(a, b)));
}

function hasBytes(value: Value): boolean {
  const inner = openOutput(value);
  return inner.kind === "bytes" || membersOf(inner).some(hasBytes);
}
