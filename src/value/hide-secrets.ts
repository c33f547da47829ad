/**
 * Removes secrets, encrypted or not, from the JSON of a state, for people to read.
 */
import { memberAt } from "../json/object.ts";
import { signatureKey, signatures } from "./signatures.ts";

/** The text in the place of a secret. */
export const secretPlaceholder = "[secret]";

/** `names`: members of the outermost object that are secret too, whatever they hold. */
export function hideMarkedSecrets(json: unknown, names: readonly string[] = []): unknown {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json)) return json.map((item) => hideMarkedSecrets(item));
  if (memberAt(json, signatureKey) === signatures.secret) return secretPlaceholder;
  const entries = Object.entries(json).map(([key, value]) => [
    key,
    names.includes(key) ? secretPlaceholder : hideMarkedSecrets(value),
  ]);
  return Object.fromEntries(entries);
}
