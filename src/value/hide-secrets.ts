/** Removes encrypted and plain secrets from the JSON of a state, for display. */
import { memberAt } from "../json/object.ts";
import { signatureKey, signatures } from "./signatures.ts";

/** The text that replaces a secret. */
export const secretPlaceholder = "[secret]";

/** Replaces secrets. @param names members of the outermost object that are replaced in any case */
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
