/**
 * Mistakes that only show when all entries are resolved: two entries for one thing, and configuration for a provider that nothing uses.
 */
import type { Problem } from "../errors.ts";
import type { Urn } from "../graph.ts";
import { quote } from "../json/quote.ts";
import { lacksId } from "./fill-ids.ts";
import type { ImportSpec, ImportSpecs, Place } from "./import-specs.ts";
import { mostParents, type ResolvedNames } from "./resolve-names.ts";
import type { ResolvedType } from "./resolve-type.ts";
import type { ResolveContext } from "./resolved-specs.ts";

/** Two entries of one URN; two entries of one type and id under one provider. */
export function findDuplicates(
  spec: ImportSpecs,
  types: readonly ResolvedType[],
  names: ResolvedNames,
  problems: Problem[],
): void {
  const urns = new Map<Urn, Place>();
  const ids = new Map<string, ImportSpec>();
  const effective = effectiveProviders(names);
  for (const [i, entry] of spec.resources.entries()) {
    const urn = names.urns[i];
    if (urn === undefined) continue;
    const first = urns.get(urn);
    urns.set(urn, first ?? entry.where);
    if (first !== undefined) {
      const message = `The entry has the same URN as the one at ${first.file}:${first.line}.`;
      problems.push({
        ...entry.places.name,
        message,
        hint: "Give it another `name` (or `logicalName`), or remove it.",
      });
      continue;
    }
    if (entry.id === undefined || lacksId(entry)) continue;
    const key = JSON.stringify([types[i]?.type, entry.id, effective(urn)]);
    const other = ids.get(key);
    ids.set(key, other ?? entry);
    // A stack has two resources of one id on purpose: all objects of some types have the same.
    if (other !== undefined && (entry.source === undefined || other.source === undefined)) {
      const { file, line } = other.where;
      const message = `The same resource (type and id) is imported at ${file}:${line}.`;
      problems.push({ ...entry.where, message, hint: "Remove one of the two, or give them their own `provider`." });
    }
  }
}

/** The provider an entry names, else its nearest ancestor's. */
function effectiveProviders(names: ResolvedNames): (urn: Urn) => Urn | undefined {
  const own = new Map(names.urns.map((urn, i) => [urn, { parent: names.parents[i], provider: names.providers[i] }]));
  return (urn) => {
    for (let at: Urn | undefined = urn, steps = 0; at !== undefined && steps <= mostParents; steps += 1) {
      const entry = own.get(at);
      if (entry?.provider !== undefined) return entry.provider;
      at = entry?.parent;
    }
    return undefined;
  };
}

/** `providerInputs` of a name that nothing has. */
export function reportLooseEnds(
  spec: ImportSpecs,
  names: ResolvedNames,
  context: ResolveContext,
  problems: Problem[],
): void {
  if (spec.providerInputs.size === 0) return;
  const known = new Set(context.state.map((resource) => resource.urn));
  const used = new Set(names.created.values());
  const entries = new Set(spec.resources.map((entry) => entry.name));
  for (const [name, { where }] of spec.providerInputs) {
    const urn = spec.nameTable.get(name)?.urn;
    if (used.has(name) || entries.has(name) || (urn !== undefined && known.has(urn))) continue;
    const message = `No entry uses a provider of the name ${quote(name)}.`;
    problems.push({ ...where, message, hint: "Name it as the `provider` of an entry, or remove it." });
  }
}
