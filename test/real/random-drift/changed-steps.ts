/** The resources that the real Pulumi changes. */
import { exitsWith } from "../run-process.ts";
import type { RealStack } from "../stack.ts";

interface Step {
  readonly op: string;
  readonly urn: string;
}

export function nameOf(urn: string): string {
  return urn.split("::").at(-1) ?? "";
}

/** Returns the sorted names of the resources that the next update would change. */
export async function changedSteps(stack: RealStack, ...flags: string[]): Promise<readonly string[]> {
  const ran = await exitsWith(0, stack.pulumi("preview", "--json", ...flags));
  return changedNames((JSON.parse(ran.stdout) as { readonly steps?: readonly Step[] }).steps ?? []);
}

/** Refreshes and updates the stack. Returns the sorted names of the resources that changed. */
export async function changedUpdate(stack: RealStack): Promise<readonly string[]> {
  const ran = await exitsWith(0, stack.pulumi("up", "--refresh", "--yes", "--skip-preview", "--json"));
  const steps = ran.stdout.split("\n").flatMap((line) => {
    const { resOutputsEvent } = (line === "" ? {} : JSON.parse(line)) as {
      readonly resOutputsEvent?: { readonly metadata: Step };
    };
    return resOutputsEvent === undefined ? [] : [resOutputsEvent.metadata];
  });
  return changedNames(steps);
}

function changedNames(steps: readonly Step[]): readonly string[] {
  const changed = steps.filter(({ op }) => !["same", "refresh", "read"].includes(op));
  return [...new Set(changed.map(({ urn }) => nameOf(urn)))].sort();
}
