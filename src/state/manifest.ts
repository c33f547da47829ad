import { sha256 } from "../domain/sha256.ts";

export interface Manifest {
  readonly time: string;
  /** The check value: the hexadecimal SHA-256 of `version`, or empty if `version` is empty. */
  readonly magic: string;
  /** The version of the CLI that wrote the state, with a leading `v`. */
  readonly version: string;
}

/** Returns the magic for a manifest version (docs/state.md#manifest). */
export function manifestMagic(version: string): string {
  return version === "" ? "" : sha256(version);
}
