/** Creates a missing stack as `pulumi stack init` does: an empty checkpoint, and the layout file of the store. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { ImpError } from "../../errors.ts";
import type { DiyLocation } from "../workspace.ts";
import { metaKey } from "./backend-layout.ts";
import { readState } from "./read-state.ts";

/** Creates the stack. Must be called under the stack lock. Throws STATE_CHANGED if the stack has been created since; STORE_REFUSED. */
export async function makeStack({ backend, checkpoint, gzip: packs }: DiyLocation, json: Uint8Array): Promise<void> {
  const { store, layout } = backend;
  // Stores with the old layout don't use this file. An existing file is kept.
  if (layout === 1) await store.write(metaKey, Buffer.from("version: 1\n", "utf8"), "absent");
  const bytes = packs ? await promisify(gzip)(json) : json;
  if ((await store.write(checkpoint, bytes, "absent")) !== undefined) return;
  // A client that lost the answer retries the write, and then finds the content that it has written.
  const existing = await store.read(checkpoint);
  if (existing === undefined || Buffer.compare(existing.bytes, bytes) !== 0)
    throw ImpError.of("STATE_CHANGED", { path: store.shown(checkpoint) });
}

/** Removes the stack if nothing was written to it. Must be called under the same lock. If this fails, an empty stack remains. */
export async function unmakeStack(location: DiyLocation, json: Uint8Array): Promise<void> {
  try {
    const now = await readState(location);
    if (now !== undefined && Buffer.compare(now.json, json) === 0)
      await location.backend.store.remove(location.checkpoint);
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
  }
}
