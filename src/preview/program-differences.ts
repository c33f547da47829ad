/** Converts the steps of a preview for display: the differing inputs, and the location of each registration. */
import { relative } from "node:path";
import type { CodeLocation } from "../../generators/edited-inputs.ts";
import type { Difference, ShownValue, Urn } from "../domain/graph.ts";
import { withValues } from "../import/engine/difference-values.ts";
import { SecretFilter } from "../plugin/secret-filter.ts";
import { restoreSecrets } from "../value/restore-secrets.ts";
import { shownValue } from "../value/shown-value.ts";
import { emptyMap } from "../value/value.ts";
import type { Resource } from "./resource.ts";
import type { Operation, Step } from "./step.ts";

export interface ProgramDifference {
  readonly op: Operation;
  readonly urn: Urn;
  readonly differences: readonly Difference[];
  /** All inputs by name. For a deleted resource, its inputs in the state. Omitted if they were not requested, or if nothing changes. */
  readonly inputs?: Readonly<Record<string, ShownValue>>;
  /** The properties that force a replacement. */
  readonly replacedBy: readonly string[];
  /** The location of the registration in the program, such as `index.ts:4:1`. */
  readonly where: string | undefined;
}

/**
 * Returns the steps with the values of their differences. Secrets are hidden.
 *
 * @param allInputs true to also return all inputs of the changed resources
 */
export function programDifferences(
  steps: readonly Step[],
  root: string,
  allInputs = false,
): readonly ProgramDifference[] {
  return steps.map(({ op, urn, old, new: registered, decision }) => ({
    op,
    urn,
    differences: withValues(
      decision?.differences ?? [],
      { outputs: old?.outputs ?? emptyMap, projected: old?.inputs ?? emptyMap },
      { stored: registered?.inputs ?? emptyMap },
    ),
    replacedBy: decision?.replaced ?? [],
    where: registrationLine(registered?.sourcePosition, root),
    inputs: allInputs && changesSomething({ op }) ? shownInputs(old, registered) : undefined,
  }));
}

/** Returns the inputs. Hides values that are secret in the state or in the program. */
function shownInputs(old: Resource | undefined, registered: Resource | undefined): Record<string, ShownValue> {
  const inputs = registered?.inputs ?? old?.inputs ?? emptyMap;
  const filter = new SecretFilter();
  for (const values of [inputs, old?.inputs ?? emptyMap, old?.outputs ?? emptyMap]) filter.addSecretsIn(values);
  const marked = old === undefined ? inputs : restoreSecrets(restoreSecrets(inputs, old.inputs), old.outputs);
  return Object.fromEntries(
    [...marked].map(([name, value]) => [name, shownValue(value, (text) => filter.redact(text))]),
  );
}

/** Returns true if an update would change something for this step. False for unchanged and read resources. */
export function changesSomething({ op }: Pick<ProgramDifference, "op">): boolean {
  return op !== "same" && op !== "read";
}

/**
 * Converts the SDK's position of a registration to a location in the project. For example, `file:///shop/src/index.ts#4,1` becomes line 4, column 1
 * of `src/index.ts` in the project `/shop`. Returns undefined for code that is not in the project, such as an SDK.
 */
export function positionIn(position: string | undefined, root: string): CodeLocation | undefined {
  const match = /^(?:project:\/\/|file:\/\/)(\/.+)#(\d+)(?:,(\d+))?$/.exec(position ?? "");
  if (match === null) return undefined;
  const [, path = "", line, column] = match;
  const file = relative(position?.startsWith("project:") ? "/" : root, decodeURIComponent(path));
  if (file.startsWith("..") || file.includes("node_modules/")) return undefined;
  // The SDK for Python does not know the column, and sends 0.
  const isKnown = column !== undefined && column !== "0";
  return { file, line: Number(line), column: isKnown ? Number(column) : undefined };
}

/** Formats a position as `index.ts:4:1`. */
export function positionText({ file, line, column }: CodeLocation): string {
  return [file, line, ...(column === undefined ? [] : [column])].join(":");
}

/** Returns the position of a registration as `src/index.ts:4:1`. Returns undefined for code that is not in the project. */
export function registrationLine(position: string | undefined, root: string): string | undefined {
  const location = positionIn(position, root);
  return location && positionText(location);
}
