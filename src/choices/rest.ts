/** Collects import specs of the selected resources that a run did not import, for a later run. */

import type { Outcome, Urn } from "../domain/graph.ts";
import type { SpecId } from "../domain/spec-id.ts";
import { isProviderType } from "../domain/urn.ts";
import type { ImportSpec, ImportSpecs } from "../import-file/import-specs.ts";
import type { ResolvedSpec } from "../import-file/resolved-specs.ts";
import { wrapSecrets } from "../schema/shape.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { PackageSchema, PropertySchema } from "../schema/types.ts";
import { hideLikelySecrets } from "../value/likely-secrets/hide-secrets.ts";
import { formatPath, type Path } from "../value/path.ts";
import { emptyMap, type PropertyMap, type Value } from "../value/value.ts";
import type { ChosenSpecs } from "./chosen-specs.ts";

/** A secret value that the remaining specs omit. The user must supply it again. */
export interface InputToGive {
  readonly type: string;
  readonly name: string;
  /** The path in text form. */
  readonly path: string;
}

export interface Rest {
  readonly specs: ImportSpecs;
  /** True if none of the selected resources was imported. */
  readonly isAll: boolean;
  readonly toGive: readonly InputToGive[];
}

export interface RestFacts {
  readonly chosen: ChosenSpecs;
  readonly resources: readonly ResolvedSpec[];
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** Outcomes of the resources that were not imported. */
  readonly refused: readonly Outcome[];
  /** True to include entries from another state. They are usually omitted, because the same command finds them again. */
  readonly fromStates: boolean;
}

/**
 * Returns the specs of resources that were not imported or that `leaveOut` skipped, in their order. A reference to an imported resource becomes a URN
 * in `nameTable`. Secret values are omitted; references to secrets in `inputsFrom` stay.
 */
export function remainingSpecs({ chosen, resources, schemas, refused, fromStates }: RestFacts): Rest {
  const urns = new Set(refused.map(({ urn }) => urn));
  const resolved = new Map(resources.map((resource) => [resource.specId, resource]));
  const isLeft = (entry: ImportSpec) => urns.has(resolved.get(entry.specId)?.urn ?? "");
  const left = [...chosen.specs.resources.filter(isLeft), ...chosen.leftOver];
  const entries = left.filter(({ source }) => fromStates || source === undefined);
  const isAll = left.length === chosen.specs.resources.length + chosen.leftOver.length;
  const toGive: InputToGive[] = [];
  const kept = entries.map((entry) => withoutSecretInputs(asResolved(entry, resolved), schemas, toGive));
  return { specs: { ...chosen.specs, ...tablesFor(kept, chosen.specs, resolved), resources: kept }, isAll, toGive };
}

/** Updates the entry with the final name, the ID that the user typed, and the full type. */
function asResolved(entry: ImportSpec, resolved: ReadonlyMap<SpecId, ResolvedSpec>): ImportSpec {
  const spec = resolved.get(entry.specId);
  return {
    ...entry,
    logicalName: spec?.name ?? entry.logicalName,
    type: entry.isTyped && spec !== undefined ? spec.type : entry.type,
    id: spec?.id ?? entry.id,
  };
}

/** Returns only the rows of `nameTable` and `providerInputs` that the entries refer to. */
function tablesFor(
  entries: readonly ImportSpec[],
  { nameTable, providerInputs, resources }: ImportSpecs,
  resolved: ReadonlyMap<SpecId, ResolvedSpec>,
): Pick<ImportSpecs, "nameTable" | "providerInputs"> {
  const entryNames = new Set(entries.map(({ name }) => name));
  const others = new Map(resources.map((entry) => [entry.name, entry]));
  const named = new Set(
    entries.flatMap(({ parent, provider, options }) =>
      [parent, provider, ...(options?.dependsOn ?? []).map(({ name }) => name), options?.deletedWith?.name].flatMap(
        (name) => name ?? [],
      ),
    ),
  );
  const urnOf = (name: string): Urn | undefined => {
    const other = entryNames.has(name) ? undefined : others.get(name);
    return other === undefined ? undefined : resolved.get(other.specId)?.urn;
  };
  const table = [...named].flatMap((name) => {
    const urn = nameTable.get(name)?.urn ?? urnOf(name);
    const where = nameTable.get(name)?.where ?? others.get(name)?.where;
    return urn === undefined || where === undefined ? [] : [[name, { urn, where }] as const];
  });
  const isUsed = (name: string) => entryNames.has(name) || named.has(name);
  return {
    nameTable: new Map(table),
    providerInputs: new Map([...providerInputs].filter(([name]) => isUsed(name))),
  };
}

/** Removes secret and likely secret values. If the schema is unknown, removes all values, because any of them may be secret. */
function withoutSecretInputs(
  entry: ImportSpec,
  schemas: ReadonlyMap<string, PackageSchema>,
  toGive: InputToGive[],
): ImportSpec {
  const schema = schemas.get(packageOfType(entry.type));
  const isProvider = isProviderType(entry.type);
  const resource = isProvider ? schema?.provider : schema?.resource(entry.type);
  const left: Path[] = [];
  const prune = (map: PropertyMap | undefined, properties: ReadonlyMap<string, PropertySchema> | undefined) => {
    if (map === undefined) return undefined;
    const isOpen = entry.component && !entry.remote;
    if (schema === undefined || properties === undefined)
      return isOpen ? pruned(hideLikelySecrets(map, entry.notSecret).values, [], left) : unknownInputs(map, left);
    return pruned(hideLikelySecrets(wrapSecrets(map, properties, schema), entry.notSecret).values, [], left);
  };
  const { inputs: entryInputs, outputs: state, ...rest } = entry;
  const inputs = prune(entryInputs, resource?.inputs);
  const outputs = prune(state, resource?.outputs);
  const from = new Set(entry.inputsFrom.map(({ path }) => formatPath(path)));
  for (const path of new Set(left.map(formatPath)))
    if (!from.has(path)) toGive.push({ type: entry.type, name: entry.logicalName, path });
  return {
    ...rest,
    inputs: inputs !== undefined && inputs.size > 0 ? inputs : undefined,
    // Omit incomplete outputs, because they would make the state wrong. The resource is then read again.
    outputs: outputs !== undefined && outputs.size === state?.size ? outputs : undefined,
  };
}

function unknownInputs(map: PropertyMap, left: Path[]): PropertyMap {
  left.push(...[...map.keys()].map((name) => [name]));
  return emptyMap;
}

/** Removes secret members of a map, and any list that contains a secret. */
function pruned(map: PropertyMap, path: Path, left: Path[]): PropertyMap {
  return new Map(
    [...map].flatMap(([name, value]) => {
      const open = prunedValue(value, [...path, name], left);
      return open === undefined ? [] : [[name, open] as const];
    }),
  );
}

function prunedValue(value: Value, path: Path, left: Path[]): Value | undefined {
  switch (value.kind) {
    case "secret":
      left.push(path);
      return undefined;
    case "map":
      return { ...value, entries: pruned(value.entries, path, left) };
    case "list": {
      const items = value.items.map((item, i) => prunedValue(item, [...path, i], left));
      if (items.some((item) => item === undefined)) return undefined;
      return { ...value, items: items.flatMap((item) => item ?? []) };
    }
    case "null":
    case "boolean":
    case "number":
    case "string":
    case "bytes":
    case "asset":
    case "archive":
    case "resource":
    case "unknown":
      return value;
    case "output":
      if (!value.secret) return value;
      left.push(path);
      return undefined;
  }
}
