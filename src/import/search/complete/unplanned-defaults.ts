/**
 * Defaults at places that the basis of the sample sets: its fresh plan cannot show them. The plans of other resources, which have other
 * values there, do.
 */
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

/** After so many different values of one place, the next one counts as data. */
const valuesUntilData = 3;

/** The profile of a type while other resources than the sample add defaults to it. */
export class OwnDefaults {
  #profile: CompleteProfile;
  /** Values that were asked about, and how many at one place. */
  readonly #seen = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(profile: CompleteProfile) {
    this.#profile = profile;
  }

  /** The profile with what was learned so far. */
  get profile(): CompleteProfile {
    return this.#profile;
  }

  /**
   * Adds the defaults that the resource's own plans show. Costs one Check and one Create preview, seldom two of each, for each value that
   * neither the sample nor an earlier resource has.
   *
   * @throws only if the plugin died or hung, or the run was cancelled.
   */
  async learn(subject: Subject): Promise<void> {
    const leaves = listLeaves(subject);
    const draft = predictedDraft(subject, leaves, this.#profile);
    for (const leaf of mayBeDefaults(subject, leaves, draft, this.#profile)) {
      const { pattern } = leaf;
      const count = this.#counts.get(pattern) ?? 0;
      if (this.#seen.has(patternAndValue(leaf)) || count >= valuesUntilData) continue;
      const isOwn = await isOwnDefault(subject, leaves, draft, leaf);
      this.#seen.add(patternAndValue(leaf));
      this.#counts.set(pattern, count + 1);
      if (!isOwn) continue;
      const { defaults: given } = this.#profile;
      const values = new Set([...(given.get(pattern) ?? []), valueKey(openSecret(leaf.value))]);
      this.#profile = { ...this.#profile, defaults: new Map([...given, [pattern, values]]) };
    }
  }
}

/** Leaves that the predicted program sets where the basis of the sample sets another value. */
function mayBeDefaults(
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

/**
 * True if a new deployment gives the value of a leaf though the program omits it. Leaves that the sample could not set next to its value
 * are set here, unless only the predicted program can be created.
 */
async function isOwnDefault(subject: Subject, leaves: readonly Leaf[], predicted: Draft, leaf: Leaf): Promise<boolean> {
  const presumed = leaves.filter(({ key }) => isUnsettable(predicted.omitted.get(key)));
  const drafts = presumed.length === 0 ? [predicted] : [setting(predicted, presumed), predicted];
  for (const whole of drafts) {
    const draft = omitting(whole, [leaf], () => ({ class: "implied", by: "plan" }));
    const plan = await planOfDraft(subject, leaves, draft);
    const set = leaves.filter(({ key }) => !draft.omitted.has(key));
    if (plan.failures.length === 0) return isImplied(leaf, plan, set);
  }
  return false;
}
