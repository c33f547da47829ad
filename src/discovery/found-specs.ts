/**
 * Found objects -> import specs: each under the name that the cloud shows, or under its id, and no two of a type under one name.
 */
import { createHash } from "node:crypto";
import { specIdOf } from "../domain/spec-id.ts";
import type { ImportSpec, ImportSpecs, TextLocation } from "../import-file/import-specs.ts";
import { compareTexts } from "../order/compare-texts.ts";
import type { FoundObject } from "./found.ts";

export interface SpecFacts {
  /** Whether the stack has a resource of this type and name already: another object would be refused under it. */
  readonly isTaken: (type: string, name: string) => boolean;
  /** The URN of an explicit provider. Absent: the default one. */
  readonly provider?: string;
  /** By package: the version that a command line names. */
  readonly versions: ReadonlyMap<string, string>;
}

/** Names do not depend on the order in which the objects came, nor on which others came with them, unless two would be the same. */
export function specsOfFound(objects: readonly FoundObject[], facts: SpecFacts): ImportSpecs {
  const sorted = [...objects].sort((a, b) => compareTexts(a.type, b.type) || compareTexts(a.id, b.id));
  const names = uniqueObjectNames(sorted, facts.isTaken);
  const resources = sorted.map((object, index) => foundSpec(object, names[index] ?? object.id, facts));
  return { nameTable: new Map(), resources, providerInputs: new Map() };
}

const inTheCloud: TextLocation = { file: "the cloud", line: 1, column: 1 };

function foundSpec({ type, id, where = inTheCloud }: FoundObject, name: string, facts: SpecFacts): ImportSpec {
  const version = facts.versions.get(type.split(":", 1)[0] ?? "");
  return {
    specId: specIdOf("found", where.file, type, id),
    where,
    locations: { type: where, name: where, id: where, provider: where },
    type,
    name,
    logicalName: name,
    id,
    provider: facts.provider,
    version,
    properties: [],
    inputsFrom: [],
    component: false,
    remote: false,
  };
}

/** All objects of a type that would have one name get a piece of a digest behind it; a longer one where that is taken too. */
function uniqueObjectNames(objects: readonly FoundObject[], isTaken: SpecFacts["isTaken"]): readonly string[] {
  const keyOf = (type: string, name: string): string => JSON.stringify([type, name]);
  const counts = new Map<string, number>();
  const wanted = objects.map((object) => [object, wantedName(object)] as const);
  for (const [{ type }, name] of wanted) counts.set(keyOf(type, name), (counts.get(keyOf(type, name)) ?? 0) + 1);
  const used = new Set<string>(
    wanted
      .filter(([{ type }, name]) => counts.get(keyOf(type, name)) === 1)
      .map(([{ type }, name]) => keyOf(type, name)),
  );
  return wanted.map(([{ type, id }, name]) => {
    if (counts.get(keyOf(type, name)) === 1 && !isTaken(type, name)) return name;
    const digest = createHash("sha256")
      .update(JSON.stringify([type, id]))
      .digest("hex");
    const free = [8, 16, 32, 64].map((length) => `${name}-${digest.slice(0, length)}`);
    const chosen = free.find((one) => !used.has(keyOf(type, one)) && !isTaken(type, one)) ?? `${name}-${digest}`;
    used.add(keyOf(type, chosen));
    return chosen;
  });
}

/** A name is one line without blanks at its ends; some clouds show none, or one of blanks alone. */
function wantedName({ type, id, name }: FoundObject): string {
  for (const text of [name, id]) {
    const line = text.replace(/[\s\p{Cc}\p{Cs}]+/gu, "-").replace(/^-+|-+$/g, "");
    if (line !== "") return [...line].slice(0, longestGivenName).join("");
  }
  return (type.split(":").at(-1) ?? "").toLowerCase() || "resource";
}

/** A longer text is no name that a person gave. */
const longestGivenName = 200;
