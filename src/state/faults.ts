/**
 * What is wrong with a state, each fault with its place in the file and with what mends it.
 */
import type { Urn } from "../graph.ts";
import type { Deployment } from "./deployment.ts";
import { type Position, positionsOf } from "./json-scan.ts";
import { unreadable, unreadableParts } from "./unreadable.ts";
import { type IntegrityProblem, verifyDeployment } from "./verify.ts";

export interface Fault extends Pick<IntegrityProblem, "severity" | "rule" | "why"> {
  /** Absent: the state as a whole, or an entry without a URN. */
  readonly urn?: Urn;
  readonly position: Position;
  readonly hint: string;
}

/** In the order of the rules' walk through the resources, then what cannot be read. */
export function faultsOf(deployment: Deployment): readonly Fault[] {
  const { bytes, layout } = deployment.source;
  const problems = [...verifyDeployment(deployment), ...unreadableParts(deployment)];
  const found = problems.map((problem) => ({ problem, offset: offsetOf(problem, deployment) }));
  const positions = positionsOf(
    bytes,
    found.map(({ offset }) => offset),
  );
  return found.map(({ problem, offset }) => {
    const { severity, rule, why, index } = problem;
    const urn = index === undefined ? undefined : deployment.resources[index]?.urn;
    const position = positions.get(offset) ?? { line: 1, column: layout.root.range.start + 1 };
    return { severity, rule, why, position, hint: hintOf(rule), ...(urn !== undefined && urn !== "" && { urn }) };
  });
}

/** The entry, the member of the deployment that the rule is about, or the beginning. */
function offsetOf({ index, rule }: IntegrityProblem, { source: { layout } }: Deployment): number {
  const entry = index === undefined ? undefined : layout.resources[index];
  const key = rule === 1 ? "manifest" : rule === unreadable.manager ? "secrets_providers" : "snippets";
  const member = layout.deployment?.members.find((candidate) => candidate.key === key);
  return entry?.start ?? member?.keyStart ?? layout.root.range.start;
}

const backup = "Restore it from a backup: the `.json.bak` beside the checkpoint, or `.pulumi/backups`";

/** By the rules of state-and-secrets.md §3. */
function hintOf(rule: number): string {
  switch (rule) {
    case 2:
    case 3:
    case 5:
      return `${backup}, or take the entry out of the exported file.`;
    case 4:
      return "Take its `id` out of the exported file: a component has none.";
    case 6:
      return `\`pulumi state repair\` cannot mend this. ${backup}, or put the provider before it.`;
    case 7:
    case 9:
    case 10:
    case 11:
    case 12:
      return "`pulumi state repair` puts entries into order and drops references to what is gone, but opens no circle.";
    case 8:
      return "Pulumi loads it; `pulumi state move` or an update with an alias gives it the URN of its place.";
    case 13:
      return "Take one of the two out of the exported file: the one whose `id` is not the object in use.";
    case unreadable.value:
      return `${backup}, or correct it in the exported file.`;
    default:
      return `${backup}.`;
  }
}
