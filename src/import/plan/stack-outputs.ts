/** Plans the outputs of the stack: those that the import specs request, and those of the program whose resources the run writes again. */

import type { GraphOutput, GraphResource, PlannedOutput, RefusedOutput, StateEntry, Urn } from "../../domain/graph.ts";
import type { KnownState } from "../../domain/known-state.ts";
import { rootStackUrn } from "../../domain/urn.ts";
import type { ResolvedSpecs } from "../../import-file/resolve.ts";
import { getThroughSecrets } from "../../value/at-path.ts";
import { equalValues } from "../../value/compare.ts";
import { formatPath, type Path } from "../../value/path.ts";
import { holdsSecret } from "../../value/restore-secrets.ts";
import { emptyMap, stringValue, type Value } from "../../value/value.ts";

/** The program that imp printed before, and whether imp can add outputs to it. */
export interface PrintedBefore {
  readonly urns: ReadonlySet<Urn>;
  readonly outputs: readonly GraphOutput[];
  /** Names of outputs that the user's code sets. */
  readonly ownOutputs: ReadonlySet<string>;
  /** False if the code that sets the outputs belongs to the user, or is not written. */
  readonly takesOutputs: boolean;
}

export interface OutputSources {
  readonly request: ResolvedSpecs;
  readonly known: Pick<KnownState, "resources" | "outputsOf">;
  readonly printed: PrintedBefore;
  /** Resources that the user's program declares. */
  readonly declared: { has(urn: Urn): boolean };
  /** The resources and entries that the run adds. */
  readonly resources: readonly GraphResource[];
  readonly entries: readonly StateEntry[];
}

export interface StackOutputs {
  readonly outputs: readonly PlannedOutput[];
  readonly refusedOutputs: readonly RefusedOutput[];
}

/** Returns the outputs to add, and new values of outputs that the program already has. Skips outputs of resources that are not in the program. */
export function planStackOutputs(sources: OutputSources): StackOutputs {
  const { request, known, printed, declared } = sources;
  const { project, stack, resources } = request;
  const inStack = known.outputsOf(rootStackUrn(stack, project)) ?? emptyMap;
  const added = new Set(sources.resources.map(({ urn }) => urn));
  const outputValue = valuesOf(sources);
  const isCurrent = ({ name }: GraphOutput, value: Value): boolean => {
    const present = inStack.get(name);
    return present !== undefined && equalValues(present, value);
  };
  const outputs: PlannedOutput[] = printed.outputs.flatMap((output) => {
    const value = added.has(output.referent) ? outputValue(output) : undefined;
    if (value === undefined || typeof value === "string" || isCurrent(output, value)) return [];
    return [{ ...output, value, isPrinted: true }];
  });
  const refusedOutputs: RefusedOutput[] = [];
  const existing = new Map(printed.outputs.map((output) => [output.name, output]));
  for (const { urn, stackOutputs = new Map<string, Path>() } of resources) {
    const isInOwnCode = declared.has(urn) || !printed.takesOutputs;
    if (!added.has(urn) && !printed.urns.has(urn) && !declared.has(urn)) continue;
    for (const [name, property] of stackOutputs) {
      const output = { name, referent: urn, property };
      const before = existing.get(name);
      if (before !== undefined && isSame(before, output)) continue;
      const value = outputValue(output);
      if (typeof value === "string") refusedOutputs.push({ ...output, why: value });
      else if (before === undefined && isCurrent(output, value)) continue;
      else if (before !== undefined || inStack.has(name)) refusedOutputs.push({ ...output, why: "taken" });
      else if (isInOwnCode || printed.ownOutputs.has(name)) refusedOutputs.push({ ...output, why: "own code" });
      else outputs.push({ ...output, value });
    }
  }
  return { outputs, refusedOutputs };
}

/** Returns the outputs that the program does not set yet. */
export function newOutputs(outputs: readonly PlannedOutput[]): readonly GraphOutput[] {
  return outputs.flatMap(({ isPrinted, value: _, ...output }) => (isPrinted === true ? [] : [output]));
}

function isSame(a: GraphOutput, b: GraphOutput): boolean {
  return a.referent === b.referent && formatPath(a.property) === formatPath(b.property);
}

/**
 * Returns a function that finds the value of an output, or why it has none. A property that is only partly secret cannot be an output, because SDKs
 * differ in which parts of the output are then secret.
 */
function valuesOf({ entries, known }: OutputSources): (output: GraphOutput) => Value | "missing" | "secret" {
  const objects = new Map(entries.map(({ urn, id, outputs }) => [urn, { id, outputs }]));
  return ({ referent, property }) => {
    const [first = "", ...rest] = property;
    const { id = known.resources.get(referent)?.id, outputs = known.outputsOf(referent) ?? emptyMap } =
      objects.get(referent) ?? {};
    if (rest.length === 0 && first === "urn") return stringValue(referent);
    if (rest.length === 0 && first === "id" && id !== undefined) return stringValue(id);
    const value = getThroughSecrets(outputs, property);
    const whole = outputs.get(String(first));
    const isPartlySecret = whole !== undefined && holdsSecret(whole) && !(rest.length === 0 && whole.kind === "secret");
    return value !== undefined && isPartlySecret ? "secret" : (value ?? "missing");
  };
}
