import type { Outcome } from "../domain/graph.ts";
import type { Program } from "../ir/program.ts";

/** Returns the configuration keys with placeholder values, which the user must set, as `<project>:<name>`. */
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
