/** Converts a value to plain JSON without secrets, for display. */
import { memberAt } from "./json/object.ts";
import { signatureKey, signatures } from "./signatures.ts";
import type { Value } from "./value.ts";

/** A value for display. Secrets become `[secret]`, and values without a JSON form become text in brackets. */
export type ShownValue =
  | null
  | boolean
  | number
  | string
  | readonly ShownValue[]
  | { readonly [name: string]: ShownValue };

/** Converts a value and hides secrets at any depth. @param redact removes known secrets from unmarked strings */
export function shownValue(value: Value, redact: (text: string) => string): ShownValue {
  switch (value.kind) {
    case "null":
      return null;
    case "boolean":
      return value.value;
    case "number":
      return Number.isFinite(value.value) ? value.value : String(value.value);
    case "string":
      return redact(value.value);
    case "bytes":
      return `[${value.value.length} bytes]`;
    case "list":
      return value.items.map((item) => shownValue(item, redact));
    case "map":
      return Object.fromEntries([...value.entries].map(([key, item]) => [key, shownValue(item, redact)]));
    case "secret":
      return secretPlaceholder;
    case "asset":
    case "archive":
      return `[${[value.kind, value.hash.slice(0, 8)].filter((word) => word !== "").join(" ")}]`;
    case "resource":
      return value.urn;
    case "unknown":
      return "[unknown]";
    case "output":
      if (value.secret) return secretPlaceholder;
      return value.value === undefined ? "[unknown]" : shownValue(value.value, redact);
  }
}

/** The text that replaces a secret. */
const secretPlaceholder = "[secret]";

/** Replaces marked secrets with `[secret]`. @param names members of the outermost object that are always replaced */
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
