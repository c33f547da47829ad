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

/** The maximum number of values of a pattern to test. After that, values count as data. */
const valuesUntilData = 3;

/** Learns defaults that the sample's plan does not show because its basis sets these patterns. The plans of other resources show them. */
export class UnplannedDefaults {
  #profile: CompleteProfile;
  /** Tested values, by `patternAndValue`. */
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

  /** Adds the defaults in the plans of a resource. Each new value costs a Check and a Create preview, rarely two. */
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

/** Returns leaves that the predicted program sets if the sample's basis sets another value there. */
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

/** Returns whether a new deployment gives the omitted leaf by default. Sets leaves that the sample could not set, if possible. */
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
