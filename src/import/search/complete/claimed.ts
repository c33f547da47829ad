import type { Omission } from "../../../domain/graph.ts";
import type { ClaimedGroup } from "../../../schema/claims.ts";
import { formatPath, type Path, startsWith } from "../../../value/path.ts";
import { identityByValue } from "../candidates/identity.ts";
import { patternKey } from "../selection/selection.ts";
import { type Draft, omitting } from "./draft.ts";
import { type Leaf, topLevelProperty } from "./leaves.ts";
import type { TrialRunner } from "./trial.ts";
import { comparePreference, type Unit } from "./units.ts";

/** Omits values that a `--schema` file describes as computed, and all except one of exclusive properties. The provider confirms this later. */
export function withoutClaimed(runner: TrialRunner, draft: Draft): Draft {
  const { claims } = runner.subject.resource;
  if (claims === undefined) return draft;
  const isFree = freeLeafTest(runner);
  const computed = runner.leaves.filter((leaf) => {
    const isClaimed = claims.computed.some((path) => claimedPath(leaf, path) !== undefined);
    return isClaimed && !draft.omitted.has(leaf.key) && isFree(leaf, leaf.path);
  });
  const present = new Set(runner.leaves.map(topLevelProperty));
  const isPresent = ([name]: Path): boolean => present.has(String(name));
  const groups = claims.groups.filter(({ members }) => members.filter(isPresent).length > 1);
  return groups.reduce(
    (rest, group) => withoutRivals(runner, rest, group, isFree),
    omitting(draft, computed, () => overlayOmission("computed")),
  );
}

/** Returns whether a program can omit a value together with everything else at a path around it. */
type IsFree = (leaf: Leaf, around: Path) => boolean;

function overlayOmission(as: "computed" | "exclusive"): Omission {
  return { class: "unsettable", claimed: as };
}

/** Returns a function that tests whether neither the schema, the import file, a reference, nor the id requires a value. */
function freeLeafTest({ subject }: TrialRunner): IsFree {
  const identity = new Set(identityByValue(subject).map(patternKey));
  const meets = (a: Path, b: Path): boolean => startsWith(a, b) || startsWith(b, a);
  return ({ path, optional, pattern }, around) =>
    optional.length >= around.length &&
    !identity.has(pattern) &&
    ![...subject.linked, ...subject.requested].some((other) => meets(other, path));
}

/** In each object, omits all members of a group except for the most preferred one. */
function withoutRivals(runner: TrialRunner, draft: Draft, { kind, members }: ClaimedGroup, isFree: IsFree): Draft {
  if (kind === "at-least-one") return draft;
  const objects = new Map<string, Map<string, Unit>>();
  for (const leaf of runner.leaves.filter(({ key }) => !draft.omitted.has(key))) {
    for (const member of members) {
      const path = claimedPath(leaf, member);
      if (path === undefined) continue;
      const around = formatPath(path.slice(0, -1));
      const units = objects.get(around) ?? new Map<string, Unit>();
      const key = formatPath(path);
      objects.set(around, units.set(key, { path, leaves: [...(units.get(key)?.leaves ?? []), leaf] }));
    }
  }
  const dropped = [...objects.values()].flatMap((units) => claimedRivals([...units.values()], runner, isFree));
  return dropped.length === 0 ? draft : omitting(draft, dropped, () => overlayOmission("exclusive"));
}

/** Returns the members to omit. Keeps all members that the program must set. The provider decides whether it accepts them together. */
function claimedRivals(units: readonly Unit[], runner: TrialRunner, isFree: IsFree): readonly Leaf[] {
  const isKept = ({ leaves, path }: Unit): boolean => !leaves.every((leaf) => isFree(leaf, path));
  const order = [...units].sort((a, b) => comparePreference(a, b, runner));
  const kept = order.find(isKept) ?? order.at(-1);
  return order.filter((unit) => unit !== kept && !isKept(unit)).flatMap(({ leaves }) => leaves);
}

/** Returns the prefix of the value's path that matches a path of the overlay (`claim`). */
function claimedPath({ path }: Leaf, claim: Path): Path | undefined {
  let index = 0;
  for (const key of claim) {
    while (typeof path[index] === "number") index += 1;
    if (index >= path.length || (key !== "*" && key !== path[index])) return undefined;
    index += 1;
  }
  return path.slice(0, index);
}
