import { type CliProject, makeProject } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";

export interface Resource {
  readonly name: string;
  readonly type: string;
  readonly urn: string;
  readonly verdict: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly differences: readonly { readonly path: string; readonly kind: string }[];
  readonly remarks?: readonly { readonly kind: string; readonly paths?: readonly string[] }[];
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string };
}

export function listedResources(ran: Ran): readonly Resource[] {
  return (JSON.parse(ran.stdout) as { readonly resources: readonly Resource[] }).resources;
}

export function resourcesOf(ran: Ran): ReadonlyMap<string, Resource> {
  return new Map(listedResources(ran).map((resource) => [resource.name, resource]));
}

export async function withProject<T>(specs: string, use: (project: CliProject) => Promise<T>): Promise<T> {
  const project = makeProject({ specs: JSON.parse(specs) });
  try {
    return await use(project);
  } finally {
    await project.remove();
  }
}
