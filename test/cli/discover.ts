import { readSpecs } from "../../src/import-file/read.ts";
import type { CliProject } from "../support/cli-project.ts";

export interface Document {
  readonly found: number;
  readonly managed: number;
  readonly resources: number;
  readonly since?: string;
  readonly types: readonly {
    readonly type: string;
    readonly found: number;
    readonly managed: number;
    readonly taken: number;
    readonly limited?: true;
    readonly gap?: { readonly kind: string; readonly error?: { readonly code: string } };
  }[];
}

export const bucket = "simcloud:storage/bucket:Bucket";

/** Returns a cloud with the given number of buckets, and some queues. */
export function cloudOf(buckets: number) {
  const objects = Array.from({ length: buckets }, (_, i) => {
    const name = `bucket-${String(i).padStart(5, "0")}`;
    return [`us-east-1|${bucket}|${name}`, { bucket: name }] as const;
  });
  return { version: 1, objects: Object.fromEntries(objects) };
}

export function entriesOf(project: CliProject, file = "imp-found.json") {
  return readSpecs([{ path: file, text: project.read(file) }]).resources;
}
