/**
 * Reports the faults of a state, each with its position in the file and how to repair it.
 */
import type { Urn } from "../graph.ts";
import type { Path } from "../ir/path.ts";
import { offsetAt, type Position, positionsOf } from "../json/scan.ts";
import type { Deployment } from "./deployment.ts";
import { unreadableParts, unreadableRules } from "./unreadable.ts";
import { decoding, type IntegrityProblem, verifyDeployment } from "./verify.ts";

export interface Fault extends Pick<IntegrityProblem, "severity" | "rule" | "why"> {
  /** Absent: the state as a whole, or an entry without a URN. */
  readonly urn?: Urn;
  readonly position: Position;
  readonly hint: string;
}

/** Returns members that cannot be decoded, then faults in the order of the rules' walk through the resources, then unreadable values. */
export function faultsOf(deployment: Deployment): readonly Fault[] {
  const { bytes, layout } = deployment.source;
  const all = [...verifyDeployment(deployment), ...unreadableParts(deployment)];
  // A member of another type counts as absent: that it is missing is not a second fault.
  const misread = new Set(deployment.mismatches.map(({ path }) => faultyEntry(path)));
  const problems = all.filter(({ rule, at }) => rule === decoding || !misread.has(faultyEntry(at)));
  const found = problems.map((problem) => ({ problem, offset: offsetInState(problem.at, deployment) }));
  const positions = positionsOf(
    bytes,
    found.map(({ offset }) => offset),
  );
  return found.map(({ problem, offset }) => {
    const { severity, rule, why, at } = problem;
    const urn = urnAt(at, deployment);
    const position = positions.get(offset) ?? { line: 1, column: layout.root.range.start + 1 };
    return {
      severity,
      rule,
      why,
      position,
      hint: repairHint(rule),
      urn: urn !== undefined && urn !== "" ? urn : undefined,
    };
  });
}

/** An element of a list, or a member, of the deployment. */
function faultyEntry([member = "", index]: Path): string {
  return typeof index === "number" ? `${member}[${index}]` : String(member);
}

function urnAt([list, index]: Path, { resources, pendingOperations }: Deployment): Urn | undefined {
  if (typeof index !== "number") return undefined;
  if (list === "resources") return resources[index]?.urn;
  return list === "pending_operations" ? pendingOperations[index]?.resource.urn : undefined;
}

/** Returns the offset of the last element of the path that exists. */
function offsetInState(at: Path, { source: { bytes, layout } }: Deployment): number {
  const [list, index, ...inner] = at;
  // The offsets of the entries are known: a large state is not scanned again for each fault.
  const entry = list === "resources" && typeof index === "number" ? layout.resources[index] : undefined;
  if (entry !== undefined) return offsetAt(bytes, entry.start, inner);
  return offsetAt(bytes, (layout.deployment ?? layout.root).range.start, at);
}

const backup = "Restore it from a backup: the `.json.bak` next to the checkpoint, or `.pulumi/backups`";

/** Returns how to repair a fault, by the numbers of docs/state.md#integrity-rules. */
function repairHint(rule: number): string {
  switch (rule) {
    case 2:
    case 3:
    case 5:
      return `${backup}, or take the entry out of the exported file.`;
    case 4:
      return "Take its `id` out of the exported file: a component has none.";
    case 6:
      return `\`pulumi state repair\` cannot repair this. ${backup}, or put the provider before it.`;
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
    case unreadableRules.value:
    case decoding:
      return `${backup}, or correct it in the exported file.`;
    default:
      return `${backup}.`;
  }
}
