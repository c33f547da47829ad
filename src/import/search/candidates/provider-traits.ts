import { mapValue, type PropertyMap, secretValue } from "../../../value/value.ts";

/** How a preview of Create renames the resource. `name` changes the name property; `words` changes the first word of the name in every string. */
export type Renaming = "name" | "words";

/** Properties of a provider that decide how imp calls it. */
export interface ProviderTraits {
  /** The output that stores the program's inputs (`__inputs`). Omitted if there is none. */
  readonly inputsRecord?: string;
  /** How Create previews rename the resource. Omitted if a preview with the actual name returns a new object. */
  readonly renaming?: Renaming;
  /** True if Create previews return the existing object and no other name is accepted. Then Create is never previewed. */
  readonly echoes?: boolean;
}

/** Stores the inputs in the provider's private output for inputs (`inputsRecord`), if it has one. */
export function outputsFor(outputs: PropertyMap, inputs: PropertyMap, { inputsRecord }: ProviderTraits): PropertyMap {
  if (inputsRecord === undefined) return outputs;
  const record = mapValue(inputs);
  const isSecret = outputs.get(inputsRecord)?.kind === "secret";
  return new Map([...outputs, [inputsRecord, isSecret ? secretValue(record) : record]]);
}
