/** Converts the current Pulumi HCL to the dialect of the newest language host that can be built from registries. */
import type { Judges } from "./judges.ts";
import { mustRun } from "./run-process.ts";

/** Sources by file name. */
type HclProgram = Readonly<Record<string, string>>;

interface OlderProgram {
  readonly files: HclProgram;
  /** What the older dialect lacks. If this is not empty, the older host cannot run the program. */
  readonly missing: readonly string[];
}

/** Converts programs. Throws if a program cannot be parsed. @param schema the JSON schema of the package with the called functions */
export async function olderHcl(
  judges: Judges,
  programs: readonly HclProgram[],
  schema: string,
): Promise<readonly OlderProgram[]> {
  const { functions = {} } = JSON.parse(schema) as { readonly functions?: Readonly<Record<string, unknown>> };
  const input = JSON.stringify({ programs, functions: Object.keys(functions) });
  const { stdout } = await mustRun([judges.olderHcl], { input, timeout: 240_000 });
  return JSON.parse(stdout) as readonly OlderProgram[];
}
