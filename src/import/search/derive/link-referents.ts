import type { Link, Urn } from "../../../graph.ts";

/** Returns the resources that the links refer to, each once. */
export function referentsIn(links: readonly Link[]): readonly Urn[] {
  return [
    ...new Set(links.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "output" ? [part.referent] : [])))),
  ];
}
