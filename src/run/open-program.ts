/** Opens the program of a command: its languages, location, existing files, and project. */
import { resolve } from "node:path";
import type { Language, NewProject, UserProgram } from "../../generators/index.ts";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import type { HeldResource } from "../domain/held-resource.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import type { Layout } from "../ir/split-program.ts";
import { onlyLanguage, selectLanguages } from "../options/languages.ts";
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
import { ownImportFiles } from "./import-file-text.ts";
import { type OpenInsertion, openInsertion } from "./insertion.ts";
import { readOwnProgram } from "./user-program.ts";

export interface WritingOptions {
  readonly program: ProgramOptions;
  readonly plugins: PluginOptions;
}

export interface OpenProgram extends ChosenProgram {
  /** The workspace of the program. A new project has a new stack file. */
  readonly workspace: Workspace;
  readonly newProject?: NewProject;
  readonly location: ProgramLocation;
  readonly layout: Layout;
  readonly writing: Writing;
  /** The resources of the state that have a variable in the user's program, by URN. */
  readonly held: ReadonlyMap<Urn, HeldResource>;
  /**
   * Parses the user's program on the first call. Returns undefined if the command writes to another directory, or if imp cannot parse the language.
   */
  readonly readUserProgram: () => Promise<UserProgram | undefined>;
  /** Set if the user edited the program that imp wrote. */
  readonly changed?: OpenChanged;
  /** `--into`: where the new code is inserted into the user's program. */
  readonly insertion?: OpenInsertion;
}

export interface ChosenProgram {
  readonly languages: readonly Language[];
  readonly target: ProgramTarget;
}

/** Returns the resources that new code can refer to, because they are in imp's program or in the user's program. */
export function inProgram({ location, held }: Pick<OpenProgram, "location" | "held">): ReadonlySet<Urn> {
  return held.size === 0 ? location.inProgram : new Set([...location.inProgram, ...held.keys()]);
}

/**
 * Opens the program.
 *
 * @param state the resources that the program must register. Omitted if the program can be incomplete
 * @param specs import files, which may contain names of variables in the user's program
 * @throws USAGE, OUT_NOT_EMPTY, RECORD_UNUSABLE, FILE_UNREADABLE
 */
export async function openProgram(
  options: WritingOptions,
  io: Pick<RunIo, "cwd">,
  openWorkspace: Workspace,
  state?: Deployment,
  specs?: ImportSpecs,
): Promise<OpenProgram> {
  const { layout, writing } = options.program;
  const chosen = chosenProgram(options.program, io, openWorkspace);
  const { into } = options.program;
  if (into !== undefined && specs !== undefined) {
    const insertion = await openInsertion(into, specs, chosen, openWorkspace, state, io);
    const { file, bytes, variables } = insertion;
    const location = insertedLocation(chosen.target, onlyLanguage(chosen.languages).fileName, file, bytes);
    const held = new Map([...namedVariables(specs, state), ...heldResources(variables, state)]);
    return {
      workspace: openWorkspace,
      ...chosen,
      location,
      layout: "single",
      writing,
      held,
      readUserProgram: () => Promise.resolve(insertion.userProgram),
      insertion,
    };
  }
  const opened = await openNewProject(options, io, openWorkspace, chosen);
  const existingLocation = await openProgramLocation({ ...chosen.target, isWritten: writing !== "state" }, state);
  const cut = programLayout(layout, existingLocation, chosen.languages);
  const held = specs === undefined ? new Map() : namedVariables(specs, state);
  const { location, changed, variables } = await withChanged(existingLocation, chosen, cut, specs, state);
  // imp knows the variables of resources in a program that it wrote, so it doesn't need names for them from import files.
  const named = [...held].filter(([urn]) => !existingLocation.inProgram.has(urn));
  return {
    ...opened,
    ...chosen,
    location,
    layout: cut,
    writing,
    held: new Map([...named, ...heldResources(variables, state)]),
    readUserProgram: userProgramReader(chosen, opened.workspace, options.program, state),
    changed,
  };
}

function userProgramReader(
  { languages, target }: ChosenProgram,
  workspace: Workspace,
  { isNew }: Pick<ProgramOptions, "isNew">,
  state: Deployment | undefined,
): OpenProgram["readUserProgram"] {
  const [language, ...moreLanguages] = languages;
  const isUserProgram = !isNew && target.path === workspace.programDir && moreLanguages.length === 0;
  let read: Promise<UserProgram | undefined> | undefined;
  return () => {
    if (language === undefined || !isUserProgram || !language.runtimes.includes(workspace.project.runtime ?? ""))
      return Promise.resolve(undefined);
    read ??= readOwnProgram(language, target.path, workspace, state);
    return read;
  };
}

/** Selects the languages and the directory of a program. Throws USAGE. */
export function chosenProgram(
  { offered, languages, out, isNew, appendFile, force }: ProgramOptions,
  io: Pick<RunIo, "cwd">,
  { project, stack, programDir }: Pick<Workspace, "project" | "stack" | "programDir">,
): ChosenProgram {
  const chosen = selectLanguages(languages, project.runtime, offered);
  return {
    languages: chosen,
    target: {
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
 * With `--new`, returns the new project and its workspace. Without `--new`, returns the unchanged workspace.
 *
 * @throws USAGE for several languages, or for a language without projects; OUT_NOT_EMPTY
 */
async function openNewProject(
  { program, plugins }: WritingOptions,
  io: Pick<RunIo, "cwd">,
  workspace: Workspace,
  { languages, target }: ChosenProgram,
): Promise<{ readonly workspace: Workspace; readonly newProject?: NewProject }> {
  if (!program.isNew) return { workspace };
  const { name, startsProjects } = onlyLanguage(languages);
  if (!startsProjects) {
    const message = `--new does not support ${name} yet.`;
    throw ImpError.of("USAGE", { message, hint: "Remove --new to write only the program." });
  }
  const { project, stack, location } = workspace;
  const readable = [
    ...program.inputPaths.map((path) => resolve(io.cwd, path)),
    // `imp undo` leaves import files such as `imp-rest.json`.
    ...(await ownImportFiles(target.path)),
  ];
  const store =
    location.kind === "diy" && location.backend.store.kind === "directory" ? location.backend.store : undefined;
  await refuseNotEmpty(target.path, new Set([...readable, ...(store === undefined ? [] : [store.shown(".pulumi")])]));
  // A relative backend URL must refer to the same directory from the new project.
  const backendUrl =
    project.backendUrl !== undefined && store !== undefined ? `file://${store.shown("")}` : project.backendUrl;
  const newProject: NewProject = {
    name: project.name,
    description: `Resources of stack ${stack}`,
    unpublished: new Set(plugins.executables.keys()),
    backendUrl,
  };
  return { workspace: inNewProject(workspace, target.path), newProject };
}

/** Returns the requested layout, or the layout of the existing program, if all languages support it. Throws USAGE. */
function programLayout(
  requested: Layout | undefined,
  { layout }: Pick<ProgramLocation, "layout">,
  languages: readonly Language[],
): Layout {
  const chosen = requested ?? layout ?? "single";
  const single = languages.find(({ oneFile }) => oneFile !== undefined);
  if (chosen === "single" || single === undefined) return chosen;
  const message = `--layout ${chosen} does not support ${single.name}: a program in ${single.name} is one file, ${single.oneFile}.`;
  throw ImpError.of("USAGE", {
    message,
    hint: "Use --layout single, or write the other languages in a separate run.",
  });
}
