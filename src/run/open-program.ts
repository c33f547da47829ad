/**
 * Opens the program of a command: its languages, its location, the files that are there, and the project around it.
 */
import { resolve } from "node:path";
import type { Language, NewProject, UserProgram } from "../../generators/index.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { HeldResource } from "../domain/held-resource.ts";
import { ImpError } from "../errors.ts";
import type { Urn } from "../graph.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import type { Layout } from "../ir/split-program.ts";
import { languagesOf, onlyLanguage } from "../options/languages.ts";
import type { PluginOptions, ProgramOptions } from "../options/shared-options.ts";
import type { Deployment } from "../state/deployment.ts";
import type { Writing } from "../workspace/commit/changes.ts";
import type { OpenChanged } from "../workspace/program/changed-program.ts";
import {
  insertedLocation,
  openProgramLocation,
  type ProgramLocation,
  type ProgramTarget,
} from "../workspace/program/program-location.ts";
import { inNewProject, refuseNotEmpty } from "../workspace/project/new-project.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { withChanged } from "./changed-location.ts";
import { heldResources, namedVariables } from "./held-resources.ts";
import { type OpenInsertion, openInsertion } from "./insertion.ts";
import { readOwnProgram } from "./own-program.ts";

/** The options of a command that writes a program. */
export interface WritingOptions {
  readonly program: ProgramOptions;
  readonly plugins: PluginOptions;
}

export interface OpenProgram extends ChosenProgram {
  /** As the program's project has it: a new project has a stack file of its own. */
  readonly workspace: Workspace;
  readonly newProject?: NewProject;
  readonly location: ProgramLocation;
  readonly layout: Layout;
  readonly writing: Writing;
  /** Resources of the state that a person's code holds, by URN. */
  readonly held: ReadonlyMap<Urn, HeldResource>;
  /** Reads the project's program as a person wrote it, once. `undefined`: another folder is written to, or programs of the language are not read. */
  readonly own: () => Promise<UserProgram | undefined>;
  /** The program that imp printed and a person changed since. */
  readonly changed?: OpenChanged;
  /** `--into`: where the code goes in a person's program. */
  readonly insertion?: OpenInsertion;
}

export interface ChosenProgram {
  readonly languages: readonly Language[];
  readonly place: ProgramTarget;
}

/** Resources that new code can refer to: those of the program that imp wrote, and those that a person's code holds. */
export function inProgram({ location, held }: Pick<OpenProgram, "location" | "held">): ReadonlySet<Urn> {
  return held.size === 0 ? location.inProgram : new Set([...location.inProgram, ...held.keys()]);
}

/**
 * @param state what a whole program registers; absent: it need not be whole
 * @param specs import files, which may name variables of a person's code
 * @throws USAGE, OUT_NOT_EMPTY, RECORD_UNUSABLE, FILE_UNREADABLE
 */
export async function openProgram(
  options: WritingOptions,
  io: Pick<RunIo, "cwd">,
  here: Workspace,
  state?: Deployment,
  specs?: ImportSpecs,
): Promise<OpenProgram> {
  const { layout, writing } = options.program;
  const chosen = chosenProgram(options.program, io, here);
  const { into } = options.program;
  if (into !== undefined && specs !== undefined) {
    const insertion = await openInsertion(into, specs, chosen, here, state, io);
    const { file, bytes, variables } = insertion;
    const location = insertedLocation(chosen.place, onlyLanguage(chosen.languages).fileName, file, bytes);
    const held = new Map([...namedVariables(specs, state), ...heldResources(variables, state)]);
    const own = () => Promise.resolve(insertion.own);
    return { workspace: here, ...chosen, location, layout: "single", writing, held, own, insertion };
  }
  const opened = await openNewProject(options, io, here, chosen);
  const found = await openProgramLocation({ ...chosen.place, isWritten: writing !== "state" }, state);
  const cut = programLayout(layout, found, chosen.languages);
  const held = specs === undefined ? new Map() : namedVariables(specs, state);
  const { location, changed, variables } = await withChanged(found, chosen, cut, specs, state);
  // Of a resource that imp printed, the text shows the variable.
  const named = [...held].filter(([urn]) => !found.inProgram.has(urn));
  return {
    ...opened,
    ...chosen,
    location,
    layout: cut,
    writing,
    held: new Map([...named, ...heldResources(variables, state)]),
    own: ownProgramOf(chosen, opened.workspace, options.program, state),
    changed,
  };
}

function ownProgramOf(
  { languages, place }: ChosenProgram,
  workspace: Workspace,
  { isNew }: Pick<ProgramOptions, "isNew">,
  state: Deployment | undefined,
): OpenProgram["own"] {
  const [language, ...others] = languages;
  const isOwn = !isNew && place.path === workspace.programDir && others.length === 0;
  let read: Promise<UserProgram | undefined> | undefined;
  return () => {
    if (language === undefined || !isOwn || !language.runtimes.includes(workspace.project.runtime ?? ""))
      return Promise.resolve(undefined);
    read ??= readOwnProgram(language, place.path, workspace, state);
    return read;
  };
}

/** The languages and the location of a program. Throws USAGE. */
export function chosenProgram(
  { offered, languages, out, isNew, appendFile, force }: ProgramOptions,
  io: Pick<RunIo, "cwd">,
  { project, stack, programDir }: Pick<Workspace, "project" | "stack" | "programDir">,
): ChosenProgram {
  const chosen = languagesOf(languages, project.runtime, offered);
  return {
    languages: chosen,
    place: {
      path: out === undefined && !isNew ? programDir : resolve(io.cwd, out ?? "."),
      project: project.name,
      stack,
      languages: chosen,
      appendFile,
      force,
    },
  };
}

/**
 * The workspace as the program's new project has it, and that project; without a new project the workspace as it is.
 *
 * @throws USAGE for a language without projects, and for several; OUT_NOT_EMPTY.
 */
async function openNewProject(
  { program, plugins }: WritingOptions,
  io: Pick<RunIo, "cwd">,
  workspace: Workspace,
  { languages, place }: ChosenProgram,
): Promise<{ readonly workspace: Workspace; readonly newProject?: NewProject }> {
  if (!program.isNew) return { workspace };
  const { name, startsProjects } = onlyLanguage(languages);
  if (!startsProjects) {
    const message = `There are no new projects in ${name} yet.`;
    throw ImpError.of("USAGE", { message, hint: "Leave --new out: only the program is written." });
  }
  const { project, stack, location } = workspace;
  const given = program.given.map((path) => resolve(io.cwd, path));
  const store =
    location.kind === "diy" && location.backend.store.kind === "directory" ? location.backend.store : undefined;
  await refuseNotEmpty(place.path, new Set([...given, ...(store === undefined ? [] : [store.shown(".pulumi")])]));
  // The backend in the project file here holds there too, whatever it is relative to.
  const backendUrl =
    project.backendUrl !== undefined && store !== undefined ? `file://${store.shown("")}` : project.backendUrl;
  const newProject: NewProject = {
    name: project.name,
    description: `Resources of stack ${stack}`,
    unpublished: new Set(plugins.executables.keys()),
    backendUrl,
  };
  return { workspace: inNewProject(workspace, place.path), newProject };
}

/** The layout that is asked for, or how the program that is there is cut, if every language can do it. Throws USAGE. */
function programLayout(
  asked: Layout | undefined,
  { layout }: Pick<ProgramLocation, "layout">,
  languages: readonly Language[],
): Layout {
  const chosen = asked ?? layout ?? "single";
  const single = languages.find(({ oneFile }) => oneFile !== undefined);
  if (chosen === "single" || single === undefined) return chosen;
  const message = `A program in ${single.name} is one file: ${single.oneFile}. --layout ${chosen} is not for it.`;
  throw ImpError.of("USAGE", {
    message,
    hint: "Use --layout single, or print the other languages in a run of their own.",
  });
}
