/**
 * Creates a missing stack as `pulumi stack init` begins: an empty checkpoint, in a store with its layout.
 */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { ImpError } from "../../errors.ts";
import type { DiyLocation } from "../workspace.ts";
import { metaKey } from "./backend-layout.ts";
import { readState } from "./read-state.ts";

/** Call it under the stack's lock. Throws STATE_CHANGED when somebody else has created it since; STORE_REFUSED. */
export async function makeStack({ backend, checkpoint, gzip: packs }: DiyLocation, json: Uint8Array): Promise<void> {
  const { store, layout } = backend;
  // Old stores do without; whether there is one already nobody need know.
  if (layout === 1) await store.write(metaKey, Buffer.from("version: 1\n", "utf8"), "absent");
  const bytes = packs ? await promisify(gzip)(json) : json;
  if ((await store.write(checkpoint, bytes, "absent")) !== undefined) return;
  // A client that lost the answer asks again by itself, and then meets what it wrote.
  const there = await store.read(checkpoint);
  if (there === undefined || Buffer.compare(there.bytes, bytes) !== 0)
    throw ImpError.of("STATE_CHANGED", { path: store.shown(checkpoint) });
}

/** Removes the stack again where nothing was written to it. Call it under the same lock; if that fails, an empty stack remains. */
export async function unmakeStack(location: DiyLocation, json: Uint8Array): Promise<void> {
  try {
    const now = await readState(location);
    if (now !== undefined && Buffer.compare(now.json, json) === 0)
      await location.backend.store.remove(location.checkpoint);
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
  }
}
