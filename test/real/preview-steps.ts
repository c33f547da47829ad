/** Parses `pulumi preview --json`. */
import { showRun } from "./run-process.ts";
import type { RealStack } from "./stack.ts";

/** Returns operations (`same`, `update`, ...) by URN, for every resource of the program and the state. */
export async function previewSteps(stack: RealStack): Promise<ReadonlyMap<string, string>> {
  const ran = await stack.pulumi("preview", "--json", "--show-sames");
  if (ran.code !== 0) throw new Error(showRun(ran));
  const { steps = [] } = JSON.parse(ran.stdout) as { steps?: readonly { readonly op: string; readonly urn: string }[] };
  return new Map(steps.map(({ urn, op }) => [urn, op]));
}
