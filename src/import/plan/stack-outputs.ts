/** Plans the outputs of the stack that the import specs request. */

import type { GraphResource, PlannedOutput, RefusedOutput, StateEntry, Urn } from "../../domain/graph.ts";
import type { KnownState } from "../../domain/known-state.ts";
import { rootStackUrn } from "../../domain/urn.ts";
import type { ResolvedSpecs } from "../../import-file/resolve.ts";
import { getAt } from "../../value/at-path.ts";
import { equalValues } from "../../value/compare.ts";
import type { Path } from "../../value/path.ts";
import { emptyMap, type PropertyMap, stringValue, type Value } from "../../value/value.ts";

/** The program that imp printed before, and whether imp can add outputs to it. */
export interface PrintedBefore {
  readonly urns: ReadonlySet<Urn>;
  /** The names of its outputs. */
  readonly outputs: ReadonlySet<string>;
  /** False if the code that sets the outputs belongs to the user. */
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

export const noOutputs: StackOutputs = { outputs: [], refusedOutputs: [] };

/** Returns the outputs to add. Skips outputs that the program already has, and outputs of resources that are not in the program. */
export function planStackOutputs(sources: OutputSources): StackOutputs {
  const { request, known, printed, declared } = sources;
  const { project, stack, resources } = request;
  const inStack = known.outputsOf(rootStackUrn(stack, project)) ?? emptyMap;
  const objects = new Map(sources.entries.map(({ urn, id, outputs }) => [urn, { id, outputs }]));
  const added = new Set(sources.resources.map(({ urn }) => urn));
  const outputs: PlannedOutput[] = [];
  const refusedOutputs: RefusedOutput[] = [];
  for (const { urn, stackOutputs = new Map<string, Path>() } of resources) {
    const isOwnCode = declared.has(urn) || !printed.takesOutputs;
    if (!added.has(urn) && !printed.urns.has(urn) && !declared.has(urn)) continue;
    const { id = known.resources.get(urn)?.id, outputs: values = known.outputsOf(urn) } = objects.get(urn) ?? {};
    for (const [name, property] of stackOutputs) {
      const output = { name, referent: urn, property };
      const value = valueAt(property, id, values);
      const present = inStack.get(name);
      if (value === undefined) refusedOutputs.push({ ...output, why: "missing" });
      else if (present !== undefined && !equalValues(present, value)) refusedOutputs.push({ ...output, why: "taken" });
      else if (present !== undefined || printed.outputs.has(name)) continue;
      else if (isOwnCode) refusedOutputs.push({ ...output, why: "own code" });
      else outputs.push({ ...output, value });
    }
  }
  return { outputs, refusedOutputs };
}

function valueAt(property: Path, id: string | undefined, outputs: PropertyMap = emptyMap): Value | undefined {
  if (property.length === 1 && property[0] === "id") return id === undefined ? undefined : stringValue(id);
  return getAt(outputs, property);
}
