import { gzipSync } from "node:zlib";
import { type CliProject, makeProject } from "../support/cli-project.ts";
import { bucket, record, role, specsOf } from "../support/quickstart-specs.ts";

const stateOf = (project: string, stack: string, ...resources: readonly object[]): string => {
  const list = resources.map((resource, index) => ({
    urn: `urn:pulumi:${stack}::${project}::a:b:C::r${index}`,
    ...resource,
  }));
  const latest = { manifest: { time: "2026-01-15T10:20:30Z", magic: "", version: "" }, resources: list, metadata: {} };
  return JSON.stringify({ version: 3, checkpoint: { stack: `organization/${project}/${stack}`, latest } });
};

export const stackPath = (name: string): string => `.pulumi/stacks/${name}.json`;

/** Creates a project in a backend with other stacks, some of which manage the bucket. */
export function makeSharedBackend(): CliProject {
  const same = { custom: true, type: bucket.type, id: bucket.id };
  const project = makeProject({
    specs: JSON.parse(specsOf(bucket, record)),
    files: {
      [stackPath("shop/prod")]: stateOf("shop", "prod", same),
      [stackPath("shop/reads")]: stateOf("shop", "reads", { ...same, external: true }),
      [stackPath("shop/leaves")]: stateOf("shop", "leaves", { ...same, delete: true }),
      [stackPath("shop/else")]: stateOf("shop", "else", { ...same, id: "another" }, { ...same, type: role.type }),
      [stackPath("orchard/empty")]: '{"version":0,"checkpoint":{"stack":"organization/orchard/empty"}}',
      [stackPath("orchard/broken")]: "{",
    },
  });
  project.write(".pulumi/stacks/orchard/packed.json.gz", gzipSync(stateOf("orchard", "packed", same)));
  return project;
}
