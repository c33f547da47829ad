import { openSecret } from "../../../value/open-value.ts";
import type { Subject } from "../candidates/subject.ts";
import { valueKey } from "../selection/occurrences.ts";
import { fixedIn, planOfDraft } from "./basis.ts";
import { predictedDraft } from "./complete.ts";
import type { CompleteProfile } from "./completed.ts";
import { type Draft, omitting, setting } from "./draft.ts";
import { isImplied } from "./implied.ts";
import { type Leaf, listLeaves, patternAndValue } from "./leaves.ts";
import { isUnsettable } from "./unsettable.ts";

/** The maximum number of values of a pattern to test. Programs set all further values. */
const valuesUntilData = 3;

/** Learns defaults from previews of other resources if the program of the type's first resource must set the property, which hides its default. */
export class UnplannedDefaults {
  #profile: CompleteProfile;
  /** The tested values, by `patternAndValue`. */
  readonly #seen = new Set<string>();
  /** The number of tested values, by pattern. */
  readonly #counts = new Map<string, number>();

  constructor(profile: CompleteProfile) {
    this.#profile = profile;
  }

  /** Returns the profile with all defaults learned so far. */
  get profile(): CompleteProfile {
    return this.#profile;
  }

  /** Adds the defaults in the previews of a resource. Each new value costs a Check and a preview of Create, rarely two of each. */
  async learn(subject: Subject): Promise<void> {
    const leaves = listLeaves(subject);
    const draft = predictedDraft(subject, leaves, this.#profile);
    for (const leaf of possibleDefaults(subject, leaves, draft, this.#profile)) {
      const { pattern } = leaf;
      const count = this.#counts.get(pattern) ?? 0;
      if (this.#seen.has(patternAndValue(leaf)) || count >= valuesUntilData) continue;
      const isDefault = await isPlannedDefault(subject, leaves, draft, leaf);
      this.#seen.add(patternAndValue(leaf));
      this.#counts.set(pattern, count + 1);
      if (!isDefault) continue;
      const { defaults } = this.#profile;
      const values = new Set([...(defaults.get(pattern) ?? []), valueKey(openSecret(leaf.value))]);
      this.#profile = { ...this.#profile, defaults: new Map([...defaults, [pattern, values]]) };
    }
  }
}

/** Returns values that the predicted program sets and that differ from the values that the type's first resource had to set. */
function possibleDefaults(
  subject: Subject,
  leaves: readonly Leaf[],
  { omitted }: Draft,
  { fixed }: CompleteProfile,
): readonly Leaf[] {
  const isFixed = fixedIn(subject);
  return leaves.filter((leaf) => {
    const values = fixed.get(leaf.pattern);
    if (values === undefined || omitted.has(leaf.key) || isFixed(leaf)) return false;
    return !values.has(valueKey(openSecret(leaf.value)));
  });
}

/** Returns whether a new deployment gets the omitted value by default. First tries to set the values that the type's first resource could not set. */
async function isPlannedDefault(
  subject: Subject,
  leaves: readonly Leaf[],
  predicted: Draft,
  leaf: Leaf,
): Promise<boolean> {
  const unset = leaves.filter(({ key }) => isUnsettable(predicted.omitted.get(key)));
  const drafts = unset.length === 0 ? [predicted] : [setting(predicted, unset), predicted];
  for (const whole of drafts) {
    const draft = omitting(whole, [leaf], () => ({ class: "implied", by: "plan" }));
    const plan = await planOfDraft(subject, leaves, draft);
    const set = leaves.filter(({ key }) => !draft.omitted.has(key));
    if (plan.failures.length === 0) return isImplied(leaf, plan, set);
  }
  return false;
}
