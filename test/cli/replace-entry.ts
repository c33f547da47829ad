/** `--replace-entry` replaces a resource in the state with the imported object. */
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { specsOf, subnetB } from "../support/quickstart-specs.ts";

export const urn = "urn:pulumi:dev::orchard::simcloud:network/subnet:Subnet::a";
export const flags = ["--yes", "--no-protect"];
export const other = { ...subnetB, name: "a" };

export interface Entry {
  readonly urn: string;
  readonly id?: string;
  readonly inputs?: Readonly<Record<string, unknown>>;
  readonly dependencies?: readonly string[];
}

export function entriesOf(project: CliProject): readonly Entry[] {
  const state = project.json(checkpoint) as {
    readonly checkpoint: { readonly latest: { readonly resources: readonly Entry[] } };
  };
  return state.checkpoint.latest.resources;
}

export async function withImported(
  entries: readonly object[],
  test: (project: CliProject) => Promise<void>,
): Promise<void> {
  const project = makeProject({ specs: JSON.parse(specsOf(...entries)) });
  try {
    await exitsWith(0, project.run(["specs.json", ...flags]));
    await test(project);
  } finally {
    await project.remove();
  }
}

export function words({ stdout }: Ran): string {
  return stdout.replace(/\s+/g, " ");
}
