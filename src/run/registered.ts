/** Finds the imported resources that the user's program registers, by running the program once or twice. Works for every language. */
import { visible } from "../cli/quote.ts";
import type { DeclaredResource } from "../domain/declared-resource.ts";
import type { Diagnostic } from "../domain/diagnostic.ts";
import type { Outcome, StateEntry, Urn } from "../domain/graph.ts";
import { isRefused } from "../domain/outcome.ts";
import type { RegisteredResource } from "../domain/registered-resource.ts";
import { isProviderType, nameOf, providerReference, rootStackUrn, typeOf } from "../domain/urn.ts";
import { cloudResources, type ReadOutcome, requestOf } from "../import/read/read-all.ts";
import type { ReadImport } from "../import/read-import.ts";
import type { Host } from "../plugin/host.ts";
import { registrationLine } from "../preview/program-differences.ts";
import { plainResource, type Resource } from "../preview/resource.ts";
import type { PreviewedProgram } from "./preview-program.ts";
import type { CopiedProgram, ProgramTrial } from "./program-trial.ts";

/** What the program registers when imp runs it. */
export interface Registrations {
  /** The imported resources that the program registers, in the order of registration. */
  readonly imports: ReadonlyMap<Urn, DeclaredResource>;
  /** The location of each registration, `index.ts:12:16`. */
  readonly places: ReadonlyMap<Urn, string>;
  /** The resources that the program registers and the state lacks. */
  readonly pending: ReadonlySet<Urn>;
}

/**
 * Returns the registrations of the program. If the program registers imported resources, runs it again with the read resources in the state, so that
 * inputs that come from their outputs have values. Returns a string with the reason if the program cannot be run.
 */
export async function registeredImports(
  trial: ProgramTrial,
  read: ReadImport,
  host: Host,
): Promise<Registrations | string> {
  const copied = await trial.copied();
  if (typeof copied === "string") return copied;
  const before = await trial.before(host);
  if (typeof before === "string") return before;
  const urns = new Set(read.reads.flatMap((outcome) => (isNew(outcome) ? [requestOf(outcome).urn] : [])));
  const places = placesOf(before, copied);
  const pending = new Set(before.plan.steps.flatMap(({ op, urn }) => (op === "create" ? [urn] : [])));
  const registered = importsOf(before, copied, urns);
  if (registered.size === 0) return { imports: registered, places, pending };
  const olds = [...(await trial.currentResources(copied)), ...readOlds(read, registered)];
  const previewed = await trial.preview(copied, olds, host);
  return { imports: previewed.failed ? registered : importsOf(previewed, copied, urns), places, pending };
}

/** Returns false if the state has a resource with this URN. */
function isNew(outcome: ReadOutcome): boolean {
  return outcome.kind !== "unchanged" && !(outcome.kind === "read" && outcome.cloud.replacedId !== undefined);
}

function placesOf({ plan }: PreviewedProgram, { workspace }: CopiedProgram): ReadonlyMap<Urn, string> {
  const places = plan.steps.flatMap(({ urn, new: resource }) => {
    const where = registrationLine(resource?.sourcePosition, workspace.project.root);
    return where === undefined ? [] : [[urn, where] as const];
  });
  return new Map(places);
}

function importsOf(
  { plan }: PreviewedProgram,
  { workspace }: CopiedProgram,
  urns: ReadonlySet<Urn>,
): Registrations["imports"] {
  const imports = plan.steps.flatMap(({ urn, new: resource }): readonly (readonly [Urn, DeclaredResource])[] => {
    if (resource === undefined || resource.external || !urns.has(urn)) return [];
    const where = registrationLine(resource.sourcePosition, workspace.project.root);
    const registered = registeredResource(resource, plan.componentOutputs.get(urn));
    const places = where === undefined ? [] : [where];
    return [[urn, { places, runs: "once", inputs: { kind: "unseen" }, registered }]];
  });
  return new Map(imports);
}

function registeredResource(resource: Resource, outputs: RegisteredResource["outputs"]): RegisteredResource {
  const { inputs, parent, protect, retainOnDelete, deletedWith } = resource;
  const { ignoreChanges, additionalSecretOutputs, replaceOnChanges, dependencies, propertyDependencies } = resource;
  const changes = { ignoreChanges, additionalSecretOutputs, replaceOnChanges };
  const options = { parent, protect, retainOnDelete, deletedWith, ...changes };
  return { inputs, outputs, ...options, dependencies, propertyDependencies };
}

/** Returns the registered resources and their new providers as state entries, with the inputs that Read returned. */
function readOlds({ reads, request }: ReadImport, registered: Registrations["imports"]): readonly Resource[] {
  const clouds = cloudResources(reads).filter(({ request: { urn } }) => registered.has(urn));
  const root = rootStackUrn(request.stack, request.project);
  const providers = new Map(
    clouds.flatMap(({ instance: { urn, entry } }) => (entry === undefined ? [] : [[urn, resourceOfEntry(entry)]])),
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
  return [...providers.values(), ...resources];
}

function resourceOfEntry({ urn, type, custom, id = "", inputs, outputs, parent }: StateEntry): Resource {
  return { ...plainResource, urn, type, custom, id, inputs, outputs, parent };
}

/** Adds the components that the program registers to the reads. Their inputs are known only from running the program. */
export function withRegisteredComponents(
  reads: readonly ReadOutcome[],
  imports: Registrations["imports"],
): readonly ReadOutcome[] {
  return reads.map((read): ReadOutcome => {
    if (read.kind === "read" || read.kind === "unchanged" || read.request.kind !== "component") return read;
    const registered = imports.get(read.request.urn)?.registered;
    if (registered === undefined) return read;
    const { error: _, ...request } = read.request;
    return { kind: "component", request, inputs: registered.inputs, differences: [], likelySecrets: [] };
  });
}

/** Returns a warning for each resource that is not imported, although the program registers it. */
export function pendingWarnings(
  outcomes: readonly Outcome[],
  { pending, places }: Registrations,
): readonly Diagnostic[] {
  const message =
    "The resource is not imported, but your program registers it. The next `pulumi up` creates a new resource, or fails";
  return outcomes.flatMap((outcome) => {
    const { urn } = outcome;
    return isRefused(outcome) && pending.has(urn)
      ? [{ severity: "warning", resource: urn, message, details: places.get(urn) }]
      : [];
  });
}

/**
 * Returns lines about the import specs that the program does not register.
 *
 * @param isClosed true if imp cannot add code to the program. If false, lists only resources that the program registers with another parent
 */
export function unregisteredLines(
  { reads }: Pick<ReadImport, "reads">,
  { imports, places, pending }: Registrations,
  isClosed: boolean,
): readonly string[] {
  const missing = reads.filter((read) => isNew(read) && read.kind !== "failed").map(requestOf);
  return missing.flatMap(({ urn, type, name, parent }) => {
    if (imports.has(urn) || isProviderType(type)) return [];
    const other = [...pending].find((registered) => typeOf(registered) === type && nameOf(registered) === name);
    const resource = `${type} ${visible(name)}`;
    if (other !== undefined && !imports.has(other)) {
      const place = places.get(other);
      const where = place === undefined ? "" : ` at ${place}`;
      return [
        `Your program registers ${resource}${where} as ${other}. If this is the same resource, set its "parent".`,
      ];
    }
    return !isClosed
      ? []
      : [`Your program does not register ${resource}${parent === undefined ? "" : ` with the parent ${parent}`}.`];
  });
}
