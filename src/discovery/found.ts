/**
 * The result of a discovery, as plain data. Types only.
 */
import type { ImpError } from "../errors.ts";
import type { TextLocation } from "../import-file/import-specs.ts";
import type { LeftOutReason } from "./kubernetes-list.ts";

/** An object of the cloud that a listing named. */
export interface FoundObject {
  /** The canonical token. */
  readonly type: string;
  readonly id: string;
  /** The name that the cloud shows; `""`: none. */
  readonly name: string;
  /** Where the list of a cloud has it. Absent: the provider listed it. */
  readonly where?: TextLocation;
}

/** A type, and what came of listing it. */
export interface FoundType {
  readonly type: string;
  /** All that were listed; those that the state manages are among them. */
  readonly found: number;
  readonly managed: number;
  /** There may be more: a limit was reached. */
  readonly isLimited: boolean;
  /** Why there is nothing, or not all. Absent: the listing is whole. */
  readonly gap?: ListGap;
}

export type ListGap =
  /** The provider does not list this type. */
  | { readonly kind: "unlistable" }
  /** It lists objects of this type only within something that nobody named. */
  | { readonly kind: "needs"; readonly inputs: readonly string[] }
  /** A type of a cloud's own list, with so many objects, that is none of Pulumi's as far as anybody knows. */
  | { readonly kind: "unmapped"; readonly objects: number }
  | { readonly kind: "failed"; readonly error: ImpError };

export interface Discovery {
  /** Whose objects these are, in words: package, region, account. */
  readonly labels: readonly string[];
  /** In the order of their tokens. */
  readonly types: readonly FoundType[];
  /** Files of lists that have no object, as messages call them. */
  readonly emptyLists?: readonly string[];
  /** How many objects of lists are left out, by the reason. */
  readonly leftOut?: ReadonlyMap<LeftOutReason, number>;
  /** Those that the state does not manage, in the order of type and id. */
  readonly objects: readonly FoundObject[];
}
