/** Looks up the data that edits of a review need: references between resources, and new names by pattern. */
import type { EditFacts, Edits } from "../choices/edits.ts";
import { specNamesOf } from "../choices/named-specs.ts";
import { parseRename, renamedBy } from "../choices/rename.ts";
import { ImpError } from "../domain/errors.ts";
import type { Outcome, Urn } from "../domain/graph.ts";
import type { SpecId } from "../domain/spec-id.ts";
import type { ImportSpec } from "../import-file/import-specs.ts";
import type { DecidedRun } from "./declared.ts";

/** Returns the functions that edits call. @param first the run at the start of the review, whose URNs identify the rows */
export function editFacts(
  first: DecidedRun,
  { edits, decided }: { readonly edits: Edits; readonly decided: DecidedRun },
): EditFacts {
  const keys = reviewKeys(first);
  const { resources } = first.linked.specs;
  const names = specNamesOf(first.linked.specs);
  const keysOfEntry = ({ specId }: ImportSpec): readonly Urn[] => {
    const key = keys.bySpecId.get(specId);
    return key === undefined ? [] : [key];
  };
  const named = new Map<Urn, readonly Urn[]>();
  const naming = new Map<Urn, Urn[]>();
  for (const entry of resources) {
    const others = names.named(entry).flatMap((reference) => keysOfEntry(reference.entry));
    for (const key of keysOfEntry(entry)) {
      named.set(key, others);
      for (const other of others) naming.set(other, [...(naming.get(other) ?? []), key]);
    }
  }
  const urns = new Map(decided.linked.request.resources.map(({ specId, urn }) => [specId, urn]));
  const outcomes = new Map(decided.plan.outcomes.map((outcome) => [outcome.urn, outcome]));
  const outcomeOf = (key: Urn): Outcome | undefined => {
    const specId = keys.specIds.get(key);
    const urn = specId === undefined ? undefined : urns.get(specId);
    return urn === undefined ? undefined : outcomes.get(urn);
  };
  return {
    withNaming: (some) => reached(some, naming),
    withNamed: (some) => reached(some, named),
    differing: (key) => outcomeOf(key)?.differences.flatMap(({ path }) => path || []) ?? [],
    likelySecrets: (key) => likelySecretsIn(outcomeOf(key)),
    renamedBy: (pattern) => namesByPattern(pattern, decided, keys, edits),
  };
}

/** Returns the paths of values in an outcome that are likely secrets. */
export function likelySecretsIn(outcome: Pick<Outcome, "remarks"> | undefined): readonly string[] {
  return (outcome?.remarks ?? []).flatMap((remark) =>
    remark.kind === "likely-secret" ? remark.secrets.map(({ path }) => path) : [],
  );
}

export interface Keys {
  readonly specIds: ReadonlyMap<Urn, SpecId>;
  readonly bySpecId: ReadonlyMap<SpecId, Urn>;
}

/** Maps the keys of the review to spec IDs, and vice versa. A key is the URN of the resource at the start of the review. */
export function reviewKeys({ linked }: Pick<DecidedRun, "linked">): Keys {
  const { resources } = linked.request;
  return {
    specIds: new Map(resources.map(({ urn, specId }) => [urn, specId])),
    bySpecId: new Map(resources.map(({ urn, specId }) => [specId, urn])),
  };
}

/**
 * Returns the new names of the resources that the pattern renames, by key. Skips excluded resources, providers, and resources that are in the state.
 *
 * @throws ImpError USAGE if the pattern is invalid
 */
export function namesByPattern(
  pattern: string,
  { linked, plan }: Pick<DecidedRun, "linked" | "plan">,
  { bySpecId }: Pick<Keys, "bySpecId">,
  { takenOut }: Pick<Edits, "takenOut">,
): ReadonlyMap<Urn, string> {
  const rename = parseRename(pattern);
  if (rename.kind !== "pattern")
    throw ImpError.of("USAGE", { message: "Invalid pattern.", hint: "For example: s/^prod-//." });
  const present = new Set(plan.outcomes.flatMap((outcome) => (outcome.kind === "present" ? [outcome.urn] : [])));
  const renamed = linked.request.resources.flatMap(
    ({ specId, urn, name, kind }): readonly (readonly [Urn, string])[] => {
      const key = bySpecId.get(specId);
      const now = renamedBy(rename, name);
      const isFixed = kind === "provider" || present.has(urn);
      if (key === undefined || isFixed || takenOut.has(key) || now === undefined || now === name) return [];
      return [[key, now]];
    },
  );
  return new Map(renamed);
}

/** Returns the keys, and all keys that can be reached from them along the arrows. */
function reached(keys: readonly Urn[], arrows: ReadonlyMap<Urn, readonly Urn[]>): readonly Urn[] {
  const all = new Set(keys);
  for (const key of all) for (const other of arrows.get(key) ?? []) all.add(other);
  return [...all];
}
