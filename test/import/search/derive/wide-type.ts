/** A type with many optional properties, for tests that count calls. */
import type { JsonObject, ModelObject, ModelType } from "../../model-cloud.ts";

const text = { type: "string" };

/** Returns `count` objects, with the inputs that the function returns for each index. */
export function objects(count: number, inputs: (index: number) => JsonObject): readonly ModelObject[] {
  return Array.from({ length: count }, (_, index) => ({ name: `n${index}`, inputs: inputs(index) }));
}

/** A type with twelve optional properties. Check adds values for half of them. */
export const wide: ModelType = {
  inputProperties: Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, text])),
  check: (_, news) => ({
    inputs: { ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((i) => [`p${i}`, "given"])), ...news },
  }),
};
/** Returns inputs of `wide`. The second half of the values differs in each object. */
export const wideInputs = (index: number): JsonObject =>
  Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`p${i}`, i < 6 ? "given" : `${index}-${i}`]));
