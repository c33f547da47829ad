/**
 * Whether a part of a value is secret: where its attribute has no place for that part, all of it is sensitive.
 */
import { isJsonObject, type JsonObject, memberAt } from "../../../json/object.ts";
import { localToken } from "./forms.ts";

/** By named type; many properties may refer to one. */
const knownSecrets = new WeakMap<JsonObject, boolean>();

export function specHasSecret(spec: JsonObject, types: JsonObject): boolean {
  const { isSecret, referents } = inlineParts([spec], types, new Set());
  return isSecret || referents.some((type) => typeHasSecret(type, types));
}

function typeHasSecret(type: JsonObject, types: JsonObject): boolean {
  const answer = knownSecrets.get(type) ?? reachesSecret(type, types);
  knownSecrets.set(type, answer);
  return answer;
}

function reachesSecret(type: JsonObject, types: JsonObject): boolean {
  const seen = new Set<unknown>();
  const open = [type];
  while (open.length > 0) {
    const { isSecret, referents } = inlineParts(open.splice(0), types, seen);
    if (isSecret || referents.some((one) => knownSecrets.get(one) === true)) return true;
    open.push(...referents.filter((one) => knownSecrets.get(one) === undefined));
  }
  return false;
}

/** All that stands in the specs themselves, and the named types that they refer to. */
function inlineParts(specs: readonly unknown[], types: JsonObject, seen: Set<unknown>) {
  const open = [...specs];
  const referents: JsonObject[] = [];
  while (open.length > 0) {
    const one = open.pop();
    if (!isJsonObject(one) || seen.has(one)) continue;
    seen.add(one);
    if (memberAt(one, "secret") === true) return { isSecret: true, referents };
    const properties = memberAt(one, "properties");
    const alternatives = memberAt(one, "oneOf");
    const reference = memberAt(one, "$ref");
    open.push(memberAt(one, "items"), memberAt(one, "additionalProperties"));
    if (isJsonObject(properties)) for (const property of Object.values(properties)) open.push(property);
    if (Array.isArray(alternatives)) for (const alternative of alternatives) open.push(alternative);
    const referent = typeof reference === "string" ? memberAt(types, localToken(reference) ?? "") : undefined;
    if (isJsonObject(referent) && !seen.has(referent)) referents.push(referent);
  }
  return { isSecret: false, referents };
}
