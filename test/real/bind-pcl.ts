/** Runs the official strict binder and program generators on .pp files and package schemas. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProcess, showRun } from "./run-process.ts";
import type { Tools } from "./tools.ts";

interface PclDiagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail?: string;
  readonly range?: string;
}

export interface Bound {
  readonly errors: readonly PclDiagnostic[];
  readonly warnings: readonly PclDiagnostic[];
  readonly resources: number;
  /** The number of components that the program registers by type token. */
  readonly components: number;
}

/** Binds the PCL files of a directory. The binder knows only the given JSON schemas. */
export async function bindPcl(tools: Tools, directory: string, schemas: readonly string[]): Promise<Bound> {
  const scratch = await mkdtemp(join(tmpdir(), "imp-bind-"));
  try {
    const files = await Promise.all(
      schemas.map(async (schema, index) => {
        const file = join(scratch, `schema-${index}.json`);
        await writeFile(file, schema);
        return file;
      }),
    );
    const ran = await runProcess([tools.bindpcl, directory, ...files]);
    if (ran.code !== 0 && ran.code !== 1) throw new Error(showRun(ran));
    const lines = ran.stdout.trimEnd().split("\n");
    const diagnostics = lines.slice(0, -1).map((line) => JSON.parse(line) as PclDiagnostic);
    const { resources, components } = JSON.parse(lines.at(-1) ?? "{}") as { resources: number; components: number };
    return {
      errors: diagnostics.filter(({ severity }) => severity === "error"),
      warnings: diagnostics.filter(({ severity }) => severity === "warning"),
      resources,
      components,
    };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
