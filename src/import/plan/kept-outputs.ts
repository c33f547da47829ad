/** Finds outputs that an update does not change, according to a preview. Programs can refer to these outputs. */

import type { Link, Urn } from "../../domain/graph.ts";
import { verdicts } from "../../domain/verdicts.ts";
import { getThroughSecrets, stringAt } from "../../value/at-path.ts";
import { equalValues } from "../../value/compare.ts";
import { openOutput } from "../../value/open-value.ts";
import { formatPath, type Path } from "../../value/path.ts";
import type { PropertyMap } from "../../value/value.ts";
import { optionalResult } from "../providers/optional-result.ts";
import type { Derivation, Proven } from "../search/index.ts";

/** For each updated resource, a function that returns whether a preview of the update keeps the output at a path. */
export type KeptOutputs = ReadonlyMap<Urn, (path: Path) => boolean>;

/** Previews the update of a proven resource. Caches the response. */
export type UpdatePreviews = (proven: Proven) => Promise<PropertyMap | undefined>;

/** Creates the cache of one run. */
export function updatePreviews(): UpdatePreviews {
  const cache = new WeakMap<Proven["proof"], Promise<PropertyMap | undefined>>();
  return (proven) => {
    const preview = cache.get(proven.proof) ?? previewOf(proven);
    cache.set(proven.proof, preview);
    return preview;
  };
}

/** Previews the update of each referenced resource with verdict `update`. Ignores failed previews. Throws only if the run was cancelled. */
export async function keptOutputs(
  derivations: ReadonlyMap<Urn, Derivation>,
  links: ReadonlyMap<Urn, readonly Link[]>,
  limit: <T>(task: () => Promise<T>) => Promise<T>,
  previews: UpdatePreviews,
): Promise<KeptOutputs> {
  const updated = [...outputReferents(derivations, links)].flatMap((urn) => {
    const derivation = derivations.get(urn);
    return derivation?.kind === "proven" && isPredictable(derivation) ? [derivation] : [];
  });
  const previewed = await Promise.all(
    updated.map((proven) => limit(async () => [proven, await previews(proven)] as const)),
  );
  return new Map(
    previewed.flatMap(([{ cloud }, outputs]) => {
      if (outputs === undefined) return [];
      return [[cloud.request.urn, (path: Path) => previewKeeps(cloud.outputs, outputs, path)] as const];
    }),
  );
}

/** Returns the resources that programs refer to by outputs other than the id. Ids do not matter here, because updates never change them. */
function outputReferents(
  derivations: ReadonlyMap<Urn, Derivation>,
  links: ReadonlyMap<Urn, readonly Link[]>,
): ReadonlySet<Urn> {
  const targets = new Set<Urn>();
  for (const [urn, resourceLinks] of links) {
    const derivation = derivations.get(urn);
    if (derivation?.kind === "failed") continue;
    for (const { path, parts } of resourceLinks) {
      // Components set all their inputs, so they do not need a derivation.
      if (derivation !== undefined && stringAt(derivation.proof.program, path) === undefined) continue;
      for (const part of parts)
        if (part.kind === "output" && formatPath(part.property) !== "id") targets.add(part.referent);
    }
  }
  return targets;
}

/** Returns whether the update can be previewed. If Check returns different responses each time, no preview is repeatable. */
function isPredictable({ cloud, proof }: Proven): boolean {
  return (
    verdicts[proof.verdict].effect === "update" && proof.cause !== "unstable-check" && cloud.provider.supportsPreview
  );
}

/** Requests the preview as the engine does. The new inputs are the stored inputs too, because Check returns them again. */
async function previewOf({ cloud, proof }: Proven): Promise<PropertyMap | undefined> {
  const { urn, name, type } = cloud.request;
  const preview = cloud.provider.previewUpdate({
    urn,
    name,
    type,
    id: cloud.id,
    oldInputs: proof.stored,
    olds: cloud.outputs,
    news: proof.stored,
    ignoreChanges: proof.ignoreChanges.map(formatPath),
  });
  return (await optionalResult(preview))?.outputs;
}

function previewKeeps(read: PropertyMap, previewed: PropertyMap, path: Path): boolean {
  const [before, after] = [read, previewed].map((outputs) => getThroughSecrets(outputs, path));
  if (before === undefined || after === undefined) return false;
  const afterValue = openOutput(after);
  return afterValue.kind !== "unknown" && equalValues(openOutput(before), afterValue);
}
