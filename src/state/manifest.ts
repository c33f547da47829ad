/**
 * The manifest of a state and its check value.
 */
import { createHash } from "node:crypto";

export interface Manifest {
  readonly time: string;
  /** Lower-case hex SHA-256 of `version`, "" when that is empty. */
  readonly magic: string;
  /** The CLI that wrote the state, with a leading `v`. */
  readonly version: string;
}

/** The magic that belongs to a manifest version (docs/state.md#manifest). */
export function manifestMagic(version: string): string {
  return version === "" ? "" : createHash("sha256").update(version, "utf8").digest("hex");
}
