/** Finds the imported resources that the user's program registers, with one or two runs of the program. Covers every language. */
import type { DeclaredResource } from "../domain/declared-resource.ts";
import type { RegisteredResource } from "../domain/registered-resource.ts";
import { isDefaultProvider, providerReference, rootStackUrn } from "../domain/urn.ts";
import type { StateEntry, Urn } from "../graph.ts";
import type { ReadImport } from "../import/read-import.ts";
import { cloudResources, type ReadOutcome, requestOf } from "../import/read/read-all.ts";
import type { Host } from "../plugin/host.ts";
import { positionText } from "../preview/program-differences.ts";
import { plainResource, type Resource } from "../preview/resource.ts";
import type { PreviewedProgram } from "./preview-program.ts";
import type { CopiedProgram, ProgramTrial } from "./program-trial.ts";

/** The registrations of a run of the program, by URN, in the order of the run. */
export type Registrations = ReadonlyMap<Urn, DeclaredResource>;

/**
 * Returns the registrations of the imported resources. Returns undefined if the program cannot be run. If there are any, runs the program
 * again as if the state had the read resources, because their outputs are inputs of others.
 */
export async function registeredImports(
  trial: ProgramTrial,
  read: ReadImport,
  host: Host,
): Promise<Registrations | undefined> {
  const copied = await trial.copied();
  const before = typeof copied === "string" ? copied : await trial.before(host);
  if (typeof copied === "string" || typeof before === "string") return undefined;
  const urns = new Set(read.reads.flatMap((outcome) => (isNew(outcome) ? [requestOf(outcome).urn] : [])));
  const registered = registrationsOf(before, copied, urns);
  if (registered.size === 0) return registered;
  const olds = [...(await trial.currentResources(copied)), ...readOlds(read, registered)];
  const previewed = await trial.preview(copied, olds, host);
  return previewed.failed ? registered : registrationsOf(previewed, copied, urns);
}

/** Returns false for a resource that the state has, with the same object or another one. */
function isNew(outcome: ReadOutcome): boolean {
  return outcome.kind !== "unchanged" && !(outcome.kind === "read" && outcome.cloud.replacedId !== undefined);
}

function registrationsOf(
  { plan }: PreviewedProgram,
  { workspace }: CopiedProgram,
  urns: ReadonlySet<Urn>,
): Registrations {
  const registrations = plan.steps.flatMap(({ urn, new: resource }): readonly (readonly [Urn, DeclaredResource])[] => {
    if (resource === undefined || resource.external || !urns.has(urn)) return [];
    const where = positionText(resource.sourcePosition, workspace.project.root);
    const registered = registeredResource(resource, plan.componentOutputs.get(urn));
    const places = where === undefined ? [] : [where];
    return [[urn, { places, runs: "once", inputs: { kind: "unseen" }, registered }]];
  });
  return new Map(registrations);
}

function registeredResource(resource: Resource, outputs: RegisteredResource["outputs"]): RegisteredResource {
  const { inputs, parent, protect, retainOnDelete, deletedWith } = resource;
  const { ignoreChanges, replaceOnChanges, dependencies, propertyDependencies } = resource;
  const options = { parent, protect, retainOnDelete, deletedWith, ignoreChanges, replaceOnChanges };
  return { inputs, outputs, ...options, dependencies, propertyDependencies };
}

/** Returns the registered resources and their new default providers as the state would have them with the inputs that Read returned. */
function readOlds({ reads, request }: ReadImport, registered: Registrations): readonly Resource[] {
  const clouds = cloudResources(reads).filter(({ request: { urn } }) => registered.has(urn));
  const root = rootStackUrn(request.stack, request.project);
  const defaults = new Map(
    clouds.flatMap(({ instance: { urn, entry } }) =>
      entry !== undefined && isDefaultProvider(urn) ? [[urn, resourceOfEntry(entry)]] : [],
    ),
  );
  const resources = clouds.map(
    ({ request: { urn, type, parent = root }, instance, id, projected, outputs, initErrors }): Resource => ({
      ...plainResource,
      urn,
      type,
      custom: true,
      id,
      inputs: projected,
      outputs,
      parent,
      provider: providerReference(instance.urn, instance.id),
      initErrors,
    }),
  );
  return [...defaults.values(), ...resources];
}

function resourceOfEntry({ urn, type, custom, id = "", inputs, outputs }: StateEntry): Resource {
  return { ...plainResource, urn, type, custom, id, inputs, outputs };
}

/** Returns the reads with the components that the program registers, whose inputs only the run shows. */
export function withRegisteredComponents(
  reads: readonly ReadOutcome[],
  registrations: Registrations,
): readonly ReadOutcome[] {
  return reads.map((read): ReadOutcome => {
    if (read.kind === "read" || read.kind === "unchanged" || read.request.kind !== "component") return read;
    const registered = registrations.get(read.request.urn)?.registered;
    if (registered === undefined) return read;
    const { error: _, ...request } = read.request;
    return { kind: "component", request, inputs: registered.inputs, differences: [], likelySecrets: [] };
  });
}
