import type { Outcome } from "../domain/graph.ts";
import type { Program } from "../ir/program.ts";

/** Returns the keys (`<project>:<name>`) of configuration values that are placeholders, which the user must replace. */
export function placeholderKeys(program: Program, outcomes: readonly Outcome[]): readonly string[] {
  const nodes = new Map(program.resources.map((node) => [node.urn, node]));
  return outcomes.flatMap(({ urn, remarks }) => {
    const paths = remarks.flatMap((remark) => (remark.kind === "placeholder" ? remark.paths : []));
    const inputs = nodes.get(urn)?.inputs ?? [];
    return inputs.flatMap(({ name, value }) =>
      paths.includes(name) && value.kind === "config" ? [`${program.project}:${value.key}`] : [],
    );
  });
}
