/** Assigns stack configuration keys to missing values, so that the user can set them for the next run. */

import type { Need } from "../../domain/graph.ts";
import { nameOf } from "../../domain/urn.ts";
import type { Path } from "../../value/path.ts";

/** Returns the configuration key of the secret at a path, or undefined if there is none. */
export type KeyFor = (resource: string, path: Path) => string | undefined;

/** The stack configuration as storage for missing values. */
export interface Settings {
  readonly keyFor: KeyFor;
  /** Returns the command that sets a secret. */
  readonly commandFor: (key: string) => string;
}

/** Returns the keys of each need, one for each input that would resolve it. A key is undefined if two needs would share it. */
export function settingKeys(needs: readonly Need[], keyFor: KeyFor): readonly (readonly (string | undefined)[])[] {
  const keys = needs.map((need) =>
    need.kind === "value" ? need.oneOf.map(({ path }) => keyFor(nameOf(need.urn), path)) : [],
  );
  const counts = new Map<string, number>();
  for (const key of keys.flat()) if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  const alone = (key: string | undefined) => (key !== undefined && counts.get(key) === 1 ? key : undefined);
  return keys.map((needKeys) => needKeys.map(alone));
}
