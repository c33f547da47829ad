import type { RegisteredResource } from "./registered-resource.ts";

/** A value in the source text of a program. */
export type TextValue =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "list"; readonly items: readonly TextValue[] }
  /** `isWhole` is false if the object may have members that the text does not show. */
  | { readonly kind: "object"; readonly members: ReadonlyMap<string, TextValue>; readonly isWhole: boolean }
  /** A value that is known only at run time. */
  | { readonly kind: "unseen" };

/** A resource that the user's program declares, according to its source text or to a run. */
export interface DeclaredResource {
  /** The locations of the constructor calls, such as `index.ts:12`. There are several if the program executes only one of several calls. */
  readonly places: readonly string[];
  /** How often the program constructs the resource. `unsure`: never or once. */
  readonly runs: "once" | "unsure" | "perhaps twice" | "twice";
  /** An object with all inputs, or `unseen`. */
  readonly inputs: TextValue;
  /** The paths of the `ignoreChanges` option. Omitted if they are not literals in the text. */
  readonly ignoreChanges?: readonly string[];
  /** The resource as the program registers it. Omitted if imp knows the declaration only from the source text. */
  readonly registered?: RegisteredResource;
}
