import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith } from "../support/cli-project.ts";

type Resource = Record<string, unknown> & { urn: string; inputs: Record<string, unknown> };
export interface Latest {
  resources: Resource[];
}

/** Returns an export of stack dev with a changed state. */
export function exported(project: CliProject, change: (latest: Latest) => void = () => {}): string {
  const { version, checkpoint: inner } = project.json(checkpoint) as {
    version: number;
    checkpoint: { latest: Latest };
  };
  change(inner.latest);
  return JSON.stringify({ version, deployment: inner.latest }, null, 2);
}

/** Returns the program that `imp generate` prints for a changed state. */
export async function programOf(
  project: CliProject,
  change: (latest: Latest) => void,
  ...flags: string[]
): Promise<string> {
  const out = `out-${Math.abs(Buffer.from(change.toString()).reduce((sum, byte) => (sum * 31 + byte) | 0, 7))}`;
  project.write(`${out}.json`, exported(project, change));
  const ran = await exitsWith(0, project.imp(["generate", "--state", `${out}.json`, "--out", out, ...flags]));
  return `${project.read(`${out}/index.ts`)}\n---\n${ran.stdout}`;
}

/** Changes fields of a resource. */
export function edit({ resources }: Latest, name: string, change: object): void {
  const resource = resources.find(({ urn }) => urn.endsWith(`::${name}`));
  assert.ok(resource, name);
  Object.assign(resource, change);
}
