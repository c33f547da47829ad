/** Links version numbers to the outputs of the resources that they are versions of. */
import type { Urn } from "../domain/graph.ts";
import type { Estate, ScoredLink, ScoredPart } from "./choose.ts";
import { type InputString, objectKey } from "./input-strings.ts";
import type { LinkableResource } from "./linkable-resource.ts";
import { linkWeight } from "./weights.ts";

const versionOutputs = ["version", "revision", "latestVersion", "latestRevision", "defaultVersion"];

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

/** Links version numbers next to references: `version` next to the ID of a launch template, `functionVersion` next to `functionName`. */
export function linkVersions(strings: readonly InputString[], links: Map<number, ScoredLink>, estate: Estate): void {
  for (const [number, string] of strings.entries()) {
    if (links.has(number) || string.hidden !== undefined || !/^\d{1,9}$/.test(string.text)) continue;
    const referent = versionedNeighbour(string, strings, links, estate);
    const output = referent && versionOutput(referent, string.text);
    if (output !== undefined)
      links.set(number, { path: string.path, parts: [{ ...output, score: linkWeight.besideLink }] });
  }
}

function versionedNeighbour(
  string: InputString,
  strings: readonly InputString[],
  links: ReadonlyMap<number, ScoredLink>,
  { plausible, resourceOf }: Estate,
): LinkableResource | undefined {
  const { hints } = plausible.relations;
  const last = string.path.at(-1);
  if (typeof last !== "string" || string.holder?.isFree === true) return undefined;
  const { words } = hints.propertyName(last);
  if (!/^(version|revision)$/.test(words.at(-1) ?? "")) return undefined;
  const subject = words.slice(0, -1).join(" ");
  const key = objectKey(string);
  const referents = new Set<Urn>();
  for (const [number, other] of strings.entries()) {
    const parts = links.get(number)?.parts ?? [];
    const [only, ...more] = parts;
    const called = other.path.at(-1);
    if (objectKey(other) !== key || only?.part.kind !== "output" || more.length > 0 || typeof called !== "string")
      continue;
    const isSame = subject === hints.propertyName(called).stem.join(" ");
    // A nested object describes a single resource.
    if (isSame ? subject !== "" || string.holder !== undefined : subject === "" && string.holder !== undefined)
      referents.add(only.part.referent);
  }
  const [only, ...moreReferents] = referents;
  return only === undefined || moreReferents.length > 0 ? undefined : resourceOf(only);
}
