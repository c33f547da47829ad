/**
 * A resource that a person's program declares, as far as the program's text shows it. Types only.
 */

/** A value of a program as its text shows it. */
export type TextValue =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "list"; readonly items: readonly TextValue[] }
  /** `isWhole`: false where it also has members that the text does not name. */
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, TextValue>; readonly isWhole: boolean }
  /** Only a run knows it. */
  | { readonly kind: "unseen" };

export interface DeclaredResource {
  /** The places of the constructor calls, `index.ts:12`; more than one where only a run knows which of them runs. */
  readonly places: readonly string[];
  /** How often the program constructs the resource. `unsure`: the text does not show whether any of the calls runs. */
  readonly runs: "once" | "unsure" | "perhaps twice" | "twice";
  /** All inputs: an object, or unseen. */
  readonly inputs: TextValue;
  /** The paths of the option; absent: the text does not show them. */
  readonly ignoreChanges?: readonly string[];
}
