/**
 * A directory of .pp files and package schemas -> the answers of the official strict binder and program generators. The binder is
 * of a later Pulumi than the other tools, one that reads components by their type token; it is built once per content, in the ignored cache.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failureOf, makeOnce } from "./make-once.ts";
import { describe, mustRun, runProcess } from "./run-process.ts";
import { fingerprintOf, moduleDirectory, realCache } from "./tools.ts";

export interface PclDiagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail?: string;
  readonly range?: string;
}

export interface Bound {
  readonly errors: readonly PclDiagnostic[];
  readonly warnings: readonly PclDiagnostic[];
  readonly resources: number;
  /** Those that the program registers by their type token. */
  readonly components: number;
}

/**
 * Builds the binder if it is missing; cold this takes minutes. A string is the reason why there is none.
 *
 * @param deadline seconds since 1970 when no suite begins any more: the build takes a third of what is left at most
 */
export async function buildBinder(print: (line: string) => void, deadline: number): Promise<string | undefined> {
  if (existsSync(folder())) return undefined;
  const left = (deadline * 1000 - Date.now()) / 3;
  if (left <= 0) return "the PCL binder of Pulumi 3.259 is not built: no time is left";
  print("building the PCL binder of Pulumi 3.259 (minutes on a cold machine)");
  const build = async (work: string) => {
    await mustRun(["go", "build", "-modfile=pcl.mod", "-o", work, "./cmd/bindpcl"], {
      cwd: moduleDirectory,
      env: { ...process.env, GOFLAGS: "-buildvcs=false -mod=readonly" },
      timeout: Math.min(900_000, left),
    });
  };
  return await failureOf("the PCL binder of Pulumi 3.259 cannot be built", () => makeOnce(folder(), build));
}

/** The binder if `.ci/real.mjs` could build it; without it a suite or a part of one is skipped with a message. */
export function requireBinder(suite: string): string | undefined {
  if (existsSync(folder())) return join(folder(), "bindpcl");
  console.log(`SKIPPED: ${suite}: the PCL binder of Pulumi 3.259 is not built`);
  return undefined;
}

function folder(): string {
  return join(realCache, "pcl-binder", fingerprintOf(moduleDirectory).slice(0, 16));
}

/** Schemas are JSON texts; nothing is looked up anywhere else. */
export async function bindPcl(binder: string, directory: string, schemas: readonly string[]): Promise<Bound> {
  const scratch = await mkdtemp(join(tmpdir(), "imp-bind-"));
  try {
    const files = await Promise.all(
      schemas.map(async (schema, index) => {
        const file = join(scratch, `schema-${index}.json`);
        await writeFile(file, schema);
        return file;
      }),
    );
    const ran = await runProcess([binder, directory, ...files]);
    if (ran.code !== 0 && ran.code !== 1) throw new Error(describe(ran));
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
