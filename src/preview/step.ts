/** The steps of a preview, as `pulumi preview --json` names them. */

import type { Urn } from "../domain/graph.ts";
import { isDefaultProvider } from "../domain/urn.ts";
import type { Decision } from "../import/engine/oracle.ts";
import type { Resource } from "./resource.ts";

export type Operation =
  | "same"
  | "create"
  | "update"
  | "delete"
  | "replace"
  | "create-replacement"
  | "delete-replaced"
  | "read"
  | "read-replacement"
  | "discard"
  | "discard-replaced"
  | "remove-pending-replace"
  | "import"
  | "import-replacement";

export interface Step {
  readonly op: Operation;
  readonly urn: Urn;
  /** The resource of the state; undefined if the resource is new. */
  readonly old: Resource | undefined;
  /** The registered resource; undefined if the program does not register it. */
  readonly new: Resource | undefined;
  /** The paths that changed; undefined for steps without a comparison. */
  readonly decision: Decision | undefined;
}

/**
 * Returns true for steps that `pulumi preview` does not show: steps of default providers, and steps that only tidy the state
 * (pulumi `pkg/engine/update.go`, `isInternalStep`).
 */
export function isInternalStep({ op, urn }: Pick<Step, "op" | "urn">): boolean {
  return op === "remove-pending-replace" || isDefaultProvider(urn);
}
