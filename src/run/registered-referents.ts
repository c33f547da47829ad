/**
 * Adds import specs for parents and providers that the user's program registers and the state lacks, if an import spec refers to them. Adds only
 * components and providers.
 */

import type { Urn } from "../domain/graph.ts";
import { specIdOf } from "../domain/spec-id.ts";
import { isProviderType, nameOf, parseUrn, rootStackType, typeOf } from "../domain/urn.ts";
import type { ImportSpec, ImportSpecs } from "../import-file/import-specs.ts";
import type { Host } from "../plugin/host.ts";
import type { Resource } from "../preview/resource.ts";
import type { PropertyMap } from "../value/value.ts";
import type { OpenRun } from "./open-run.ts";
import { hasUserCode, isTried } from "./program-trial.ts";

/** Returns the specs with the added ones. Runs the program only if neither the state nor the specs have one of the parents or providers. */
export async function withRegisteredReferents(
  { options, chosen: { specs }, knownState, program, trial }: OpenRun,
  host: Host,
): Promise<ImportSpecs> {
  const isPresent = (urn: Urn): boolean =>
    parseUrn(urn)?.type === rootStackType || knownState.resources.has(urn) || hasEntry(specs, urn);
  const missing = referentsOf(specs).filter((urn) => !isPresent(urn));
  if (missing.length === 0 || !isTried(options, program) || !hasUserCode(program)) return specs;
  const before = await trial.before(host);
  if (typeof before === "string") return specs;
  const registered = new Map(
    before.plan.steps.flatMap(({ op, urn, new: resource }) =>
      op === "create" && resource !== undefined ? [[urn, resource] as const] : [],
    ),
  );
  const needed = new Set<Urn>();
  for (const urn of missing) addWithAncestors(urn, registered, isPresent, needed);
  const where = { file: program.workspace.project.file ?? "Pulumi.yaml", line: 1, column: 1 };
  const added = [...needed].flatMap((urn) => {
    const resource = registered.get(urn);
    return resource === undefined ? [] : [specOf(resource, where)];
  });
  return { ...specs, resources: [...added, ...specs.resources] };
}

/** Returns the URNs of parents and providers. */
function referentsOf({ resources, nameTable }: ImportSpecs): readonly Urn[] {
  const names = new Set(resources.map(({ name }) => name));
  const referents = resources.flatMap(({ parent, provider }) =>
    [parent, provider].flatMap((name) => {
      if (name === undefined) return [];
      const urn = nameTable.get(name)?.urn ?? (names.has(name) ? undefined : name);
      return urn === undefined || parseUrn(urn) === undefined ? [] : [urn];
    }),
  );
  return [...new Set(referents)];
}

function hasEntry({ resources }: ImportSpecs, urn: Urn): boolean {
  return resources.some(({ type, logicalName }) => logicalName === nameOf(urn) && type === typeOf(urn));
}

/** Adds a component or a provider after its ancestors. Skips other resources, because they cannot be imported without an ID. */
function addWithAncestors(
  urn: Urn,
  registered: ReadonlyMap<Urn, Resource>,
  isPresent: (urn: Urn) => boolean,
  needed: Set<Urn>,
): void {
  const resource = registered.get(urn);
  if (resource === undefined || isPresent(urn) || needed.has(urn)) return;
  if (resource.custom && !isProviderType(resource.type)) return;
  if (resource.parent !== undefined) addWithAncestors(resource.parent, registered, isPresent, needed);
  needed.add(urn);
}

function specOf({ urn, type, custom, inputs, parent }: Resource, where: ImportSpec["where"]): ImportSpec {
  const isRoot = parent === undefined || parseUrn(parent)?.type === rootStackType;
  return {
    specId: specIdOf("program", urn),
    where,
    locations: { type: where, name: where },
    type,
    name: urn,
    logicalName: nameOf(urn),
    parent: isRoot ? undefined : parent,
    properties: [],
    component: !custom,
    remote: false,
    inputs: custom ? withoutEngineSettings(inputs) : undefined,
    inputsFrom: [],
  };
}

/** Returns the configuration of a provider without the settings that the engine adds. */
function withoutEngineSettings(inputs: PropertyMap): PropertyMap {
  return new Map([...inputs].filter(([key]) => !["version", "pluginDownloadURL", "__internal"].includes(key)));
}
