/**
 * Decides which members are a value of the user and which are bookkeeping of the provider or the engine, such as `__defaults`.
 *
 * The schema decides first: a declared property is a value, whatever it is called. Other members of an object whose name begins with `__`
 * are bookkeeping. Keys of maps and untyped values are data, so only a list that looks like the one of pulumi-terraform-bridge is removed.
 */
import { mapInside, withEntries } from "../value/map-inside.ts";
import { openOutput } from "../value/open-value.ts";
import { mapValue, type PropertyMap, type Value } from "../value/value.ts";

/** The member in which a bridged provider lists the members next to it that it filled in (docs/providers.md#bookkeeping). */
const listOfDefaults = "__defaults";

/** The member of outputs from which a bridged provider takes the state of Terraform instead of from the other outputs. */
const copyOfState = "__pulumi_raw_state_delta";

type Declared = { has(name: string): boolean };

/** Returns true for a member that no program sets and no report names. */
export function isBookkeeping(name: string, declared: Declared | undefined): boolean {
  return name.startsWith("__") && declared?.has(name) !== true;
}

/** Returns the members of an object that the provider filled in, by its own list. */
export function filledMembers(entries: PropertyMap, declared: Declared): ReadonlySet<string> {
  return new Set(declared.has(listOfDefaults) ? [] : (listOfTexts(entries.get(listOfDefaults)) ?? []));
}

/** Returns outputs without the provider's own copy of them. A provider whose copy is missing reads the outputs themselves. */
export function withoutCopy(outputs: PropertyMap): PropertyMap {
  return new Map([...outputs].filter(([name]) => name !== copyOfState));
}

/** Returns the entries of a map without the list of defaults that a bridged provider adds to each map. */
export function dataEntries(entries: PropertyMap): PropertyMap {
  if (listedIn(entries) === undefined) return entries;
  return new Map([...entries].filter(([key]) => key !== listOfDefaults));
}

/** Returns an untyped value without lists of defaults at any depth. */
export function untypedData(value: Value): Value {
  return mapInside(value.kind === "map" ? withEntries(value, dataEntries(value.entries)) : value, untypedData);
}

/** Returns an untyped value without lists of defaults at any depth, and without the members that they list. */
export function untypedWithoutFilled(value: Value): Value {
  const filled = value.kind === "map" ? listedIn(value.entries) : undefined;
  if (value.kind !== "map" || filled === undefined) return mapInside(value, untypedWithoutFilled);
  const set = [...value.entries].filter(([key]) => key !== listOfDefaults && !filled.has(key));
  return mapInside(mapValue(set), untypedWithoutFilled);
}

/** Returns the members that a list of defaults names. Undefined if there is none: a bridge's list names only members next to it. */
function listedIn(entries: PropertyMap): ReadonlySet<string> | undefined {
  const names = listOfTexts(entries.get(listOfDefaults));
  return names?.every((name) => entries.has(name)) ? new Set(names) : undefined;
}

/** Returns the texts of a list that has nothing else. */
function listOfTexts(given: Value | undefined): readonly string[] | undefined {
  const value = given && openOutput(given);
  if (value?.kind !== "list") return undefined;
  const texts = value.items.flatMap((item) => (item.kind === "string" ? [item.value] : []));
  return texts.length === value.items.length ? texts : undefined;
}
