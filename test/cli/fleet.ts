/** A fleet of projects with one stack each in a simulated cloud. */
import { type CliProject, makeProject, projectFile, simcloud } from "../support/cli-project.ts";

const bucket = "simcloud:storage/bucket:Bucket";

export interface FleetProject {
  readonly project: CliProject;
  readonly names: readonly string[];
}

/** Creates targets with three buckets each, in one region per target. Each target has a project directory with a file backend. */
export function makeFleet(
  size: number,
  more: { readonly files?: Readonly<Record<string, string>> } = {},
): FleetProject {
  const names = Array.from({ length: size }, (_, i) => `t${String(i).padStart(2, "0")}`);
  const objects = names.flatMap((name) =>
    [1, 2, 3].map(
      (i) =>
        [
          `${name}|${bucket}|${name}-b${i}`,
          { bucket: `${name}-b${i}`, arn: `arn:sim:storage:::${name}-b${i}` },
        ] as const,
    ),
  );
  const files = names.flatMap((name) => [
    [`${name}/Pulumi.yaml`, projectFile.replace("file://.", "file://./state")] as const,
    [`${name}/Pulumi.dev.yaml`, `config:\n  simcloud:region: ${name}\n`] as const,
    [`${name}/state/.pulumi/meta.yaml`, "version: 1\n"] as const,
    [
      `${name}/state/.pulumi/stacks/orchard/dev.json`,
      '{"version":0,"checkpoint":{"stack":"organization/orchard/dev"}}',
    ] as const,
    [
      `${name}/specs.json`,
      JSON.stringify({ resources: [1, 2, 3].map((i) => ({ type: bucket, name: `b${i}`, id: `${name}-b${i}` })) }),
    ] as const,
  ]);
  const fleet = `
matrix:
  name: [${names.join(", ")}]
target:
  name: "{name}"
  directory: "{name}"
  stack: dev
  run: [specs.json, --provider, ${JSON.stringify(`simcloud=${simcloud}`)}]
`;
  const project = makeProject({
    cloud: { version: 1, objects: Object.fromEntries(objects) },
    files: { "fleet.yaml": fleet, ...Object.fromEntries(files), ...more.files },
  });
  return { project, names };
}

/** Returns the resources in the state of a target, without times and the IDs of providers. */
export function stateOf(project: CliProject, name: string): unknown {
  const { checkpoint } = project.json(`${name}/state/.pulumi/stacks/orchard/dev.json`) as {
    readonly checkpoint: { readonly latest?: { readonly resources?: readonly object[] } };
  };
  const text = JSON.stringify(checkpoint.latest?.resources ?? []);
  return JSON.parse(text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "ID"), (key, value) =>
    key === "created" || key === "modified" ? undefined : value,
  );
}
