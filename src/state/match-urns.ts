import type { Urn } from "../domain/graph.ts";
import { literalPattern } from "../domain/literal-pattern.ts";

/**
 * Returns a function that matches URNs like the engine's `--target`. `*` matches any text without a colon, and `**` matches any text. If the target
 * has no wildcards, the URN must equal it.
 */
export function matcherOf(target: string): (urn: Urn) => boolean {
  if (!target.includes("*")) return (urn) => urn === target;
  const parts = target.split("**").map((part) => part.split("*").map(literalPattern).join("[^:]*"));
  // As in the engine, `.` does not match line breaks, which a name may contain.
  const pattern = new RegExp(`^${parts.join(".*")}$`, "u");
  return (urn) => pattern.test(urn);
}
