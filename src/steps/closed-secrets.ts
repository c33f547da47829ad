/**
 * Where a run may not write secrets, for want of the key service that keeps the stack's.
 */
import type { Closed } from "../import/plan/closed-secrets.ts";
import type { Writing } from "../workspace/commit/changes.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Asks for no passphrase: only managers of another kind are closed. */
export function closedSecrets({ closed }: Pick<Workspace, "closed">, writing: Writing): Closed {
  const { state, stackFile } = closed();
  return {
    ...(state !== undefined && writing !== "code" && { state }),
    ...(stackFile !== undefined && writing !== "state" && { program: stackFile }),
  };
}
