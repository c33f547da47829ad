import { detailed, type Json, type JsonObject, type ModelDiff } from "../../model-cloud.ts";

/** Compares values as bridged providers do in Diff: values that the program omits are ignored. */
export const lenient = ({ olds, news }: ModelDiff, replacing: readonly string[] = []) =>
  detailed(valuesAt(olds, news) as JsonObject, news, replacing);

/** Returns the values in the state at the paths that the program sets. */
function valuesAt(state: Json | undefined, program: Json): Json {
  if (Array.isArray(program))
    return program.map((item, i) => valuesAt(Array.isArray(state) ? state[i] : null, item as Json));
  if (typeof program !== "object" || program === null) return state ?? null;
  return Object.fromEntries(
    Object.entries(program).map(([key, value]) => [key, valuesAt((state as JsonObject | null)?.[key], value as Json)]),
  );
}
