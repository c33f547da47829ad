/**
 * Follows the references of a schema's definitions, as text: nothing is bound, and nothing else of the schema is parsed.
 */
import { parseReference, type Reference, tolerantVersion } from "./references.ts";
import type { PackageSchema } from "./types.ts";

type Part = "resources" | "types";

/** A resource or a type of the schema. */
export type Member = readonly [part: Part, token: string];

/** A reference into another package, or into another version of this one. */
export type ForeignReference = Reference & { readonly package: string };

export interface Definition {
  readonly member: Member;
  /** As it stands in the schema. */
  readonly json: unknown;
  /** The references to definitions of this schema, whether they exist or not. */
  readonly own: readonly Reference[];
  readonly foreign: readonly ForeignReference[];
}

/**
 * The definitions of members, and of the types that they reach, each once. Resources that they refer to are not followed.
 *
 * @param start members that the schema does not have are passed over, and so is a definition that is no JSON
 * @param seen members that are passed over, of this schema; those that are reached are added
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
    const own = references.filter((reference) => !isForeign(reference, owner));
    const foreign = references.flatMap((reference) => (isForeign(reference, owner) ? [reference] : []));
    reached.push({ member, json, own, foreign });
    for (const { section, token: target } of own) if (section === "types") waiting.push(["types", target]);
  }
  return reached;
}

/** Whether a reference leads out of a package; a package without a version has references to any version of itself. */
export function isForeign(
  reference: Reference,
  { name, version }: { readonly name: string; readonly version?: string | undefined },
): reference is ForeignReference {
  if (reference.package === undefined) return false;
  if (reference.package !== name) return true;
  return version !== undefined && reference.version !== version;
}

function definition(schema: PackageSchema, [part, token]: Member): unknown {
  const text = schema.textOf(part, token);
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In the order of the text. Defaults and what languages keep may be nested without end, so the walk has its own stack. */
function referencesIn(json: unknown): readonly string[] {
  const found: string[] = [];
  const stack: (readonly [key: string, value: unknown])[] = [["", json]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [key, value] = next;
    if (key === "$ref" && typeof value === "string") found.push(value);
    if (typeof value !== "object" || value === null) continue;
    for (const member of Object.entries(value).reverse()) stack.push(member);
  }
  return found;
}
