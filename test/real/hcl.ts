/** The language host of Pulumi HCL, and the parser of HCL. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Judges, requireJudges } from "./judges.ts";
import { failureOf, makeOnce } from "./make-once.ts";
import { olderHcl } from "./older-hcl.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";
import type { RealStack } from "./stack.ts";
import { fingerprintOf, onPath, realCache } from "./tools.ts";

/** `pulumi-language-hcl`, and the judges that it needs. */
export interface HclHost {
  readonly executable: string;
  /** The dialect of the host: the one that imp prints, or the one of the newest host that can be built from registries. */
  readonly dialect: "current" | "older";
  readonly judges: Judges;
}

interface HclDiagnostic {
  readonly severity: "error" | "warning";
  readonly summary: string;
  readonly detail: string;
  readonly line?: number;
  readonly column?: number;
}

interface ParsedHcl {
  readonly diagnostics: readonly HclDiagnostic[];
  /** The source as `terraform fmt` prints it. Omitted if it is the same. */
  readonly formatted?: string;
  readonly resources: readonly HclResource[];
}

/** A resource block. The name is the Pulumi name, and the type is the label. Objects are `{entries}`, and references `<<type.name|step|step>>`. */
export interface HclResource {
  readonly type: string;
  readonly name: string;
  readonly inputs: unknown;
}

const hostModule: string = join(projectRoot, "test", "real", "go-hcl");

/** Builds the host, which takes minutes without a cache. Returns the reason if it cannot be built. IMP_LANGUAGE_HCL names another host. */
export async function buildHclHost(print: (line: string) => void): Promise<string | undefined> {
  if (process.env.IMP_LANGUAGE_HCL !== undefined || existsSync(folder())) return undefined;
  if (!onPath("go")) return "Go is not on the PATH, so the Pulumi HCL language host cannot be built";
  print("building the Pulumi HCL language host (minutes without a cache)");
  return failureOf("the Pulumi HCL language host cannot be built", () => makeOnce(folder(), makeHost));
}

async function makeHost(work: string): Promise<void> {
  await mustRun(["go", "build", "-o", work, "github.com/pulumi-labs/pulumi-hcl/cmd/pulumi-language-hcl"], {
    cwd: hostModule,
    env: { ...process.env, GOFLAGS: "-buildvcs=false -mod=readonly" },
    timeout: 2_400_000,
  });
}

/**
 * Returns the host in IMP_LANGUAGE_HCL, which must have the current dialect, or the built one. If it is missing, prints that the suite is skipped,
 * and returns undefined.
 */
export function requireHclHost(suite: string): HclHost | undefined {
  const judges = requireJudges(suite);
  if (judges === undefined) return undefined;
  const { IMP_LANGUAGE_HCL: given } = process.env;
  if (given !== undefined) return { executable: given, dialect: "current", judges };
  if (existsSync(folder())) return { executable: join(folder(), "pulumi-language-hcl"), dialect: "older", judges };
  console.log(`SKIPPED: ${suite}: the Pulumi HCL language host is not built`);
  return undefined;
}

/** Adds the host to the PATH of a stack, and selects the runtime in Pulumi.yaml. */
export function useHcl(host: HclHost, stack: RealStack): void {
  symlinkSync(host.executable, join(stack.root, "bin", "pulumi-language-hcl"));
  writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${stack.project}\nruntime: hcl\n`);
}

/**
 * Converts the program of a stack to the dialect of the host if necessary. The converted files are next to the program, because an older host reads
 * other files. Returns what the dialect lacks. If this is not empty, the host cannot run the program.
 */
export async function convertHcl(host: HclHost, stack: RealStack, schema: string): Promise<readonly string[]> {
  if (host.dialect === "current") return [];
  const [converted] = await olderHcl(host.judges, [readHcl(stack.directory)], schema);
  assert.ok(converted);
  for (const [name, text] of Object.entries(converted.files)) writeFileSync(join(stack.directory, name), text);
  return converted.missing;
}

/** Returns the sources of a program by file name. */
export function readHcl(directory: string): Readonly<Record<string, string>> {
  const names = readdirSync(directory).filter((name) => name.endsWith(".tf"));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(directory, name), "utf8")]));
}

/** Parses sources with the official parser. */
export async function parseHcl(judges: Judges, sources: readonly string[]): Promise<readonly ParsedHcl[]> {
  const { stdout } = await mustRun([judges.parseHcl], { input: JSON.stringify(sources), timeout: 240_000 });
  return JSON.parse(stdout) as readonly ParsedHcl[];
}

/** Asserts that each source parses without diagnostics, and is formatted. */
export async function assertHclParses(judges: Judges, sources: readonly string[]): Promise<void> {
  const parsed = await parseHcl(judges, sources);
  for (const [index, { diagnostics }] of parsed.entries()) assert.deepEqual(diagnostics, [], sources[index]);
  assertFormatted(sources, parsed);
}

/** Asserts that each source is formatted like `terraform fmt` formats it. */
export function assertFormatted(sources: readonly string[], parsed: readonly ParsedHcl[]): void {
  for (const [index, { formatted }] of parsed.entries()) {
    if (formatted !== undefined) assert.equal(sources[index], formatted);
  }
}

function folder(): string {
  return join(realCache, "hcl", fingerprintOf(hostModule).slice(0, 16));
}
