/**
 * How bridged providers answer Diff, for the types of these tests.
 */
import { detailed, type Json, type JsonObject, type ModelDiff } from "../../model-cloud.ts";

/** Diff as bridged providers answer it: what a program omits is computed and never differs. */
export const lenient = ({ olds, news }: ModelDiff, replacing: readonly string[] = []) =>
  detailed(known(olds, news) as JsonObject, news, replacing);

/** The values in the cloud of all that a program sets. */
function known(there: Json | undefined, set: Json): Json {
  if (Array.isArray(set)) return set.map((item, i) => known(Array.isArray(there) ? there[i] : null, item as Json));
  if (typeof set !== "object" || set === null) return there ?? null;
  return Object.fromEntries(
    Object.entries(set).map(([key, value]) => [key, known((there as JsonObject | null)?.[key], value as Json)]),
  );
}
