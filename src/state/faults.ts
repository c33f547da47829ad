/** Lists the errors of a state, with their positions in the file and how to repair them. */

import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { offsetAt, type Position, positionsOf } from "../value/json/scan.ts";
import type { Path } from "../value/path.ts";
import type { Deployment } from "./deployment.ts";
import { secretsManagers } from "./secrets/index.ts";
import type { StateResource } from "./state-resource.ts";
import { decoding, type IntegrityProblem, verifyDeployment } from "./verify.ts";

export interface Fault extends Pick<IntegrityProblem, "severity" | "rule" | "why"> {
  /** Omitted if the error concerns the whole state or an entry without a URN. */
  readonly urn?: Urn;
  readonly position: Position;
  readonly hint: string;
}

/** Returns decoding errors, then violations of the integrity rules, then unreadable values. */
export function faultsOf(deployment: Deployment): readonly Fault[] {
  const { bytes, layout } = deployment.source;
  const all = [...verifyDeployment(deployment), ...unreadableParts(deployment)];
  // Report only decoding errors for an entry that has one. Members of a wrong type count as absent, which would cause further errors.
  const misread = new Set(deployment.mismatches.map(({ path }) => faultyEntry(path)));
  const problems = all.filter(({ rule, at }) => rule === decoding || !misread.has(faultyEntry(at)));
  const located = problems.map((problem) => ({ problem, offset: offsetInState(problem.at, deployment) }));
  const positions = positionsOf(
    bytes,
    located.map(({ offset }) => offset),
  );
  return located.map(({ problem, offset }) => {
    const { severity, rule, why } = problem;
    const urn = urnAt(problem.at, deployment);
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

/** Returns a key for the list element, or the member of the deployment, that contains the path. */
function faultyEntry([member = "", index]: Path): string {
  return typeof index === "number" ? `${member}[${index}]` : String(member);
}

function urnAt([list, index]: Path, { resources, pendingOperations }: Deployment): Urn | undefined {
  if (typeof index !== "number") return undefined;
  if (list === "resources") return resources[index]?.urn;
  return list === "pending_operations" ? pendingOperations[index]?.resource.urn : undefined;
}

/** Returns the offset of the value at the path. If it does not exist, returns the offset of its last existing ancestor. */
function offsetInState(path: Path, { source: { bytes, layout } }: Deployment): number {
  const [list, index, ...inner] = path;
  // Use the known offset of the entry to avoid scanning a large state again.
  const entry = list === "resources" && typeof index === "number" ? layout.resources[index] : undefined;
  if (entry !== undefined) return offsetAt(bytes, entry.start, inner);
  return offsetAt(bytes, (layout.deployment ?? layout.root).range.start, path);
}

const backup = "Restore it from a backup: the `.json.bak` next to the checkpoint, or `.pulumi/backups`";

/** Returns how to repair a violation of a rule in docs/state.md#integrity-rules. */
function repairHint(rule: number): string {
  switch (rule) {
    case 2:
    case 3:
    case 5:
      return `${backup}, or remove the entry from the exported file.`;
    case 4:
      return "Remove the component's `id` from the exported file.";
    case 6:
      return `\`pulumi state repair\` cannot repair this. ${backup}, or move the provider before it in the exported file.`;
    case 7:
    case 9:
    case 10:
    case 11:
    case 12:
      return "`pulumi state repair` sorts the entries and removes references to missing resources, but cannot repair cycles.";
    case 8:
      return "Pulumi loads this state. To correct the URN, use `pulumi state move` or an update with an alias.";
    case 13:
      return "Remove one of the two entries from the exported file: the entry whose `id` is not the object in use.";
    case unreadableRules.value:
    case decoding:
      return `${backup}, or correct it in the exported file.`;
    default:
      return `${backup}.`;
  }
}

/** Numbers for errors that don't violate an integrity rule. No rule in docs/state.md#integrity-rules has these numbers. */
const unreadableRules = { manager: 101, value: 102 } as const;

const secretsProviderTypes: readonly string[] = ["passphrase", "cloud", "service"];

/** Returns the unreadable parts in file order. Does not decrypt secrets. */
function unreadableParts(deployment: Deployment): readonly IntegrityProblem[] {
  const { secretsProvider, resources, pendingOperations } = deployment;
  const hasManager = secretsProvider !== undefined;
  const values = [
    ...resources.flatMap((resource, index) => unreadableValues(resource, hasManager, ["resources", index])),
    ...pendingOperations.flatMap(({ resource }, index) =>
      unreadableValues(resource, hasManager, ["pending_operations", index]),
    ),
  ];
  return [...checkManager(secretsProvider), ...values];
}

function unreadableValues(resource: StateResource, hasManager: boolean, at: Path): readonly IntegrityProblem[] {
  const why = unreadableReason(resource, hasManager);
  return why === undefined ? [] : [{ severity: "error", rule: unreadableRules.value, why, resource: resource.urn, at }];
}

function checkManager(provider: Deployment["secretsProvider"]): readonly IntegrityProblem[] {
  if (provider === undefined) return [];
  if (!secretsProviderTypes.includes(provider.type))
    return [managerProblem(`Pulumi has no secrets provider of type ${JSON.stringify(provider.type)}`)];
  const manager = secretsManagers.find(({ keyInState }) => keyInState(provider) !== undefined);
  const fault = manager?.faultOf(provider);
  return fault === undefined ? [] : [managerProblem(fault)];
}

function unreadableReason(resource: StateResource, hasManager: boolean): string | undefined {
  let isEncrypted = false;
  const decrypt = (): string => {
    isEncrypted = true;
    return "null";
  };
  try {
    resource.inputs(decrypt);
    resource.outputs(decrypt);
    resource.replacementTrigger(decrypt);
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    const { where, why } = error.explanation;
    return `${where?.replace(`${resource.urn}, `, "") ?? "a value"}: ${why.replace(/^The value cannot be read: |\.$/g, "")}`;
  }
  return isEncrypted && !hasManager
    ? "it has an encrypted secret, but the state does not name a secrets provider"
    : undefined;
}

function managerProblem(why: string): IntegrityProblem {
  return { severity: "error", rule: unreadableRules.manager, why, at: ["secrets_providers"] };
}
