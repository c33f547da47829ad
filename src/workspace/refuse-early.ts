/**
 * What would keep a run from writing, told before the long part of its work where it can be known then. The commit looks again.
 */
import { nameOf } from "../state/urn.ts";
import { holdsSecret } from "../value/restore-secrets.ts";
import type { PropertyMap } from "../value/value.ts";
import type { Known } from "./known.ts";
import { type LockIdentity, refuseLocked } from "./lock.ts";
import type { ProgramTarget } from "./program-target.ts";
import type { Workspace } from "./workspace.ts";

export interface EarlyFacts {
  /** What is to be imported. */
  readonly specs: { readonly resources: readonly { readonly logicalName: string }[] };
  readonly target: Pick<ProgramTarget, "problem">;
  /** What the state has. */
  readonly known: Pick<Known, "resources">;
  readonly identity: LockIdentity;
}

/**
 * Refuses a run that will have something to write, for there is a name that the state does not know, and may not write it.
 *
 * @throws the program's problem; STACK_LOCKED, STATE_FILE_LOCKED, LOCK_FAILED.
 */
export async function refuseEarly({ target }: Pick<Workspace, "target">, facts: EarlyFacts): Promise<void> {
  const names = new Set([...facts.known.resources.keys()].map(nameOf));
  if (facts.specs.resources.every(({ logicalName }) => names.has(logicalName))) return;
  if (facts.target.problem !== undefined) throw facts.target.problem;
  await refuseLocked(target, facts.identity);
}

/**
 * Opens what encrypts, where there is a secret among the values. Throws as `Workspace.crypter`.
 */
export async function openForSecrets(workspace: Workspace, bags: readonly PropertyMap[]): Promise<void> {
  if (!bags.some((bag) => [...bag.values()].some(holdsSecret))) return;
  await Promise.all([workspace.crypter(), workspace.stateCrypter()]);
}
