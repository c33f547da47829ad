/** Identifies an import spec during the whole run. Unlike names, options, and locations, it is unique and never changes. */
export type SpecId = string & { readonly brand: "SpecId" };

/** The kind of source of an import spec. */
type SpecSource = "import file" | "providerInputs" | "stack" | "terraform" | "found" | "package" | "program";

/** Returns the id of an import spec. The address must be unique among all specs of this kind of source. */
export function specIdOf(source: SpecSource, ...address: readonly (string | number)[]): SpecId {
  return JSON.stringify([source, ...address]) as SpecId;
}
