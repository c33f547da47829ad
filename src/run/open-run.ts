/** Opens the stack, the sources, and the program of a run, before plugins start. */
import { join, relative } from "node:path";
import { type ChosenSpecs, chosenSpecs } from "../choices/chosen-specs.ts";
import { shellQuote, visible } from "../cli/quote.ts";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import type { KnownState } from "../domain/known-state.ts";
import type { CodePlace } from "../domain/questions.ts";
import type { ReferencedStack } from "../domain/referenced-stack.ts";
import { standardInputWord } from "../domain/standard-input.ts";
import { unlessAborted } from "../domain/unless-aborted.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { packagesOf } from "../import-file/resolve.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { ProgramOptions } from "../options/shared-options.ts";
import { decryptedSpecs } from "../sources/import-files.ts";
import {
  joinSpecs,
  needPlugins,
  type OpenSource,
  openFiles,
  openInWorkspace,
  openWithPlugins,
} from "../sources/import-source.ts";
import { readDescriptions } from "../sources/provider-descriptions.ts";
import type { Overlay } from "../terraform/index.ts";
import { refuseUnrecordable } from "../workspace/commit/run-records.ts";
import { readKnownState } from "../workspace/known.ts";
import { chosenStack, openChosenWorkspace } from "../workspace/open-chosen.ts";
import { sdksFor } from "../workspace/program/program-folder.ts";
import { openReferencedStacks } from "../workspace/referenced-stacks.ts";
import { refuseLockedEarly } from "../workspace/refuse-early.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { refusePlanAsFile, refuseUnsavable } from "./carried-out.ts";
import { chosenProgram, inProgram, type OpenProgram, openProgram } from "./open-program.ts";
import { withHost } from "./plugins.ts";
import { ProgramTrial } from "./program-trial.ts";
import { refuseForeignFiles } from "./rest-file.ts";
import { isInUserCode } from "./search-user-code.ts";
import { withEnvironment } from "./with-environment.ts";
import { withoutVariables } from "./without-variables.ts";

export interface OpenRun {
  readonly options: RunOptions;
  readonly io: RunIo;
  /** The workspace of the working directory. */
  readonly here: Workspace;
  readonly program: OpenProgram;
  /** Runs the program as it is before the changes. The caller must close it. */
  readonly trial: ProgramTrial;
  readonly sources: readonly OpenSource[];
  readonly chosen: ChosenSpecs;
  readonly knownState: KnownState;
  readonly otherStacks: readonly ReferencedStack[];
  readonly overlay: Overlay;
  /** Resolves when the passphrase of the stack is verified. Rejects if it is missing or wrong. */
  readonly unlocked: Promise<void>;
}

/** Opens the workspace and the sources. Throws early if the run could not write its result. Returns undefined if the user stops the run. */
export async function openRun(request: RunOptions, outside: RunIo): Promise<OpenRun | undefined> {
  if (isRunUnconfirmed(request, outside)) throw await whyNotRun(request, outside);
  await refuseForeignFiles(request, outside);
  announcePlan(request, outside);
  const files = await unlessAborted(openFiles(request.sources, outside), outside.signal);
  refusePlanAsFile(request, joinSpecs(files));
  const { schemas } = request.derivation;
  const overlay = await unlessAborted(readDescriptions(schemas, joinSpecs(files), outside), outside.signal);
  const hidden = withoutVariables(outside, joinSpecs(files));
  const chosen = { ...request, stack: await chosenStack(request.stack, hidden) };
  const here = await openChosenWorkspace(chosen.stack, hidden);
  const io = withEnvironment(hidden, here);
  const sources = await openAllSources(chosen, files, here, { outside, io });
  const taken = chosenSpecs(joinSpecs(sources), chosen.choices);
  const { specs } = taken;
  refuseUnsavable(chosen, taken);
  for (const note of [
    ...unusedPlugins(chosen, specs),
    ...sources.flatMap(({ notes }) => notes),
    ...broughtAlong(taken),
  ])
    io.progress.line(note);
  const candidate = await openProgram(chosen, io, here, here.state(), specs);
  const options = await withCodeLocation(chosen, candidate, io);
  if (options === undefined) return undefined;
  const program = options === chosen ? candidate : await openProgram(options, io, here, here.state(), specs);
  const knownState = await readKnownState(program.workspace, inProgram(program));
  const otherStacks = await openOtherStacks(options, program, knownState, io);
  // `--plan-only` ignores the lock, because the stack may be unlocked by the time of the real run.
  if (!options.planOnly) {
    await refuseLockedEarly(program.workspace, specs, knownState, io.identity());
    await refuseUnrecordable(program.workspace);
  }
  const unlocked = program.workspace.unlock();
  // Show one prompt at a time. Without prompts, derive the key while the plugins start.
  if (io.askPassphrase !== undefined) await unlocked;
  unlocked.catch(() => undefined);
  const trial = new ProgramTrial(program, io);
  return { options, io, here, program, trial, sources, chosen: taken, knownState, otherStacks, overlay, unlocked };
}

/** Shows the flags of a saved plan that the run carries out. */
function announcePlan({ carriedOut: carried }: RunOptions, { progress }: Pick<RunIo, "progress">): void {
  if (carried === undefined) return;
  progress.line(`Running ${carried.plan.file} with: ${carried.plan.words.map(shellQuote).map(visible).join(" ")}`);
}

/**
 * Opens the sources that need the workspace or plugins, and decrypts the import files.
 *
 * @param outside has the environment variables that import files refer to, which `io` lacks
 */
async function openAllSources(
  chosen: RunOptions,
  files: readonly OpenSource[],
  here: Workspace,
  { outside, io }: { readonly outside: RunIo; readonly io: RunIo },
): Promise<readonly OpenSource[]> {
  const decrypted = await Promise.all(
    files.map(async (source) => ({ ...source, specs: await decryptedSpecs(source, here, outside) })),
  );
  const open = [...(await openInWorkspace(chosen.sources, here, io)), ...decrypted];
  return [...(await openByPlugins(chosen, here, joinSpecs(open), io)), ...open];
}

/** Opens the stacks of `--stack-reference`. */
async function openOtherStacks(
  { stackReferences }: Pick<RunOptions, "stackReferences">,
  program: OpenProgram,
  known: KnownState,
  io: RunIo,
): Promise<readonly ReferencedStack[]> {
  const { workspace, location } = program;
  const referencing = {
    workspace,
    known,
    printed: new Set(location.existing?.resources.map(({ urn }) => urn)),
    isInUserCode: (urn: Urn) => isInUserCode(urn, program),
    cwd: io.cwd,
    uuid: io.uuid,
  };
  return await openReferencedStacks(stackReferences, referencing, io, io);
}

/** Opens the sources that need plugins. Stops these plugins again, because the program that is chosen later determines the plugin versions. */
async function openByPlugins(
  { sources, plugins, program }: RunOptions,
  here: Workspace,
  fileSpecs: ImportSpecs,
  io: RunIo,
): Promise<readonly OpenSource[]> {
  if (!needPlugins(sources)) return [];
  const { languages, target } = chosenProgram(program, io, here);
  const sdks = sdksFor(languages[0], target.path, program.isNew);
  return await withHost(plugins, io, here, (host) =>
    openWithPlugins(sources, { host, given: fileSpecs, sdks, workspace: here }, io),
  );
}

/**
 * Returns a line for each `--provider` package that no import spec uses. This is not an error, because a schema may still refer to the types of the
 * package.
 */
function unusedPlugins({ plugins }: RunOptions, specs: ImportSpecs): readonly string[] {
  const used = new Set(packagesOf(specs).map(({ name, parameterization }) => parameterization?.pluginName ?? name));
  return [...plugins.executables.keys()]
    .filter((name) => !used.has(name))
    .map((name) => `--provider ${name}=... has no effect: no imported resource belongs to package ${name}.`);
}

/** Returns a line about entries that were selected only because other entries refer to them. */
function broughtAlong({ broughtAlong: entries }: ChosenSpecs): readonly string[] {
  if (entries.length === 0) return [];
  const named = entries.slice(0, 10).map(({ logicalName }) => visible(logicalName));
  const more = entries.length > 10 ? ` and ${entries.length - 10} more` : "";
  return [`Also imported, because selected resources refer to them: ${named.join(", ")}${more}.`];
}

/** Asks where to write code in a user's program, and adds the answer to the options. Returns undefined if the user stops the run. */
async function withCodeLocation(
  options: RunOptions,
  open: OpenProgram,
  io: Pick<RunIo, "cwd" | "askCodePlace">,
): Promise<RunOptions | undefined> {
  if (io.askCodePlace === undefined || !isUserProgram(open) || isPlaced(options)) return options;
  const main = (await open.readUserProgram())?.main;
  if (main === undefined) return options;
  const file = relative(io.cwd, join(open.target.path, main));
  const place = await io.askCodePlace({ file, offersState: open.writing === "all" });
  return place.kind === "stop" ? undefined : { ...options, program: programAt(options.program, place, file) };
}

/** Returns true if imp did not write any file of the program. */
function isUserProgram({ location }: OpenProgram): boolean {
  const code = location.problem?.code;
  return location.existing === undefined && (code === "PROGRAM_CHANGED" || code === "PROGRAM_INCOMPLETE");
}

function isPlaced({ program, planOnly }: RunOptions): boolean {
  const { into, appendFile, out, isNew, force, layout, writing } = program;
  const named = into ?? appendFile ?? out ?? layout;
  return named !== undefined || isNew || force || writing === "state" || planOnly;
}

function programAt(program: ProgramOptions, place: Exclude<CodePlace, { kind: "stop" }>, file: string): ProgramOptions {
  switch (place.kind) {
    case "into":
      return { ...program, into: { file } };
    case "next":
      return { ...program, appendFile: place.name };
    case "state":
      return { ...program, writing: "state" };
  }
}

/** Returns true if the run would write, but there is neither a prompt nor `--yes`. */
function isRunUnconfirmed(
  { planOnly, yes }: Pick<RunOptions, "planOnly" | "yes">,
  { askYes }: Pick<RunIo, "askYes">,
): boolean {
  return !planOnly && !yes && askYes === undefined;
}

/** Returns why an unconfirmed run fails. If an input file cannot be read, returns this error, because it matters more than the confirmation. */
async function whyNotRun({ sources }: Pick<RunOptions, "sources">, io: RunIo): Promise<ImpError> {
  const named = sources.filter(({ paths }) => paths.length > 0 && !paths.includes(standardInputWord));
  try {
    await unlessAborted(openFiles(named, io), io.signal);
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    if (error.code === "SPEC_UNREADABLE" || error.code === "TERRAFORM_UNREADABLE") return error;
  }
  return ImpError.of("NOT_CONFIRMED", { look: "--plan-only" });
}
