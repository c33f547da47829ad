import { mapValue, type PropertyMap, secretValue } from "../../../value/value.ts";

/** How a preview of Create renames the resource. `name` changes the name property; `words` changes the first word of the name in every string. */
export type Renaming = "name" | "words";

/** Properties of a provider that decide how it is called. Some providers store the program's inputs, and some return the existing object from a preview of Create. */
export interface ProviderTraits {
  /** The output that stores the program's inputs (`__inputs`). Omitted if there is none. */
  readonly inputsRecord?: string;
  /** How Create previews rename the resource. Omitted if a preview with the actual name returns a new object. */
  readonly renaming?: Renaming;
  /** True if Create previews return the existing object and no other name is accepted. Then Create is never previewed. */
  readonly echoes?: boolean;
}

/** Returns the outputs of a state with these inputs. */
export function outputsFor(outputs: PropertyMap, inputs: PropertyMap, { inputsRecord }: ProviderTraits): PropertyMap {
  if (inputsRecord === undefined) return outputs;
  const record = mapValue(inputs);
  const isSecret = outputs.get(inputsRecord)?.kind === "secret";
  return new Map([...outputs, [inputsRecord, isSecret ? secretValue(record) : record]]);
}
