/** Finds errors that only show if all entries are compared: duplicate entries, and `providerInputs` of providers that do not exist. */

import type { Problem } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { quote } from "../value/json/quote.ts";
import { lacksId } from "./fill-ids.ts";
import type { ImportSpec, ImportSpecs, TextLocation } from "./import-specs.ts";
import { mostParents, type ResolvedNames } from "./resolve-names.ts";
import type { ResolvedType } from "./resolve-type.ts";
import type { ResolveContext } from "./resolved-specs.ts";

/** Reports entries with the same URN, and entries with the same type, ID, and provider. */
export function findDuplicates(
  spec: ImportSpecs,
  types: readonly ResolvedType[],
  names: ResolvedNames,
  problems: Problem[],
): void {
  const urns = new Map<Urn, TextLocation>();
  const ids = new Map<string, ImportSpec>();
  const effective = effectiveProviders(names);
  for (const [i, entry] of spec.resources.entries()) {
    const urn = names.urns[i];
    if (urn === undefined) continue;
    const first = urns.get(urn);
    urns.set(urn, first ?? entry.where);
    if (first !== undefined) {
      const message = `Duplicate URN: the entry at ${first.file}:${first.line} has the same URN.`;
      problems.push({
        ...entry.locations.name,
        message,
        hint: "Change the `name` (or `logicalName`) of one of the entries, or remove one of them.",
      });
      continue;
    }
    if (entry.id === undefined || lacksId(entry)) continue;
    const key = JSON.stringify([types[i]?.type, entry.id, effective(urn)]);
    const other = ids.get(key);
    ids.set(key, other ?? entry);
    // Two entries from a state can have the same ID, because all objects of some types have the same ID.
    if (other !== undefined && (entry.source === undefined || other.source === undefined)) {
      const { file, line } = other.where;
      const message = `Duplicate resource: the entry at ${file}:${line} has the same type and ID.`;
      problems.push({
        ...entry.where,
        message,
        hint: "Remove one of the entries, or set a different `provider` in each of them.",
      });
    }
  }
}

/** Reports entries that set the same output of the stack. */
export function findDuplicateOutputs({ resources }: ImportSpecs, problems: Problem[]): void {
  const first = new Map<string, TextLocation>();
  for (const { where, stackOutputs = new Map() } of resources) {
    for (const name of stackOutputs.keys()) {
      const earlier = first.get(name);
      if (earlier === undefined) first.set(name, where);
      else
        problems.push({
          ...where,
          message: `Duplicate stack output ${quote(name)}: the entry at ${earlier.file}:${earlier.line} sets the same output.`,
          hint: "Change the name in `stackOutputs` of one of the entries.",
        });
    }
  }
}

/** Returns a function that finds the explicit provider of a resource, or else of its nearest ancestor that has one. */
function effectiveProviders(names: ResolvedNames): (urn: Urn) => Urn | undefined {
  const entries = new Map(
    names.urns.map((urn, i) => [urn, { parent: names.parents[i], provider: names.providers[i] }]),
  );
  return (urn) => {
    for (let current: Urn | undefined = urn, steps = 0; current !== undefined && steps <= mostParents; steps += 1) {
      const entry = entries.get(current);
      if (entry?.provider !== undefined) return entry.provider;
      current = entry?.parent;
    }
    return undefined;
  };
}

/** Reports `providerInputs` for providers that do not exist. */
export function reportUnusedProviderInputs(
  spec: ImportSpecs,
  names: ResolvedNames,
  context: ResolveContext,
  problems: Problem[],
): void {
  if (spec.providerInputs.size === 0) return;
  const existing = new Set(context.state.map((resource) => resource.urn));
  const used = new Set(names.created.values());
  const entries = new Set(spec.resources.map((entry) => entry.name));
  for (const [name, { where }] of spec.providerInputs) {
    const urn = spec.nameTable.get(name)?.urn;
    if (used.has(name) || entries.has(name) || (urn !== undefined && existing.has(urn))) continue;
    const message = `No entry uses the provider ${quote(name)}.`;
    problems.push({ ...where, message, hint: "Set the provider as the `provider` of an entry, or remove it." });
  }
}
