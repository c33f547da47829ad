/**
 * Opens a run: its stack, sources and program, and everything else that needs no plugin.
 */
import { type ChosenSpecs, chosenSpecs } from "../choices/chosen-specs.ts";
import { shellQuote } from "../cli/quote.ts";
import type { RunIo } from "../cli/run-io.ts";
import { visible } from "../cli/visible.ts";
import type { KnownState } from "../domain/known-state.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import { packagesOf } from "../import-file/resolve.ts";
import type { RunOptions } from "../options/run-options.ts";
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
import { unlessAborted } from "../unless-aborted.ts";
import { refuseUnrecordable } from "../workspace/commit/run-records.ts";
import { readKnownState } from "../workspace/known.ts";
import { chosenStack, openChosenWorkspace } from "../workspace/open-chosen.ts";
import { sdksFor } from "../workspace/program/program-folder.ts";
import { refuseLockedEarly } from "../workspace/refuse-early.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { withAskedPlace } from "./asked-place.ts";
import { refusePlanAsFile, refuseUnsavable } from "./carried-out.ts";
import { chosenProgram, inProgram, type OpenProgram, openProgram } from "./open-program.ts";
import { withHost } from "./plugins.ts";
import { isRunUnconfirmed, whyNotRun } from "./refuse-early.ts";
import { refuseForeignFiles } from "./rest-file.ts";
import { withoutVariables } from "./without-variables.ts";

/** A run whose stack, sources and program are open. */
export interface OpenRun {
  readonly options: RunOptions;
  readonly io: RunIo;
  /** The project and the stack where the command was run. */
  readonly here: Workspace;
  readonly program: OpenProgram;
  readonly sources: readonly OpenSource[];
  readonly chosen: ChosenSpecs;
  readonly known: KnownState;
  readonly overlay: Overlay;
  /** Settled when the passphrase that the stack needs is known to be right; rejected where it is missing or wrong. */
  readonly unlocked: Promise<void>;
}

/** Opens everything that needs no plugin, and refuses what a commit would refuse. `undefined`: a person stopped the run. */
export async function openRun(asked: RunOptions, outside: RunIo): Promise<OpenRun | undefined> {
  if (isRunUnconfirmed(asked, outside)) throw await whyNotRun(asked, outside);
  await refuseForeignFiles(asked, outside);
  const { carriedOut: carried } = asked;
  if (carried !== undefined)
    outside.progress.line(
      `Carries out ${carried.plan.file}, with: ${carried.plan.words.map(shellQuote).map(visible).join(" ")}`,
    );
  const files = await unlessAborted(openFiles(asked.sources, outside), outside.signal);
  refusePlanAsFile(asked, joinSpecs(files));
  const { schemas } = asked.derivation;
  const overlay = await unlessAborted(readDescriptions(schemas, joinSpecs(files), outside), outside.signal);
  const io = withoutVariables(outside, joinSpecs(files));
  const chosen = { ...asked, stack: await chosenStack(asked.stack, io) };
  const here = await openChosenWorkspace(chosen.stack, io);
  // The variables that import files name are only in the outer environment.
  const decrypted = await Promise.all(
    files.map(async (source) => ({ ...source, specs: await decryptedSpecs(source, here, outside) })),
  );
  const open = [...(await openInWorkspace(chosen.sources, here, io)), ...decrypted];
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
  const known = await readKnownState(program.workspace, inProgram(program));
  // A plan is no run: the lock that is held now says nothing about the run to come.
  if (!options.planOnly) {
    await refuseLockedEarly(program.workspace, specs, known, io.identity());
    await refuseUnrecordable(program.workspace);
  }
  const unlocked = program.workspace.unlock();
  // One question at a time; where nobody is asked, the key is derived while the plugins start.
  if (io.askPassphrase !== undefined) await unlocked;
  unlocked.catch(() => undefined);
  return { options, io, here, program, sources, chosen: taken, known, overlay, unlocked };
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
  return await withHost(plugins, io, here, (host) =>
    openWithPlugins(sources, { host, given, sdks, workspace: here }, io),
  );
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
