import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import { bucket, component, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";

const east = { type: "pulumi:providers:simcloud", name: "east", inputs: { region: "us-east-1" } };

interface NameTableProject {
  readonly project: CliProject;
  readonly nameTable: Readonly<Record<"net" | "eastern" | "cloud", string>>;
}

/** Creates a project whose state has a component, a provider, and a VPC, and an import file that names their variables. */
export async function makeNameTableProject(): Promise<NameTableProject> {
  const project = makeProject({ specs: JSON.parse(specsOf(component, east, { ...vpc, provider: "east" })) });
  await exitsWith(0, project.run(["specs.json", "--yes", "--state-only"]));
  const state = project.json(checkpoint) as { checkpoint: { latest: { resources: readonly { urn: string }[] } } };
  const urnOf = (name: string): string =>
    state.checkpoint.latest.resources.find(({ urn }) => urn.endsWith(`::${name}`))?.urn ?? assert.fail(name);
  const nameTable = { net: urnOf("network"), eastern: urnOf("east"), cloud: urnOf("main") };
  const child = { ...bucket, parent: "net", provider: "eastern" };
  const inVpc = { ...subnetA, provider: "eastern" };
  project.write("child.json", JSON.stringify({ nameTable, resources: [child, inVpc] }));
  project.write("index.ts", "// mine\n");
  return { project, nameTable };
}
