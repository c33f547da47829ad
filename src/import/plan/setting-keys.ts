/**
 * Needs -> the keys of the stack's configuration under which their values may be set for the next run.
 */

import { nameOf } from "../../domain/urn.ts";
import type { Need } from "../../graph.ts";
import type { Path } from "../../ir/path.ts";

/** The key that the program would read a secret from; `undefined`: none may be used. */
export type KeyFor = (resource: string, path: Path) => string | undefined;

/** The configuration of a stack as a place for what is needed. */
export interface Settings {
  readonly keyFor: KeyFor;
  /** The command that puts a secret under a key. */
  readonly commandFor: (key: string) => string;
}

/**
 * Returns the keys of each need, in the order of the needs, one for each value that would meet it. A key that two needs would share
 * belongs to neither.
 */
export function settingKeys(needs: readonly Need[], keyFor: KeyFor): readonly (readonly (string | undefined)[])[] {
  const keys = needs.map((need) =>
    need.kind === "value" ? need.oneOf.map(({ path }) => keyFor(nameOf(need.urn), path)) : [],
  );
  const counts = new Map<string, number>();
  for (const key of keys.flat()) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  const alone = (key: string | undefined) => (key !== undefined && counts.get(key) === 1 ? key : undefined);
  return keys.map((own) => own.map(alone));
}
