/**
 * Writes the history of an update as Pulumi does: a record, and copies of the state (docs/state.md#history).
 */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { readStackSettings } from "../project/stack-settings.ts";
import { configRecord } from "../settings/config-data.ts";
import type { DiyLocation, StackFile } from "../workspace.ts";

/** Facts about an update, for people who read the history. */
export interface UpdateFacts {
  readonly kind: "resource-import";
  readonly message: string;
  /** How many resources the update created, and how many existed in the cloud before. */
  readonly created: number;
  readonly imported: number;
}

/**
 * Call it under the stack's lock, when the checkpoint is written. `stackFile` is the current one.
 *
 * @throws STORE_REFUSED. The update is done nevertheless.
 */
export async function keepHistory(
  location: DiyLocation,
  facts: UpdateFacts,
  { stackFile, project, now }: { readonly stackFile: StackFile; readonly project: string; readonly now: Date },
): Promise<void> {
  const { keys, checkpoint, backend, stack } = location;
  const { store, keeps } = backend;
  // The name that Pulumi gives has nanoseconds; under the lock milliseconds distinguish updates.
  const stamp = `${now.getTime()}000000`;
  const extension = location.gzip ? "json.gz" : "json";
  const config = configRecord(readStackSettings(stackFile, project).config);
  const record = Buffer.from(historyRecord(facts, config, Math.floor(now.getTime() / 1000)), "utf8");
  const update = `${keys.history}${stack}-${stamp}`;
  await store.write(`${update}.history.${extension}`, location.gzip ? await promisify(gzip)(record) : record, "always");
  await store.copy(checkpoint, `${update}.checkpoint.${extension}`);
  if (keeps.backups) await store.copy(checkpoint, `${keys.backups}${stack}.${stamp}.${extension}`);
  if (keeps.checkpoints) await store.copy(checkpoint, `${checkpoint}.${stamp}`);
}

/** Members in Pulumi's order. `config` is JSON. */
function historyRecord({ kind, message, created, imported }: UpdateFacts, config: string, seconds: number): string {
  const changes = { create: created > 0 ? created : undefined, import: imported > 0 ? imported : undefined };
  const head = { kind, startTime: seconds, message, environment: { "exec.agent": "imp", "exec.kind": "cli" } };
  const tail = { version: 0, result: "succeeded", endTime: seconds, resourceChanges: changes };
  return `${JSON.stringify(head).slice(0, -1)},"config":${config},${JSON.stringify(tail).slice(1)}`;
}
