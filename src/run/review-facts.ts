/**
 * The facts about the resources of a review that its edits need: which name which others, and which names a pattern gives.
 */
import type { EditFacts, Edits } from "../choices/edits.ts";
import { specNamesOf } from "../choices/named-specs.ts";
import { parseRename, renamedBy } from "../choices/rename.ts";
import type { SpecId } from "../domain/spec-id.ts";
import { ImpError } from "../errors.ts";
import type { Outcome, Urn } from "../graph.ts";
import type { ImportSpec } from "../import-file/import-specs.ts";
import type { DecidedRun } from "./decided-run.ts";

/** @param first the run as the review began: its URNs are the keys */
export function editFacts(
  first: DecidedRun,
  { edits, decided }: { readonly edits: Edits; readonly decided: DecidedRun },
): EditFacts {
  const keys = reviewKeys(first);
  const { resources } = first.linked.specs;
  const names = specNamesOf(first.linked.specs);
  const keyOf = ({ specId }: ImportSpec): readonly Urn[] => {
    const key = keys.bySpecId.get(specId);
    return key === undefined ? [] : [key];
  };
  const named = new Map<Urn, readonly Urn[]>();
  const naming = new Map<Urn, Urn[]>();
  for (const entry of resources) {
    const others = names.named(entry).flatMap((one) => keyOf(one.entry));
    for (const key of keyOf(entry)) {
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

/** The paths of the values of an outcome that are secrets though no schema marks them, as text. */
export function likelySecretsIn(outcome: Pick<Outcome, "remarks"> | undefined): readonly string[] {
  return (outcome?.remarks ?? []).flatMap((remark) =>
    remark.kind === "likely-secret" ? remark.secrets.map(({ path }) => path) : [],
  );
}

export interface Keys {
  readonly specIds: ReadonlyMap<Urn, SpecId>;
  readonly bySpecId: ReadonlyMap<SpecId, Urn>;
}

/** Returns the keys of a review, by the ids of their specs and back. */
export function reviewKeys({ linked }: Pick<DecidedRun, "linked">): Keys {
  const { resources } = linked.request;
  return {
    specIds: new Map(resources.map(({ urn, specId }) => [urn, specId])),
    bySpecId: new Map(resources.map(({ urn, specId }) => [specId, urn])),
  };
}

/**
 * The new names of the resources that a pattern is found in, by key; those that are taken out keep theirs.
 *
 * @throws ImpError USAGE for a pattern that is none
 */
export function namesByPattern(
  pattern: string,
  { linked, plan }: Pick<DecidedRun, "linked" | "plan">,
  { bySpecId }: Pick<Keys, "bySpecId">,
  { takenOut }: Pick<Edits, "takenOut">,
): ReadonlyMap<Urn, string> {
  const rename = parseRename(pattern);
  if (rename.kind !== "pattern")
    throw ImpError.of("USAGE", { message: "This is no pattern.", hint: "Write it like s/^prod-//." });
  const present = new Set(plan.outcomes.flatMap((outcome) => (outcome.kind === "present" ? [outcome.urn] : [])));
  const found = linked.request.resources.flatMap(({ specId, urn, name, kind }): readonly (readonly [Urn, string])[] => {
    const key = bySpecId.get(specId);
    const now = renamedBy(rename, name);
    const isFixed = kind === "provider" || present.has(urn);
    if (key === undefined || isFixed || takenOut.has(key) || now === undefined || now === name) return [];
    return [[key, now]];
  });
  return new Map(found);
}

/** The keys, and all that arrows lead to from them. */
function reached(keys: readonly Urn[], arrows: ReadonlyMap<Urn, readonly Urn[]>): readonly Urn[] {
  const all = new Set(keys);
  for (const key of all) for (const other of arrows.get(key) ?? []) all.add(other);
  return [...all];
}
