/** The result of a discovery, as plain data. */
import type { ImpError } from "../domain/errors.ts";
import type { TextLocation } from "../import-file/import-specs.ts";
import type { LeftOutReason } from "./kubernetes-list.ts";

export interface FoundObject {
  readonly type: string;
  readonly id: string;
  /** The name in the cloud, or `""`. */
  readonly name: string;
  /** The position in the list file. Omitted if a provider listed the object. */
  readonly where?: TextLocation;
}

export interface FoundType {
  readonly type: string;
  /** The number of listed objects, including managed ones. */
  readonly found: number;
  readonly managed: number;
  /** True if there may be more objects, because a limit was reached. */
  readonly isLimited: boolean;
  /** Omitted if the listing is complete. */
  readonly gap?: ListGap;
}

export type ListGap =
  | { readonly kind: "unlistable" }
  /** Listing the type requires inputs that `--query` does not set. */
  | { readonly kind: "needs"; readonly inputs: readonly string[] }
  /** A cloud type without a known Pulumi token. */
  | { readonly kind: "unmapped"; readonly objects: number }
  | { readonly kind: "failed"; readonly error: ImpError };

export interface Discovery {
  /** The sources of the objects: package, region, account. */
  readonly labels: readonly string[];
  /** Sorted by token. */
  readonly types: readonly FoundType[];
  readonly emptyLists?: readonly string[];
  readonly leftOut?: ReadonlyMap<LeftOutReason, number>;
  /** The unmanaged objects, sorted by type and ID. */
  readonly objects: readonly FoundObject[];
}
