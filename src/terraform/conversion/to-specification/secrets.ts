/** Finds out whether a type contains secrets. If so, and an attribute cannot mark only a part of its value, the whole attribute is sensitive. */
import { isJsonObject, type JsonObject, memberAt } from "../../../value/json/object.ts";
import { localToken } from "./forms.ts";

/** Caches results by named type, because many properties can refer to the same type. */
const secretCache = new WeakMap<JsonObject, boolean>();

export function specHasSecret(spec: JsonObject, types: JsonObject): boolean {
  const { isSecret, referents } = inlineParts([spec], types, new Set());
  return isSecret || referents.some((type) => typeHasSecret(type, types));
}

function typeHasSecret(type: JsonObject, types: JsonObject): boolean {
  const answer = secretCache.get(type) ?? reachesSecret(type, types);
  secretCache.set(type, answer);
  return answer;
}

function reachesSecret(type: JsonObject, types: JsonObject): boolean {
  const seen = new Set<unknown>();
  const open = [type];
  while (open.length > 0) {
    const { isSecret, referents } = inlineParts(open.splice(0), types, seen);
    if (isSecret || referents.some((referent) => secretCache.get(referent) === true)) return true;
    open.push(...referents.filter((referent) => secretCache.get(referent) === undefined));
  }
  return false;
}

/** Returns whether the specs contain a secret themselves, and the named types that they refer to. */
function inlineParts(specs: readonly unknown[], types: JsonObject, seen: Set<unknown>) {
  const open = [...specs];
  const referents: JsonObject[] = [];
  while (open.length > 0) {
    const spec = open.pop();
    if (!isJsonObject(spec) || seen.has(spec)) continue;
    seen.add(spec);
    if (memberAt(spec, "secret") === true) return { isSecret: true, referents };
    const properties = memberAt(spec, "properties");
    const alternatives = memberAt(spec, "oneOf");
    const reference = memberAt(spec, "$ref");
    open.push(memberAt(spec, "items"), memberAt(spec, "additionalProperties"));
    if (isJsonObject(properties)) for (const property of Object.values(properties)) open.push(property);
    if (Array.isArray(alternatives)) for (const alternative of alternatives) open.push(alternative);
    const referent = typeof reference === "string" ? memberAt(types, localToken(reference) ?? "") : undefined;
    if (isJsonObject(referent) && !seen.has(referent)) referents.push(referent);
  }
  return { isSecret: false, referents };
}
