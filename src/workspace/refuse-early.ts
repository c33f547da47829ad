/** Stops a run early if its commit would fail. The commit checks the same conditions again. */
import type { KnownState } from "../domain/known-state.ts";
import type { LockIdentity } from "../domain/lock-identity.ts";
import { nameOf } from "../domain/urn.ts";
import { holdsSecret } from "../value/restore-secrets.ts";
import type { PropertyMap } from "../value/value.ts";
import { clearLeftOver, refuseLocked } from "./backend/lock.ts";
import type { ProgramLocation } from "./program/program-location.ts";
import type { Workspace } from "./workspace.ts";

type StateNames = Pick<KnownState, "resources">;

/**
 * Throws if the run has new resources and another process holds the lock. Otherwise, removes the lock of a killed run if there is one.
 *
 * @throws STACK_LOCKED, STATE_FILE_LOCKED, LOCK_FAILED
 */
export async function refuseLockedEarly(
  { location }: Pick<Workspace, "location">,
  specs: { readonly resources: readonly { readonly logicalName: string }[] },
  knownState: StateNames,
  identity: LockIdentity,
): Promise<void> {
  const names = specs.resources.map(({ logicalName }) => logicalName);
  if (hasNew(names, knownState)) await refuseLocked(location, identity);
  else await clearLeftOver(location, identity);
}

/** Throws the program's problem if a new resource must be added to the program. */
export function refuseProgramEarly(
  { problem }: Pick<ProgramLocation, "problem">,
  read: readonly { readonly name: string }[],
  knownState: StateNames,
): void {
  const names = read.map(({ name }) => name);
  if (problem !== undefined && hasNew(names, knownState)) throw problem;
}

function hasNew(names: readonly string[], knownState: StateNames): boolean {
  const existingNames = new Set([...knownState.resources.keys()].map(nameOf));
  return names.some((name) => !existingNames.has(name));
}

/**
 * If a value is or contains a secret, opens the crypters, so that the user is asked for the passphrase early. Throws the errors of
 * `Workspace.crypter`.
 */
export async function openForSecrets(workspace: Workspace, bags: readonly PropertyMap[]): Promise<void> {
  if (!bags.some((bag) => [...bag.values()].some(holdsSecret))) return;
  await Promise.all([workspace.crypter(), workspace.stateCrypter()]);
}
