/** Prints the program of a run, and collects what its commit and its report need. */
import { remainingSpecs } from "../choices/rest.ts";
import { visible } from "../cli/quote.ts";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import type { ImportPlan, Outcome, ResourceGraph, Urn } from "../domain/graph.ts";
import type { KnownState } from "../domain/known-state.ts";
import { isRefused } from "../domain/outcome.ts";
import { type DerivedPlan, planWithout } from "../import/derive-plan.ts";
import type { LinkedImport } from "../import/link-import.ts";
import { cloudResources, readValues } from "../import/read/read-all.ts";
import type { ResolvedSpecs } from "../import-file/resolve.ts";
import { placeholderKeys } from "../lower/placeholder-keys.ts";
import { descriptionWarnings } from "../sources/provider-descriptions.ts";
import { type CloudObject, findManagingStacks } from "../workspace/backend/managing-stacks.ts";
import { openForSecrets, refuseProgramEarly } from "../workspace/refuse-early.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { appendedFiles } from "./appended-files.ts";
import { carriedOut } from "./carried-out.ts";
import { type DecidedRun, type DeclaringProgram, unregisteredWarnings, withoutCode } from "./declared.ts";
import { installCommands } from "./install-commands.ts";
import type { OpenProgram } from "./open-program.ts";
import type { OpenRun } from "./open-run.ts";
import { foreignProgram } from "./other-location.ts";
import { outputFiles, refusedOutputWarnings } from "./output-files.ts";
import { printedChanges, printedProgram } from "./print.ts";
import { type Inexpressible, printExpressible } from "./print-expressible.ts";
import { pendingWarnings } from "./registered.ts";
import { hiddenConstructors } from "./search-user-code.ts";
import { stackNotes } from "./stack-notes.ts";
import type { PrintedRun } from "./summary.ts";
import { likelyConfigSecrets, schemaWarnings, typeWarnings, unfitWarnings, unseenResources } from "./warnings.ts";

/** Prints the run, and saves its plan with `--save`. Writes nothing else. Throws the errors of `printedChanges` and `carriedOut`. */
export async function printedRun(decided: DecidedRun, run: OpenRun): Promise<PrintedRun> {
  const { options, linked, chosen, registrations } = decided;
  const { io, knownState, sources, overlay, trial } = run;
  const saved = await carriedOut({ options, io, chosen, program: run.program }, decided.plan, linked);
  const managing = sources.flatMap(({ stack }) => stack ?? []);
  const plan = options.checkStacks
    ? await checkedStacks(decided.plan, decided.program.workspace, managing, io)
    : decided.plan;
  const program = withoutCode(sealedProgram(decided.program, linked), plan.graph);
  const additions = { ...plan, cleared: clearedCreates(plan) };
  const printed = await printedChanges(decided.printed, additions, program, io);
  const { appended, wiring, isUnregistered } = await appendedFiles(printed, program, options, io);
  const foreign = plan.entries.length === 0 ? undefined : foreignProgram(program, options);
  return {
    options,
    io,
    program,
    trial,
    plan,
    knownState,
    changes: { ...printed.changes, files: [...printed.changes.files, ...wiring] },
    config: printed.config,
    warnings: [
      ...unfitWarnings(linked),
      ...likelyConfigSecrets(linked),
      ...schemaWarnings(linked),
      ...typeWarnings(linked, options.program.writing === "state" ? [] : program.languages),
      ...printed.warnings,
      ...refusedOutputWarnings(plan.refusedOutputs),
      ...stackNotes(run.otherStacks, printed.program, linked.missingOutputs),
      ...descriptionWarnings(overlay),
      ...unseenResources(program, program.workspace.state()),
      ...unregisteredWarnings(program),
      ...(foreign === undefined ? [] : [foreign]),
      // If imp ran the program, it knows which resources the program creates, so it doesn't search the code for them.
      ...(registrations === undefined
        ? await hiddenConstructors(graphToPrint(plan.graph, decided), program)
        : pendingWarnings(plan.outcomes, registrations)),
    ],
    outputFiles: outputFiles(linked.missingOutputs, run.otherStacks),
    placeholders: placeholderKeys(printed.program, plan.outcomes),
    install: await installCommands(printed.program, { ...program, options, io }),
    rest: remainingSpecs({
      chosen,
      resources: linked.request.resources,
      schemas: linked.schemas,
      refused: plan.outcomes.filter(isRefused),
      fromStates: options.rest.file !== undefined,
    }),
    saved,
    appended,
    isUnregistered: isUnregistered || foreign !== undefined,
    isIncomplete: sources.some((source) => source.isIncomplete === true),
    afterwards: (written) =>
      sources.flatMap((source) => source.afterwards?.(linked.request.resources, plan, written) ?? []),
  };
}

/** Prints the program of a plan, without the resources that it cannot express. Throws the errors of `printedProgram`. */
export async function decidedRun(
  run: Omit<DecidedRun, "plan" | "printed">,
  derived: DerivedPlan,
  io: Pick<RunIo, "progress">,
): Promise<DecidedRun> {
  const { linked } = run;
  const without = (inexpressible: Inexpressible) => planWithout(derived, inexpressible);
  const { plan, printed } = await printExpressible(without, async ({ graph }) => {
    const program = withoutCode(sealedProgram(run.program, linked), graph);
    return await printedProgram({ graph: graphToPrint(graph, run), schemas: linked.schemas }, program, io);
  });
  return { ...run, plan, printed };
}

/**
 * Throws early if the run could not write the program or encrypt its secrets. Call it after Read, so that errors in the import file and read
 * errors are reported first.
 */
export async function refuseOrOpen(
  linked: LinkedImport,
  program: DeclaringProgram,
  knownState: KnownState,
): Promise<void> {
  const requests = cloudResources(linked.reads).map(({ request }) => request);
  const written = requests.filter(({ urn }) => !program.declared.has(urn));
  refuseProgramEarly(program.location, written, knownState);
  await openForSecrets(sealedProgram(program, linked).workspace, linked.reads.flatMap(readValues));
}

/** Returns the program with the configuration of the import. The schemas may mark more values of this configuration as secret. */
function sealedProgram<P extends OpenProgram>(program: P, { config }: Pick<LinkedImport, "config">): P {
  return { ...program, workspace: { ...program.workspace, config } };
}

/** Returns the resources that need code, or an empty graph if only the state is written. Adds import IDs if `pulumi up` imports the resources. */
function graphToPrint(
  graph: ResourceGraph,
  { linked, options, program }: Pick<DecidedRun, "linked" | "options" | "program">,
): ResourceGraph {
  if (options.program.writing === "state") return { ...graph, resources: [], outputs: [] };
  const printed = { ...graph, resources: graph.resources.filter(({ urn }) => !program.declared.has(urn)) };
  return options.derivation.importOptions ? withImportOptions(printed, linked.request) : printed;
}

/** Adds `import` options with the IDs of the import specs. Skips components and providers, because `pulumi up` creates them. */
function withImportOptions(graph: ResourceGraph, { resources }: ResolvedSpecs): ResourceGraph {
  const ids = new Map(resources.map(({ urn, id }) => [urn, id]));
  return {
    ...graph,
    resources: graph.resources.map((resource) => {
      const importId = resource.kind === "custom" ? ids.get(resource.urn) : undefined;
      return importId === undefined ? resource : { ...resource, options: { ...resource.options, importId } };
    }),
  };
}

/** Returns the resources whose pending create operations are removed from the state. */
function clearedCreates({ outcomes }: Pick<ImportPlan, "outcomes">): ReadonlySet<Urn> {
  const isCleared = ({ remarks }: Outcome): boolean =>
    remarks.some((remark) => remark.kind === "pending-create" && remark.cleared);
  return new Set(outcomes.filter(isCleared).map(({ urn }) => urn));
}

/**
 * Adds remarks about resources that other stacks of the backend also manage.
 *
 * @param sources the stacks from which resources are moved. They are ignored
 * @throws USAGE if the stacks of the backend cannot be listed; STORE_REFUSED
 */
async function checkedStacks(
  plan: ImportPlan,
  { location }: Pick<Workspace, "location">,
  sources: readonly string[],
  io: Pick<RunIo, "progress">,
): Promise<ImportPlan> {
  if (location.kind !== "diy") {
    throw ImpError.of("USAGE", {
      message: "--check-stacks does not support this backend.",
      hint: "Remove --check-stacks.",
    });
  }
  io.progress.phase("Searching the other stacks", 0);
  const others = await findManagingStacks(location, plan.outcomes.flatMap(importedObjects), sources);
  for (const { stack, why } of others.unread) {
    io.progress.line(`Cannot read stack ${visible(stack)}, so its resources were not checked: ${why}`);
  }
  const outcomes = plan.outcomes.map((outcome): Outcome => {
    const stacks = importedObjects(outcome).flatMap((object) => others.stacksOf(object));
    if (stacks.length === 0) return outcome;
    return { ...outcome, remarks: [...outcome.remarks, { kind: "managed-elsewhere", stacks }] };
  });
  return { ...plan, outcomes };
}

function importedObjects({ resourceKind, type, id }: Outcome): readonly CloudObject[] {
  return resourceKind === "custom" && id !== undefined ? [{ type, id }] : [];
}
