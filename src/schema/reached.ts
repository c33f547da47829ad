/** Follows the references in the definitions of a schema by their text. Doesn't bind types, and parses only the definitions that it reaches. */
import { parseReference, type Reference, tolerantVersion } from "./references.ts";
import type { PackageSchema } from "./types.ts";

type Part = "resources" | "types";

export type Member = readonly [part: Part, token: string];

/** A reference to another package, or to another version of this package. */
export type ForeignReference = Reference & { readonly package: string };

export interface Definition {
  readonly member: Member;
  readonly json: unknown;
  /** The references to definitions of this schema, including missing ones. */
  readonly local: readonly Reference[];
  readonly foreign: readonly ForeignReference[];
}

/**
 * Returns each definition of the start members and of the types that they reach once. Ignores members that are missing or not valid JSON. Does not
 * follow references to resources.
 *
 * @param seen members to skip; the function adds the members that it reaches
 */
export function reachedDefinitions(
  schema: PackageSchema,
  start: readonly Member[],
  seen: Set<string> = new Set(),
): readonly Definition[] {
  const owner = { name: schema.name, version: tolerantVersion(schema.version ?? "") };
  const reached: Definition[] = [];
  const waiting = [...start];
  for (const member of waiting) {
    const [part, token] = member;
    const id = `${part} ${token}`;
    const json = seen.has(id) ? undefined : definition(schema, member);
    seen.add(id);
    if (json === undefined) continue;
    const references = referencesIn(json).flatMap((text) => {
      const reference = parseReference(text);
      return "why" in reference ? [] : [reference];
    });
    const local = references.filter((reference) => !isForeign(reference, owner));
    const foreign = references.flatMap((reference) => (isForeign(reference, owner) ? [reference] : []));
    reached.push({ member, json, local, foreign });
    for (const { section, token: target } of local) if (section === "types") waiting.push(["types", target]);
  }
  return reached;
}

/** Returns true if a reference leads to another package, or to another version of this package, if this package states its version. */
export function isForeign(
  reference: Reference,
  { name, version }: { readonly name: string; readonly version?: string | undefined },
): reference is ForeignReference {
  if (reference.package === undefined) return false;
  if (reference.package !== name) return true;
  return version !== undefined && reference.version !== version;
}

function definition(schema: PackageSchema, [part, token]: Member): unknown {
  const text = schema.jsonText(part, token);
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the references in text order. Uses an explicit stack instead of recursion, because defaults and language data can nest to any depth. */
function referencesIn(json: unknown): readonly string[] {
  const references: string[] = [];
  const stack: (readonly [key: string, value: unknown])[] = [["", json]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [key, value] = next;
    if (key === "$ref" && typeof value === "string") references.push(value);
    if (typeof value !== "object" || value === null) continue;
    for (const member of Object.entries(value).reverse()) stack.push(member);
  }
  return references;
}
