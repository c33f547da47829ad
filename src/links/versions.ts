/**
 * Numbers of versions: the outputs of resources that count them, and the places next to references that have them.
 */
import type { Urn } from "../graph.ts";
import type { Estate, ScoredLink, ScoredPart } from "./choose.ts";
import { type InputString, objectKey } from "./input-strings.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { linkWeight } from "./weights.ts";

/** Outputs that count the versions of a resource. */
const versionOutputs = ["version", "revision", "latestVersion", "latestRevision", "defaultVersion"];

/** The output of a resource that has the number of a version. */
export function versionOutput(
  { urn, schema, outputs }: LinkableResource,
  text: string,
): Omit<ScoredPart, "score"> | undefined {
  for (const name of versionOutputs) {
    const described = schema?.outputs.get(name);
    if (described === undefined || described.secret || schema?.requiredOutputs.has(name) !== true) continue;
    const value = outputs.get(name);
    const part = { kind: "output" as const, referent: urn, property: [name] };
    if (value?.kind === "string" && value.value === text && !schema.inputs.has(name)) return { part, text };
    if (value?.kind === "number" && String(value.value) === text) return { part: { ...part, text }, text };
  }
  return undefined;
}

/**
 * Links the numbers of versions next to references to what they are versions of: `version` in an object that names a launch template,
 * `functionVersion` next to `functionName`.
 *
 * @param found the links so far, by the number of the string
 */
export function linkVersions(strings: readonly InputString[], found: Map<number, ScoredLink>, estate: Estate): void {
  for (const [number, string] of strings.entries()) {
    if (found.has(number) || string.hidden !== undefined || !/^\d{1,9}$/.test(string.text)) continue;
    const referent = versionedNeighbour(string, strings, found, estate);
    const output = referent && versionOutput(referent, string.text);
    if (output !== undefined)
      found.set(number, { path: string.path, parts: [{ ...output, score: linkWeight.besideLink }] });
  }
}

/** The resource that a property next to a version refers to as a whole. */
function versionedNeighbour(
  string: InputString,
  strings: readonly InputString[],
  found: ReadonlyMap<number, ScoredLink>,
  { plausible, resourceOf }: Estate,
): LinkableResource | undefined {
  const { hints } = plausible.relations;
  const last = string.path.at(-1);
  if (typeof last !== "string" || string.holder?.isFree === true) return undefined;
  const { words } = hints.propertyName(last);
  if (!/^(version|revision)$/.test(words.at(-1) ?? "")) return undefined;
  const own = words.slice(0, -1).join(" ");
  const key = objectKey(string);
  const referents = new Set<Urn>();
  for (const [number, other] of strings.entries()) {
    const parts = found.get(number)?.parts ?? [];
    const [only, ...more] = parts;
    const called = other.path.at(-1);
    if (objectKey(other) !== key || only?.part.kind !== "output" || more.length > 0 || typeof called !== "string")
      continue;
    const isSame = own === hints.propertyName(called).stem.join(" ");
    // An object inside the inputs is about one thing.
    if (isSame ? own !== "" || string.holder !== undefined : own === "" && string.holder !== undefined)
      referents.add(only.part.referent);
  }
  const [only, ...others] = referents;
  return only === undefined || others.length > 0 ? undefined : resourceOf(only);
}
