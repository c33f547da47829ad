/**
 * Traits of a provider that decide how it is asked: some keep the inputs of the program among the outputs, and some answer the preview of
 * a creation from the object that already has the name.
 */
import { mapValue, type PropertyMap, secretValue } from "../../../value/value.ts";

/** `name`: another name in place of the own one; `words`: the first word of the name is another one in every text that has it. */
export type Renaming = "name" | "words";

export interface ProviderTraits {
  /** The output that holds the inputs of the program (`__inputs`). Omitted if there is none. */
  readonly inputsRecord?: string;
  /** The other name under which a creation is previewed. Omitted if the provider answers honestly under the own one. */
  readonly renaming?: Renaming;
  /** The preview of a creation answers with the object that is there, and no other name is accepted: no creation is previewed. */
  readonly echoes?: boolean;
}

/** The outputs of a state whose inputs are `inputs`. */
export function outputsFor(outputs: PropertyMap, inputs: PropertyMap, { inputsRecord }: ProviderTraits): PropertyMap {
  if (inputsRecord === undefined) return outputs;
  const record = mapValue(inputs);
  const isSecret = outputs.get(inputsRecord)?.kind === "secret";
  return new Map([...outputs, [inputsRecord, isSecret ? secretValue(record) : record]]);
}
