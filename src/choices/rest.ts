/**
 * The rest of a run: import specs of what was asked for and is not imported, ready for another run.
 */
import type { SpecId } from "../domain/spec-id.ts";
import { isProviderType } from "../domain/urn.ts";
import type { Outcome, Urn } from "../graph.ts";
import type { ImportSpec, ImportSpecs } from "../import-file/import-specs.ts";
import type { ResolvedSpec } from "../import-file/resolved-specs.ts";
import { formatPath, type Path } from "../ir/path.ts";
import { hideLikelySecrets } from "../likely-secrets/hide-secrets.ts";
import { wrapSecrets } from "../schema/shape.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { PackageSchema, PropertySchema } from "../schema/types.ts";
import { emptyMap, type PropertyMap, type Value } from "../value/value.ts";
import type { ChosenSpecs } from "./chosen-specs.ts";

/** A value that the rest cannot hold, because it is secret: it has to be given again. */
export interface InputToGive {
  readonly type: string;
  readonly name: string;
  /** As text. */
  readonly path: string;
}

export interface Rest {
  readonly specs: ImportSpecs;
  /** Nothing else was asked for. */
  readonly isAll: boolean;
  readonly toGive: readonly InputToGive[];
}

export interface RestFacts {
  readonly chosen: ChosenSpecs;
  readonly resources: readonly ResolvedSpec[];
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  /** The outcomes that are not imported. */
  readonly refused: readonly Outcome[];
  /** Whether entries of other states count: their own command finds them again, with all that their state knows. */
  readonly fromStates: boolean;
}

/**
 * The entries of what was refused, and of what was taken out one by one, in their order and with all their fields but secrets. A name of
 * something that is imported by now becomes a URN in `nameTable`. Values of `inputsFrom` stay where they are; any other secret is left out:
 * it would stand in a file that nobody asked for.
 */
export function restOf({ chosen, resources, schemas, refused, fromStates }: RestFacts): Rest {
  const urns = new Set(refused.map(({ urn }) => urn));
  const resolved = new Map(resources.map((one) => [one.specId, one]));
  const isLeft = (entry: ImportSpec) => urns.has(resolved.get(entry.specId)?.urn ?? "");
  const left = [...chosen.specs.resources.filter(isLeft), ...chosen.leftOver];
  const entries = left.filter(({ source }) => fromStates || source === undefined);
  const isAll = left.length === chosen.specs.resources.length + chosen.leftOver.length;
  const toGive: InputToGive[] = [];
  const kept = entries.map((entry) => withoutSecrets(asResolved(entry, resolved), schemas, toGive));
  return { specs: { ...chosen.specs, ...tablesFor(kept, chosen.specs, resolved), resources: kept }, isAll, toGive };
}

/** With the name that tags gave, the id that a person gave, and the type that a word meant. */
function asResolved(entry: ImportSpec, resolved: ReadonlyMap<SpecId, ResolvedSpec>): ImportSpec {
  const spec = resolved.get(entry.specId);
  return {
    ...entry,
    logicalName: spec?.name ?? entry.logicalName,
    type: entry.isTyped && spec !== undefined ? spec.type : entry.type,
    id: spec?.id ?? entry.id,
  };
}

/** `nameTable` and `providerInputs`, with all that the entries name and no more. */
function tablesFor(
  entries: readonly ImportSpec[],
  { nameTable, providerInputs, resources }: ImportSpecs,
  resolved: ReadonlyMap<SpecId, ResolvedSpec>,
): Pick<ImportSpecs, "nameTable" | "providerInputs"> {
  const own = new Set(entries.map(({ name }) => name));
  const others = new Map(resources.map((entry) => [entry.name, entry]));
  const named = new Set(
    entries.flatMap(({ parent, provider, options }) =>
      [parent, provider, ...(options?.dependsOn ?? []).map(({ name }) => name), options?.deletedWith?.name].flatMap(
        (name) => name ?? [],
      ),
    ),
  );
  const urnOf = (name: string): Urn | undefined => {
    const other = own.has(name) ? undefined : others.get(name);
    return other === undefined ? undefined : resolved.get(other.specId)?.urn;
  };
  const table = [...named].flatMap((name) => {
    const urn = nameTable.get(name)?.urn ?? urnOf(name);
    const where = nameTable.get(name)?.where ?? others.get(name)?.where;
    return urn === undefined || where === undefined ? [] : [[name, { urn, where }] as const];
  });
  const isUsed = (name: string) => own.has(name) || named.has(name);
  return {
    nameTable: new Map(table),
    providerInputs: new Map([...providerInputs].filter(([name]) => isUsed(name))),
  };
}

/** Without what is marked or known as secret. Of a type that no schema describes any value may be one. */
function withoutSecrets(
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
  const { inputs: given, outputs: state, ...rest } = entry;
  const inputs = prune(given, resource?.inputs);
  const outputs = prune(state, resource?.outputs);
  const from = new Set(entry.inputsFrom.map(({ path }) => formatPath(path)));
  for (const path of new Set(left.map(formatPath)))
    if (!from.has(path)) toGive.push({ type: entry.type, name: entry.logicalName, path });
  return {
    ...rest,
    inputs: inputs !== undefined && inputs.size > 0 ? inputs : undefined,
    // Without a part of it the state would be wrong: it is read then.
    outputs: outputs !== undefined && outputs.size === state?.size ? outputs : undefined,
  };
}

function unknownInputs(map: PropertyMap, left: Path[]): PropertyMap {
  left.push(...[...map.keys()].map((name) => [name]));
  return emptyMap;
}

/** Without the members that are secret; of a list with a secret element nothing stays. */
function pruned(map: PropertyMap, at: Path, left: Path[]): PropertyMap {
  return new Map(
    [...map].flatMap(([name, value]) => {
      const open = prunedValue(value, [...at, name], left);
      return open === undefined ? [] : [[name, open] as const];
    }),
  );
}

function prunedValue(value: Value, at: Path, left: Path[]): Value | undefined {
  switch (value.kind) {
    case "secret":
      left.push(at);
      return undefined;
    case "map":
      return { ...value, entries: pruned(value.entries, at, left) };
    case "list": {
      const items = value.items.map((item, i) => prunedValue(item, [...at, i], left));
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
      left.push(at);
      return undefined;
  }
}
