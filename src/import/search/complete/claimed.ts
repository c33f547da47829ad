/**
 * Leaves that a description of the provider claims a program does not set: those that the provider alone sets, and all but one of those that
 * exclude each other. They are omitted at first, like leaves that the provider refused, so that each is confirmed by an answer of its own.
 */
import type { Omission } from "../../../graph.ts";
import { formatPath, type Path, startsWith } from "../../../ir/path.ts";
import type { ClaimedGroup } from "../../../schema/claims.ts";
import { identityByValue } from "../candidates/identity.ts";
import { patternKey } from "../selection/selection.ts";
import { type Draft, omitting } from "./draft.ts";
import { type Leaf, topLevelProperty } from "./leaves.ts";
import type { Bench } from "./trial.ts";
import { comparePreference, type Unit } from "./units.ts";

export function withoutClaimed(bench: Bench, draft: Draft): Draft {
  const { claims } = bench.subject.resource;
  if (claims === undefined) return draft;
  const isFree = freeIn(bench);
  const computed = bench.leaves.filter((leaf) => {
    const isClaimed = claims.computed.some((path) => placeAt(leaf, path) !== undefined);
    return isClaimed && !draft.omitted.has(leaf.key) && isFree(leaf, leaf.path);
  });
  const present = new Set(bench.leaves.map(topLevelProperty));
  const isPresent = ([name]: Path): boolean => present.has(String(name));
  const groups = claims.groups.filter(({ members }) => members.filter(isPresent).length > 1);
  return groups.reduce(
    (rest, group) => withoutRivals(bench, rest, group, isFree),
    omitting(draft, computed, () => claimed("computed")),
  );
}

/** Whether a program may omit a leaf together with all that is at a path around it. */
type IsFree = (leaf: Leaf, around: Path) => boolean;

function claimed(as: "computed" | "exclusive"): Omission {
  return { class: "unsettable", claimed: as };
}

/** True where neither the schema, the import file, a reference nor the id asks for it. */
function freeIn({ subject }: Bench): IsFree {
  const identity = new Set(identityByValue(subject).map(patternKey));
  const meets = (one: Path, other: Path): boolean => startsWith(one, other) || startsWith(other, one);
  return ({ path, optional, pattern }, around) =>
    optional.length >= around.length &&
    !identity.has(pattern) &&
    ![...subject.linked, ...subject.requested].some((other) => meets(other, path));
}

/** Keeps the member of a group that a program drops last, of each object that has some of them. */
function withoutRivals(bench: Bench, draft: Draft, { kind, members }: ClaimedGroup, isFree: IsFree): Draft {
  if (kind === "at-least-one") return draft;
  const objects = new Map<string, Map<string, Unit>>();
  for (const leaf of bench.leaves.filter(({ key }) => !draft.omitted.has(key))) {
    for (const member of members) {
      const path = placeAt(leaf, member);
      if (path === undefined) continue;
      const around = formatPath(path.slice(0, -1));
      const units = objects.get(around) ?? new Map<string, Unit>();
      const key = formatPath(path);
      objects.set(around, units.set(key, { path, leaves: [...(units.get(key)?.leaves ?? []), leaf] }));
    }
  }
  const dropped = [...objects.values()].flatMap((units) => claimedRivals([...units.values()], bench, isFree));
  return dropped.length === 0 ? draft : omitting(draft, dropped, () => claimed("exclusive"));
}

/** Of two members that a program must set, the provider decides. */
function claimedRivals(units: readonly Unit[], bench: Bench, isFree: IsFree): readonly Leaf[] {
  const isKept = ({ leaves, path }: Unit): boolean => !leaves.every((leaf) => isFree(leaf, path));
  const order = [...units].sort((a, b) => comparePreference(a, b, bench));
  const kept = order.find(isKept) ?? order.at(-1);
  return order.filter((unit) => unit !== kept && !isKept(unit)).flatMap(({ leaves }) => leaves);
}

/** The beginning of a leaf's path that a claimed path means. */
function placeAt({ path }: Leaf, claim: Path): Path | undefined {
  let at = 0;
  for (const key of claim) {
    while (typeof path[at] === "number") at += 1;
    if (at >= path.length || (key !== "*" && key !== path[at])) return undefined;
    at += 1;
  }
  return path.slice(0, at);
}
