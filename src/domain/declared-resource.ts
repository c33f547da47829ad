import type { RegisteredResource } from "./registered-resource.ts";

/** A value in the source text of a program. */
export type TextValue =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "list"; readonly items: readonly TextValue[] }
  /** `isWhole` is false if the object has members that are not in the text. */
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, TextValue>; readonly isWhole: boolean }
  /** A value that is known only at run time. */
  | { readonly kind: "unseen" };

/** A resource that the user's program declares, according to its source text or to a run. */
export interface DeclaredResource {
  /** The locations of the constructor calls, such as `index.ts:12`. Several if it depends on the run which one is executed. */
  readonly places: readonly string[];
  /** How often the program constructs the resource. `unsure`: never or once. */
  readonly runs: "once" | "unsure" | "perhaps twice" | "twice";
  /** An object with all inputs, or `unseen`. */
  readonly inputs: TextValue;
  /** The paths of the option. Omitted if they are not literals in the text. */
  readonly ignoreChanges?: readonly string[];
  /** The resource that a run of the program registers. Omitted if only the source text shows the declaration. */
  readonly registered?: RegisteredResource;
}
