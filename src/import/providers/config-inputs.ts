import type { StackConfig } from "../../domain/stack-config.ts";
import { type PropertyMap, secretValue, stringValue, type Value } from "../../value/value.ts";

/** Returns the stack configuration of a package as strings (docs/providers.md#provider-resources). Throws if a secret cannot be decrypted. */
export function configInputs(name: string, config: StackConfig): PropertyMap {
  const inputs = new Map<string, Value>();
  for (const [key, { text, secret, locked }] of config) {
    if (!key.startsWith(`${name}:`)) continue;
    if (locked !== undefined) throw locked;
    const value = stringValue(text);
    inputs.set(key.slice(name.length + 1), secret ? secretValue(value) : value);
  }
  return inputs;
}
