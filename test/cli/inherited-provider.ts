import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import { specsOf, vpc } from "../support/quickstart-specs.ts";

export interface Entry {
  urn: string;
  type: string;
  provider?: string;
}

const south = { type: "pulumi:providers:simcloud", name: "south", inputs: { region: "us-east-1" } };

/** Creates a project whose VPC has an explicit provider. */
export async function makeProviderProject(): Promise<CliProject> {
  const project = makeProject();
  project.write("first.json", specsOf(south, { ...vpc, provider: "south" }));
  await exitsWith(0, project.run(["first.json", "--yes"]));
  return project;
}

/** Writes a copy of the project's state in which the subnet has the default provider, although its parent has another. */
export function writeOddState(project: CliProject, name: string): void {
  const state = project.json(checkpoint) as { version: number; checkpoint: { latest: { resources: Entry[] } } };
  const urn = "urn:pulumi:dev::orchard::pulumi:providers:simcloud::default";
  const entry = { urn, custom: true, id: "11aa", type: "pulumi:providers:simcloud", inputs: { region: "us-east-1" } };
  const [stack = assert.fail(), ...others] = state.checkpoint.latest.resources;
  const changed = others.map((one) => (one.urn.endsWith("::a") ? { ...one, provider: `${urn}::11aa` } : one));
  const latest = { ...state.checkpoint.latest, resources: [stack, entry, ...changed] };
  project.write(name, JSON.stringify({ version: 3, deployment: latest }));
}
