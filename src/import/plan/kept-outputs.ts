/**
 * Outputs that an update leaves as they are: references to them stay references, because a preview knows their values.
 */
import { verdicts } from "../../domain/verdicts.ts";
import type { Link, LinkPart, Urn } from "../../graph.ts";
import { formatPath, type Path } from "../../ir/path.ts";
import { ProviderError } from "../../plugin/provider.ts";
import { getThroughSecrets, stringAt } from "../../value/at-path.ts";
import { equalValues } from "../../value/compare.ts";
import { openOutput } from "../../value/open-value.ts";
import type { PropertyMap } from "../../value/value.ts";
import type { Derivation } from "../search/index.ts";

/** Resource -> whether a preview of its update answers the value at a path of its outputs, and the same that was read. */
export type KeptOutputs = ReadonlyMap<Urn, (path: Path) => boolean>;

type Proven = Extract<Derivation, { kind: "proven" }>;

/** Previews of updates, each asked for once: by the proof that it belongs to. */
export type UpdatePreviews = (proven: Proven) => Promise<PropertyMap | undefined>;

/** Makes the previews of one run. */
export function updatePreviews(): UpdatePreviews {
  const known = new WeakMap<Proven["proof"], Promise<PropertyMap | undefined>>();
  return (proven) => {
    const asked = known.get(proven.proof) ?? previewOf(proven);
    known.set(proven.proof, asked);
    return asked;
  };
}

/**
 * Asks each provider once for each resource with verdict `update` that a program refers to, with the inputs that its state will store. A
 * provider that takes no previews is not asked; one that answers an error keeps nothing. Throws only when the run was cancelled.
 *
 * @param limit bounds how many are asked at once
 */
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
  const previewed = await Promise.all(updated.map((one) => limit(async () => [one, await previews(one)] as const)));
  return new Map(
    previewed.flatMap(([{ cloud }, outputs]) => {
      if (outputs === undefined) return [];
      return [[cloud.request.urn, (path: Path) => previewKeeps(cloud.outputs, outputs, path)] as const];
    }),
  );
}

/** Resources that programs refer to by more than an id, which no update changes. */
function outputReferents(
  derivations: ReadonlyMap<Urn, Derivation>,
  links: ReadonlyMap<Urn, readonly Link[]>,
): ReadonlySet<Urn> {
  const targets = new Set<Urn>();
  for (const [urn, own] of links) {
    const derivation = derivations.get(urn);
    if (derivation?.kind === "failed") continue;
    for (const { path, parts } of own) {
      // Components have no derivation: they set all that they have.
      if (derivation !== undefined && stringAt(derivation.proof.program, path) === undefined) continue;
      for (const part of parts) if (part.kind === "output" && !isIdOutput(part)) targets.add(part.referent);
    }
  }
  return targets;
}

function isIdOutput({ property }: LinkPart & { kind: "output" }): boolean {
  return formatPath(property) === "id";
}

/** False where Check answers something else each time: then no preview repeats another one. */
function isPredictable({ cloud, proof }: Proven): boolean {
  return (
    verdicts[proof.verdict].effect === "update" && proof.cause !== "unstable-check" && cloud.provider.supportsPreview
  );
}

/** Asks as the engine does: what the state has for old, what Check answered for new. */
async function previewOf({ cloud, proof }: Proven): Promise<PropertyMap | undefined> {
  const { urn, name, type } = cloud.request;
  try {
    const { outputs } = await cloud.provider.previewUpdate({
      urn,
      name,
      type,
      id: cloud.id,
      oldInputs: proof.stored,
      olds: cloud.outputs,
      news: proof.stored,
      ignoreChanges: proof.ignoreChanges.map(formatPath),
    });
    return outputs;
  } catch (error) {
    if (error instanceof ProviderError && error.failure !== "cancelled") return undefined;
    throw error;
  }
}

function previewKeeps(read: PropertyMap, previewed: PropertyMap, path: Path): boolean {
  const [before, after] = [read, previewed].map((outputs) => getThroughSecrets(outputs, path));
  if (before === undefined || after === undefined) return false;
  const known = openOutput(after);
  return known.kind !== "unknown" && equalValues(openOutput(before), known);
}
