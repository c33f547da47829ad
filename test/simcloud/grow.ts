/** A simple search for inputs, which shows that a verdict is reachable. It starts with the required inputs, and adds those that Diff names. */
import type { Properties } from "../../fixtures/simcloud/language.ts";
import { type Bag, bag } from "../../fixtures/simcloud/plain.ts";
import type { Simcloud } from "./client.ts";

export interface Grown {
  readonly inputs: Bag;
  readonly verdict: "clean" | "ignored" | "update" | "replace" | "failed";
  /** The properties that Check rejected or that Diff still names. */
  readonly rest: readonly string[];
}

export async function grow(
  simcloud: Simcloud,
  type: string,
  properties: Properties,
  id: string,
  initial: Bag = {},
): Promise<Grown> {
  const read = await simcloud.read(type, id);
  if (read.inputs === undefined || read.outputs === undefined)
    return { inputs: {}, verdict: "failed", rest: ["unreadable"] };
  const [olds, state] = [read.inputs, read.outputs];
  const value = (name: string) =>
    properties[name]?.use === "output" ? null : (initial[name] ?? olds[name] ?? state[name] ?? null);
  const kept = new Set(
    Object.keys(properties).filter((name) => properties[name]?.use === "required" || name in initial),
  );
  for (;;) {
    const program = bag([...kept].map((name) => [name, value(name)] as const).filter(([, item]) => item !== null));
    const checked = await simcloud.check(type, olds, program);
    if (checked.failures.length > 0) {
      return {
        inputs: program,
        verdict: "failed",
        rest: checked.failures.map(({ property, reason }) => `${property}: ${reason}`),
      };
    }
    const diff = await simcloud.diff(type, read.id, olds, state, checked.inputs);
    if (diff.changes === 1) return { inputs: program, verdict: "clean", rest: [] };
    const fresh = diff.diffs.filter((name) => !kept.has(name) && value(name) !== null);
    for (const name of fresh) kept.add(name);
    if (fresh.length > 0) continue;
    const ignoring = await simcloud.diff(type, read.id, checked.inputs, state, checked.inputs, diff.diffs);
    if (ignoring.changes === 1) return { inputs: program, verdict: "ignored", rest: diff.diffs };
    return { inputs: program, verdict: diff.replaces.length > 0 ? "replace" : "update", rest: diff.diffs };
  }
}
