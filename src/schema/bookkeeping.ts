/**
 * Distinguishes the user's values from the bookkeeping of the provider and the engine, such as `__defaults`.
 *
 * A declared property is always a value. An undeclared member of an object is bookkeeping if its name begins with `__`. Keys of maps and of untyped
 * values are data, so only a `__defaults` list as pulumi-terraform-bridge writes it is removed.
 */
import { mapInside, withEntries } from "../value/map-inside.ts";
import { openOutput } from "../value/open-value.ts";
import { mapValue, type PropertyMap, type Value } from "../value/value.ts";

/** The key of the list of members that a bridged provider filled in (docs/providers.md#bookkeeping). */
const listOfDefaults = "__defaults";

/** The key of the raw Terraform state. If it exists, a bridged provider reads this value instead of the other outputs. */
const copyOfState = "__pulumi_raw_state_delta";

type Declared = { has(name: string): boolean };

/** Returns true for a member that programs do not set and reports do not show. `declared` contains the declared properties of the object. */
export function isBookkeeping(name: string, declared: Declared | undefined): boolean {
  return name.startsWith("__") && declared?.has(name) !== true;
}

/** Returns the members of an object that its `__defaults` list contains. */
export function filledMembers(entries: PropertyMap, declared: Declared): ReadonlySet<string> {
  return new Set(declared.has(listOfDefaults) ? [] : (listOfTexts(entries.get(listOfDefaults)) ?? []));
}

/** Returns outputs without the raw Terraform state, so that a bridged provider reads the other outputs. */
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

/** Returns an untyped value without `__defaults` lists and the members that they list, at any depth. */
export function untypedWithoutFilled(value: Value): Value {
  const filled = value.kind === "map" ? listedIn(value.entries) : undefined;
  if (value.kind !== "map" || filled === undefined) return mapInside(value, untypedWithoutFilled);
  const set = [...value.entries].filter(([key]) => key !== listOfDefaults && !filled.has(key));
  return mapInside(mapValue(set), untypedWithoutFilled);
}

/**
 * Returns the names in `__defaults`, or undefined if a member with one of these names is missing, because a bridged provider lists only existing
 * members.
 */
function listedIn(entries: PropertyMap): ReadonlySet<string> | undefined {
  const names = listOfTexts(entries.get(listOfDefaults));
  return names?.every((name) => entries.has(name)) ? new Set(names) : undefined;
}

/** Returns the strings of a list, or undefined if an item is not a string. */
function listOfTexts(input: Value | undefined): readonly string[] | undefined {
  const value = input && openOutput(input);
  if (value?.kind !== "list") return undefined;
  const texts = value.items.flatMap((item) => (item.kind === "string" ? [item.value] : []));
  return texts.length === value.items.length ? texts : undefined;
}
