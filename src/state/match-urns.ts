/**
 * Matches URNs of `--target`, with wildcards, against the URNs of a stack, as the engine does.
 */
import { literalPattern } from "../domain/literal-pattern.ts";
import type { Urn } from "../graph.ts";

/** `*` stands for any text without a colon, `**` for any text; what has neither must be the URN itself. */
export function matcherOf(target: string): (urn: Urn) => boolean {
  if (!target.includes("*")) return (urn) => urn === target;
  const parts = target.split("**").map((part) => part.split("*").map(literalPattern).join("[^:]*"));
  // A name may hold line ends; `.` of the engine's expressions stops there too.
  const pattern = new RegExp(`^${parts.join(".*")}$`, "u");
  return (urn) => pattern.test(urn);
}
