/** Writes the history of an update as Pulumi does: a record and copies of the state (docs/state.md#history). */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { readStackSettings } from "../project/stack-settings.ts";
import { configRecord } from "../settings/config-data.ts";
import type { DiyLocation, StackFile } from "../workspace.ts";

export interface UpdateFacts {
  readonly kind: "resource-import" | "refresh";
  readonly message: string;
  /** The numbers of resources. They default to 0. */
  readonly created?: number;
  readonly imported?: number;
  readonly updated?: number;
}

/** Writes the history. Call it under the stack lock, after the checkpoint is written. If it throws STORE_REFUSED, the update is still done. */
export async function keepHistory(
  location: DiyLocation,
  update: UpdateFacts,
  { stackFile, project, now }: { readonly stackFile: StackFile; readonly project: string; readonly now: Date },
): Promise<void> {
  const { keys, checkpoint, backend, stack } = location;
  const { store, keeps } = backend;
  // Pulumi's names have nanoseconds. Under the lock, milliseconds are enough to distinguish updates.
  const stamp = `${now.getTime()}000000`;
  const extension = location.gzip ? "json.gz" : "json";
  const config = configRecord(readStackSettings(stackFile, project).config);
  const record = Buffer.from(historyRecord(update, config, Math.floor(now.getTime() / 1000)), "utf8");
  const path = `${keys.history}${stack}-${stamp}`;
  await store.write(`${path}.history.${extension}`, location.gzip ? await promisify(gzip)(record) : record, "always");
  await store.copy(checkpoint, `${path}.checkpoint.${extension}`);
  if (keeps.backups) await store.copy(checkpoint, `${keys.backups}${stack}.${stamp}.${extension}`);
  if (keeps.checkpoints) await store.copy(checkpoint, `${checkpoint}.${stamp}`);
}

/** Prints the record with Pulumi's order of keys. `config` is JSON. */
function historyRecord(update: UpdateFacts, config: string, seconds: number): string {
  const { kind, message, created = 0, imported = 0, updated = 0 } = update;
  const changes = { create: created || undefined, import: imported || undefined, update: updated || undefined };
  const head = { kind, startTime: seconds, message, environment: { "exec.agent": "imp", "exec.kind": "cli" } };
  const tail = { version: 0, result: "succeeded", endTime: seconds, resourceChanges: changes };
  return `${JSON.stringify(head).slice(0, -1)},"config":${config},${JSON.stringify(tail).slice(1)}`;
}
