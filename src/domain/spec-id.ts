/**
 * The ids by which a run tells import specs apart.
 */

/** Identifies an import spec for the whole run. Names, options, and places may change or be shared; the id does not. */
export type SpecId = string & { readonly brand: "SpecId" };

/** The kind of source that creates an entry. */
type SpecSource = "import file" | "providerInputs" | "stack" | "terraform" | "found" | "package";

/** Returns the id of an entry. The address tells it apart from the other entries of all sources of this kind. */
export function specIdOf(source: SpecSource, ...address: readonly (string | number)[]): SpecId {
  return JSON.stringify([source, ...address]) as SpecId;
}
