import { type CliProject, checkpoint } from "../support/cli-project.ts";

type Resource = Record<string, unknown> & { urn: string; inputs: Record<string, unknown> };
export interface Latest {
  resources: Resource[];
}

/** Returns a changed export of stack dev. */
export function exported(project: CliProject, change: (latest: Latest) => void = () => {}): string {
  const { version, checkpoint: inner } = project.json(checkpoint) as {
    version: number;
    checkpoint: { latest: Latest };
  };
  change(inner.latest);
  return JSON.stringify({ version, deployment: inner.latest }, null, 2);
}
