/**
 * The story of `imp run`: import specs in; state and program out, together or not at all.
 */

import { afterRead } from "../choices/after-read.ts";
import { type ChosenSpecs, chosenSpecs } from "../choices/chosen-specs.ts";
import { restOf } from "../choices/rest.ts";
import { refuseUnaccepted } from "../choices/unmatched.ts";
import { isRefused } from "../cli/exit-code.ts";
import { quote } from "../cli/quote.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import { visible } from "../cli/visible.ts";
import type { KnownState } from "../domain/known-state.ts";
import type { ResourceGraph } from "../graph.ts";
import type { OpenImport } from "../import/open-import.ts";
import { requestsRead, valuesOf } from "../import/read/read-all.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { packagesOf, type ResolvedSpecs } from "../import-file/resolve.ts";
import { placeholderKeys } from "../lower/placeholder-keys.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { Host } from "../plugin/host.ts";
import {
  joinSpecs,
  needPlugins,
  type OpenSource,
  openFiles,
  openInWorkspace,
  openWithPlugins,
} from "../sources/import-source.ts";
import { descriptionWarnings, readDescriptions } from "../sources/provider-descriptions.ts";
import type { Overlay } from "../terraform/index.ts";
import { unlessAborted } from "../unless-aborted.ts";
import { knownOf } from "../workspace/known.ts";
import { chosenStack, openChosenWorkspace } from "../workspace/open-chosen.ts";
import { sdksFor } from "../workspace/program/program-folder.ts";
import { openForSecrets, refuseLockedEarly, refuseProgramEarly } from "../workspace/refuse-early.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { appendedFiles } from "./appended-files.ts";
import { withAskedPlace } from "./asked-place.ts";
import { carriedOut, refusePlanAsFile, refuseUnsavable } from "./carried-out.ts";
import { conclude } from "./conclude.ts";
import { type DeclaringProgram, declaring, unregisteredWarnings, withoutCode } from "./declared.ts";
import { derive } from "./derive.ts";
import { hiddenConstructors } from "./hidden-constructors.ts";
import { installCommands } from "./install-commands.ts";
import { chosenProgram, inProgram, type OpenProgram, openProgram } from "./open-program.ts";
import { checkedStacks } from "./other-stacks.ts";
import { planOptions } from "./plan-options.ts";
import { startCalls, withHost } from "./plugins.ts";
import { printedChanges } from "./print.ts";
import { refuseInexpressible, refuseUnconfirmed } from "./refuse-early.ts";
import { refuseForeignFiles } from "./rest-file.ts";
import { schemaWarnings } from "./schema-warnings.ts";
import { typeWarnings } from "./type-warnings.ts";
import { unfitWarnings } from "./unfit.ts";
import { unseenResources } from "./unseen-resources.ts";
import { withoutVariables } from "./without-variables.ts";

/** A run whose stack, sources and program are open. */
interface OpenRun {
  readonly options: RunOptions;
  readonly io: RunIo;
  readonly program: OpenProgram;
  readonly sources: readonly OpenSource[];
  readonly chosen: ChosenSpecs;
  readonly known: KnownState;
  readonly overlay: Overlay;
  /** Settled when the passphrase that the stack needs is known to be right; rejected where it is missing or wrong. */
  readonly unlocked: Promise<void>;
}

/** Returns the exit code. */
export async function importRun(options: RunOptions, io: RunIo, reporter: Reporter): Promise<number> {
  const calls = startCalls(io);
  const run = await openRun(options, io);
  if (run === undefined) {
    reporter.end({ kind: "declined" });
    return 1;
  }
  return await withHost(options.plugins, run.io, run.program.workspace, (host) => runWith(host, run, reporter), calls);
}

/** Opens everything that needs no plugin, and refuses what a commit would refuse. `undefined`: a person stopped the run. */
async function openRun(asked: RunOptions, outside: RunIo): Promise<OpenRun | undefined> {
  refuseUnconfirmed(asked, outside);
  await refuseForeignFiles(asked, outside);
  const { carriedOut: carried } = asked;
  if (carried !== undefined)
    outside.progress.line(
      `Carries out ${carried.plan.file}, with: ${carried.plan.words.map(quote).map(visible).join(" ")}`,
    );
  const files = await unlessAborted(openFiles(asked.sources, outside), outside.signal);
  refusePlanAsFile(asked, joinSpecs(files));
  const { schemas } = asked.derivation;
  const overlay = await unlessAborted(readDescriptions(schemas, joinSpecs(files), outside), outside.signal);
  const io = withoutVariables(outside, joinSpecs(files));
  const chosen = { ...asked, stack: await chosenStack(asked.stack, io) };
  const here = await openChosenWorkspace(chosen.stack, io);
  const open = [...(await openInWorkspace(chosen.sources, here, io)), ...files];
  const sources = [...(await openByPlugins(chosen, here, joinSpecs(open), io)), ...open];
  const taken = chosenSpecs(joinSpecs(sources), chosen.choices);
  const { specs } = taken;
  refuseUnsavable(chosen, taken);
  for (const note of [
    ...unusedPlugins(chosen, specs),
    ...sources.flatMap(({ notes }) => notes),
    ...broughtAlong(taken),
  ])
    io.progress.line(note);
  const found = await openProgram(chosen, io, here, here.state(), specs);
  const options = await withAskedPlace(chosen, found, io);
  if (options === undefined) return undefined;
  const program = options === chosen ? found : await openProgram(options, io, here, here.state(), specs);
  const known = await knownOf(program.workspace, inProgram(program));
  // A plan is no run: the lock that is held now says nothing about the run to come.
  if (!options.planOnly) await refuseLockedEarly(program.workspace, specs, known, io.identity());
  const unlocked = program.workspace.unlock();
  // One question at a time; where nobody is asked, the key is derived while the plugins start.
  if (io.askPassphrase !== undefined) await unlocked;
  unlocked.catch(() => undefined);
  return { options, io, program, sources, chosen: taken, known, overlay, unlocked };
}

/** The sources that ask plugins; these end before the program is chosen, which chooses their versions. */
async function openByPlugins(
  { sources, plugins, program }: RunOptions,
  here: Workspace,
  given: ImportSpecs,
  io: RunIo,
): Promise<readonly OpenSource[]> {
  if (!needPlugins(sources)) return [];
  const { languages, place } = chosenProgram(program, io, here);
  const sdks = sdksFor(languages[0], place.path, program.isNew);
  return await withHost(plugins, io, here, (host) => openWithPlugins(sources, { host, given, sdks }, io));
}

/** Derives, prints, asks, writes and reports. */
async function runWith(host: Host, run: OpenRun, reporter: Reporter): Promise<number> {
  const { options, io, chosen, known, sources, overlay } = run;
  const { protect } = options.derivation;
  const reading = once((open: OpenImport) => declaring(run.program, open));
  const planFor = async (open: OpenImport) => planOptions(options, await reading(open), io);
  const place = { ...run.program, isNew: options.program.isNew };
  const { replaceable } = options;
  const derivation = {
    afterRead: afterRead(options.choices),
    specs: chosen.specs,
    known,
    protect,
    overlay,
    replaceable,
    planFor,
    beforeRead: async (request: ResolvedSpecs) => {
      await run.unlocked;
      refuseInexpressible(run.program, request, known);
    },
    whenRead: (open: OpenImport) => refuseOrOpen(open, run, reading),
  };
  const { open, plan: derived } = await derive(derivation, place, host, io);
  const saved = await carriedOut(run, derived, open);
  const read = await reading(open);
  const managing = sources.flatMap(({ stack }) => stack ?? []);
  const checked = options.checkStacks ? await checkedStacks(derived, read.workspace, managing, io) : derived;
  const program = withoutCode(sealed(read, open), checked.graph);
  const graph = graphToPrint(checked.graph, open.request, options, program);
  const printed = await printedChanges({ graph, schemas: open.schemas, entries: checked.entries }, program, io);
  const { appended, wiring, isUnregistered } = await appendedFiles(printed, program, options, io);
  return await conclude(
    {
      options,
      io,
      open: program,
      plan: checked,
      known,
      changes: { ...printed.changes, files: [...printed.changes.files, ...wiring] },
      warnings: [
        ...unfitWarnings(open),
        ...schemaWarnings(open),
        ...typeWarnings(open, options.program.writing === "state" ? [] : program.languages),
        ...printed.warnings,
        ...descriptionWarnings(overlay),
        ...unseenResources(program, program.workspace.state()),
        ...unregisteredWarnings(program),
        ...(await hiddenConstructors(graph, program)),
      ],
      placeholders: placeholderKeys(printed.program, checked.outcomes),
      install: await installCommands(printed.program, { ...program, options, io }),
      rest: restOf({
        chosen,
        resources: open.request.resources,
        schemas: open.schemas,
        refused: checked.outcomes.filter(isRefused),
        fromStates: options.rest.file !== undefined,
      }),
      ...(saved !== undefined && { saved }),
      appended,
      isUnregistered,
      afterwards: (written) =>
        sources.flatMap((source) => source.afterwards?.(open.request.resources, checked, written) ?? []),
    },
    reporter,
  );
}

/** Mistakes of the import file, and what cannot be read, are reported before a program that cannot be written. */
async function refuseOrOpen(
  open: OpenImport,
  { options, known }: OpenRun,
  reading: (open: OpenImport) => Promise<DeclaringProgram>,
): Promise<void> {
  refuseUnaccepted(options.choices, open.request.resources);
  if (options.planOnly) return;
  const program = await reading(open);
  const written = requestsRead(open.reads).filter(({ urn }) => !program.declared.has(urn));
  refuseProgramEarly(program.location, written, known);
  await openForSecrets(sealed(program, open).workspace, open.reads.flatMap(valuesOf));
}

/** Calls a function once, and returns that result from then on. */
function once<A, R>(make: (argument: A) => R): (argument: A) => R {
  let made: { readonly result: R } | undefined;
  return (argument) => {
    made ??= { result: make(argument) };
    return made.result;
  };
}

/** The program with the configuration as its schemas seal it. */
function sealed<P extends OpenProgram>(program: P, { config }: Pick<OpenImport, "config">): P {
  return { ...program, workspace: { ...program.workspace, config } };
}

/** Lines about `--provider` names that no resource of this run has. A schema may refer to types of such a package. */
function unusedPlugins({ plugins }: RunOptions, specs: ImportSpecs): readonly string[] {
  const used = new Set(packagesOf(specs).map(({ name, parameterization }) => parameterization?.pluginName ?? name));
  return [...plugins.executables.keys()]
    .filter((name) => !used.has(name))
    .map((name) => `--provider ${name}=... is used for no resource: nothing that is imported is of package ${name}.`);
}

/** A line about entries that no filter matches, and that others name. */
function broughtAlong({ broughtAlong: entries }: ChosenSpecs): readonly string[] {
  if (entries.length === 0) return [];
  const named = entries.slice(0, 10).map(({ logicalName }) => visible(logicalName));
  const more = entries.length > 10 ? ` and ${entries.length - 10} more` : "";
  return [`Brought along, because resources that --only matches name them: ${named.join(", ")}${more}.`];
}

/** The part of the graph that becomes code: nothing where only the state is written, ids as options where `pulumi up` is to import them. */
function graphToPrint(
  graph: ResourceGraph,
  request: ResolvedSpecs,
  { program, derivation }: Pick<RunOptions, "program" | "derivation">,
  { declared }: Pick<DeclaringProgram, "declared">,
): ResourceGraph {
  if (program.writing === "state") return { ...graph, resources: [] };
  const own = { ...graph, resources: graph.resources.filter(({ urn }) => !declared.has(urn)) };
  return derivation.importOptions ? withImportOptions(own, request) : own;
}

/** The graph with the ids that were asked for as `import` options; components and providers are made by `pulumi up`. */
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
