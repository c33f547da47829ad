/** The result of a discovery, as plain data. */
import type { ImpError } from "../domain/errors.ts";
import type { TextLocation } from "../import-file/import-specs.ts";
import type { Attempt, IdForm } from "../import-ids/prove-objects.ts";
import type { CloudFormationStack } from "./inventory/cloudformation-stacks.ts";
import type { SharedTags } from "./inventory/shared-tags.ts";
import type { LeftOutReason } from "./skip-reasons.ts";

export interface FoundObject {
  readonly type: string;
  readonly id: string;
  /** The name in the cloud, or `""`. */
  readonly name: string;
  /** The position in the list file. Omitted if a provider listed the object. */
  readonly where?: TextLocation;
  /** The name of the component that contains the object. Omitted if the object has no parent. */
  readonly component?: string;
}

/** A component that groups objects, such as a nested stack of CloudFormation. */
export interface FoundComponent {
  readonly type: string;
  readonly name: string;
  /** The name of the outer component. */
  readonly parent?: string;
}

/** The import IDs of one cloud type. */
export interface KindIds {
  readonly kind: string;
  readonly objects: number;
  readonly proven: number;
  readonly forms: readonly IdForm[];
  readonly attempts: readonly Attempt[];
  /** The identities of the objects without a proven ID. */
  readonly unproven: readonly string[];
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
  /** The list of the type requires inputs that `--query` does not set. */
  | { readonly kind: "needs"; readonly inputs: readonly string[] }
  /** A cloud type without a known Pulumi token. */
  | { readonly kind: "unmapped"; readonly objects: number }
  /** Objects of an inventory whose type or ID Read did not confirm. */
  | { readonly kind: "unproven"; readonly objects: number }
  | { readonly kind: "failed"; readonly error: ImpError };

export interface Discovery {
  /** The sources of the objects: package, region, account. */
  readonly labels: readonly string[];
  /** Sorted by token. */
  readonly types: readonly FoundType[];
  readonly emptyLists?: readonly string[];
  readonly leftOut?: ReadonlyMap<LeftOutReason, number>;
  /** The forms of import IDs that Read confirmed, and the guesses. Omitted if the objects don't come from an inventory. */
  readonly ids?: readonly KindIds[];
  /** The tags that all objects of a provider have. */
  readonly sharedTags?: readonly SharedTags[];
  /** The stacks of CloudFormation that contain the objects. */
  readonly stacks?: readonly CloudFormationStack[];
  /** The unmanaged objects, sorted by type and ID. */
  readonly objects: readonly FoundObject[];
}
