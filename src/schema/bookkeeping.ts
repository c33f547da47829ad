/**
 * Distinguishes the user's values from the bookkeeping of the provider and the engine, such as `__defaults`.
 *
 * A declared property is always a value. Other members of an object are bookkeeping if their name begins with `__`. Keys of maps and
 * untyped values are data, so only a `__defaults` list in the form of pulumi-terraform-bridge is removed.
 */
import { mapInside, withEntries } from "../value/map-inside.ts";
import { openOutput } from "../value/open-value.ts";
import { mapValue, type PropertyMap, type Value } from "../value/value.ts";

/** The key of the list of members that a bridged provider filled in (docs/providers.md#bookkeeping). */
const listOfDefaults = "__defaults";

/** The key of the raw Terraform state, which a bridged provider prefers to the other outputs. */
const copyOfState = "__pulumi_raw_state_delta";

type Declared = { has(name: string): boolean };

/** Returns true for a member that programs do not set and reports do not show. */
export function isBookkeeping(name: string, declared: Declared | undefined): boolean {
  return name.startsWith("__") && declared?.has(name) !== true;
}

/** Returns the members of an object that its `__defaults` list contains. */
export function filledMembers(entries: PropertyMap, declared: Declared): ReadonlySet<string> {
  return new Set(declared.has(listOfDefaults) ? [] : (listOfTexts(entries.get(listOfDefaults)) ?? []));
}

/** Returns outputs without the provider's copy of the Terraform state. If the copy is missing, the provider reads the outputs. */
export function withoutCopy(outputs: PropertyMap): PropertyMap {
  return new Map([...outputs].filter(([name]) => name !== copyOfState));
}

/** Returns the entries of a map without `__defaults`, which a bridged provider adds to each map. */
export function dataEntries(entries: PropertyMap): PropertyMap {
  if (listedIn(entries) === undefined) return entries;
  return new Map([...entries].filter(([key]) => key !== listOfDefaults));
}

/** Returns an untyped value without `__defaults` lists, at any depth. */
export function untypedData(value: Value): Value {
  return mapInside(value.kind === "map" ? withEntries(value, dataEntries(value.entries)) : value, untypedData);
}

/** Returns an untyped value without `__defaults` lists and without the listed members, at any depth. */
export function untypedWithoutFilled(value: Value): Value {
  const filled = value.kind === "map" ? listedIn(value.entries) : undefined;
  if (value.kind !== "map" || filled === undefined) return mapInside(value, untypedWithoutFilled);
  const set = [...value.entries].filter(([key]) => key !== listOfDefaults && !filled.has(key));
  return mapInside(mapValue(set), untypedWithoutFilled);
}

/** Returns the members in `__defaults`, or undefined if one of them does not exist, because a bridged provider lists only existing members. */
function listedIn(entries: PropertyMap): ReadonlySet<string> | undefined {
  const names = listOfTexts(entries.get(listOfDefaults));
  return names?.every((name) => entries.has(name)) ? new Set(names) : undefined;
}

/** Returns the strings of a list, or undefined if the list has other items. */
function listOfTexts(input: Value | undefined): readonly string[] | undefined {
  const value = input && openOutput(input);
  if (value?.kind !== "list") return undefined;
  const texts = value.items.flatMap((item) => (item.kind === "string" ? [item.value] : []));
  return texts.length === value.items.length ? texts : undefined;
}
