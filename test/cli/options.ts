import { type CliProject, makeProject } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";

export interface Resource {
  readonly name: string;
  readonly verdict: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly differences: readonly { readonly path: string; readonly kind: string }[];
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string };
}

export function resourcesOf(ran: Ran): ReadonlyMap<string, Resource> {
  const { resources } = JSON.parse(ran.stdout) as { readonly resources: readonly Resource[] };
  return new Map(resources.map((resource) => [resource.name, resource]));
}

export async function withProject<T>(specs: string, use: (project: CliProject) => Promise<T>): Promise<T> {
  const project = makeProject({ specs: JSON.parse(specs) });
  try {
    return await use(project);
  } finally {
    await project.remove();
  }
}
