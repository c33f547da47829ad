import { equalValues } from "../../../value/compare.ts";
import { isEmpty, openSecret } from "../../../value/open-value.ts";
import { isContainer, type Value } from "../../../value/value.ts";
import { isDeprecated } from "../candidates/deprecated.ts";
import type { Subject } from "../candidates/subject.ts";

/** Finds properties that copy another one: deprecated properties, and maps or lists whose name extends the original's name (`tagsAll` of `tags`). */
export function findCopies(subject: Subject): ReadonlyMap<string, readonly string[]> {
  const { resource, all, requested } = subject;
  const isCopy = (name: string, other: string, value: Value): boolean => {
    if (isDeprecated({ path: [other] }, subject)) return false;
    return isDeprecated({ path: [name] }, subject) || (isContainer(openSecret(value)) && extendsName(name, other));
  };
  const isRequested = new Set(requested.map(([name]) => String(name)));
  const copies = new Map<string, readonly string[]>();
  for (const [name, value] of all) {
    if (isEmpty(value) || resource.requiredInputs.has(name) || isRequested.has(name)) continue;
    const isOriginal = (other: string, content: Value): boolean =>
      other !== name &&
      !copies.has(other) &&
      equalValues(openSecret(content), openSecret(value)) &&
      isCopy(name, other, value);
    const sources = [...all].flatMap(([other, content]) => (isOriginal(other, content) ? [other] : []));
    if (sources.length > 0) copies.set(name, sources);
  }
  return copies;
}

/** Returns whether the name extends another one, as `tagsAll` and `allTags` extend `tags`. */
function extendsName(name: string, other: string): boolean {
  const [long, short] = [name.toLowerCase(), other.toLowerCase()];
  return long.length > short.length && (long.startsWith(short) || long.endsWith(short));
}
