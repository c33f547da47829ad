/** Runs the user's program before imp writes anything, in a copy of its project, with the current state or the new one. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { Host } from "../plugin/host.ts";
import type { Resource } from "../preview/resource.ts";
import { copyProject, type ProjectCopy, workspaceInCopy } from "../workspace/program/project-copy.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { OpenProgram } from "./open-program.ts";
import { isRun } from "./other-location.ts";
import {
  compiledFile,
  findRunner,
  isInstalled,
  type PreviewedProgram,
  previewProgram,
  type Runner,
  resourcesOfState,
} from "./preview-program.ts";

/** The program in the copy of its project. */
export interface CopiedProgram {
  readonly runner: Runner;
  /** The workspace of the copy. */
  readonly workspace: Workspace;
  readonly copy: ProjectCopy;
  /** The compiled file that runs instead of the source code, relative to the program's directory. */
  readonly compiled: string | undefined;
}

/** A program that can run in a copy of its project. Copies the project and runs the unchanged program at most once, on first use. */
export class ProgramTrial {
  readonly #program: OpenProgram;
  readonly #io: RunIo;
  #copied: Promise<CopiedProgram | string> | undefined;
  #before: Promise<PreviewedProgram | string> | undefined;

  constructor(program: OpenProgram, io: RunIo) {
    this.#program = program;
    this.#io = io;
  }

  /** Returns the program in the copy. Returns a string with the reason if the program cannot be run. */
  copied(): Promise<CopiedProgram | string> {
    this.#copied ??= this.#copy();
    return this.#copied;
  }

  /** Runs the unchanged program with the current state, once. Returns a string with the reason if the program cannot be run. */
  before(host: Host): Promise<PreviewedProgram | string> {
    this.#before ??= this.beforeAgain(host);
    return this.#before;
  }

  /** Runs the unchanged program again. The files of the copy must be unchanged. */
  async beforeAgain(host: Host): Promise<PreviewedProgram | string> {
    const copied = await this.copied();
    if (typeof copied === "string") return copied;
    // The SDK for Node.js runs for half a minute if the program's file is missing.
    const runner: Runner = isNewProgram(this.#program, copied) ? { kind: "nothing" } : copied.runner;
    try {
      const previewed = await this.preview({ ...copied, runner }, await this.currentResources(copied), host);
      if (!previewed.failed) return previewed;
      return `the program already fails without the import: ${withoutFrames(this.firstProblem(previewed, copied))}`;
    } catch (error) {
      if (!(error instanceof ImpError) || this.#io.signal.aborted) throw error;
      return `the program cannot be run: ${error.explanation.what}`;
    }
  }

  /** Returns the resources of the current state. */
  async currentResources({ workspace }: CopiedProgram): Promise<readonly Resource[]> {
    const state = workspace.state();
    return state === undefined ? [] : await resourcesOfState(state, workspace);
  }

  /** Runs the program of the copy with a state. Throws the errors of `previewProgram`. */
  async preview(
    { workspace, runner }: CopiedProgram,
    olds: readonly Resource[],
    host: Host,
    config: Workspace["config"] = workspace.config,
  ): Promise<PreviewedProgram> {
    return await previewProgram({ ...workspace, config }, runner, olds, host, this.#io);
  }

  /** Returns the first error of a program, with the paths of the project instead of those of its copy, and without stack frames of packages. */
  firstProblem({ problems }: PreviewedProgram, { workspace }: CopiedProgram): string {
    const message = problems.find(({ severity }) => severity === "error")?.message.trim() ?? "";
    return withoutPackageFrames(message).replaceAll(workspace.project.root, this.#program.workspace.project.root);
  }

  /** Removes the copy. Never throws. */
  async close(): Promise<void> {
    const copied = await this.#copied?.catch(() => undefined);
    if (copied !== undefined && typeof copied !== "string") await copied.copy.remove();
  }

  async #copy(): Promise<CopiedProgram | string> {
    const { workspace } = this.#program;
    const runner = installedRunner(this.#program, this.#io);
    if (typeof runner === "string") return runner;
    const copy = await copyProject(workspace.project.root, this.#io.identity());
    if (typeof copy === "string") return copy;
    const opened = await this.#openCopy(copy, runner).catch(async (error: unknown) => {
      await copy.remove();
      throw error;
    });
    if (typeof opened === "string") await copy.remove();
    return opened;
  }

  async #openCopy(copy: ProjectCopy, runner: Runner): Promise<CopiedProgram | string> {
    const { workspace, languages } = this.#program;
    const copied = await workspaceInCopy(workspace, copy);
    if (typeof copied === "string") return copied;
    const compiled = compiledFile(languages, copied);
    // If the file is missing, a program that uses the SDK for Node.js never ends.
    if (compiled !== undefined && !existsSync(join(copied.programDir, compiled))) return mustBeCompiled(compiled);
    return { runner, workspace: copied, copy, compiled };
  }
}

/** Returns true if the run writes the state for the project's program, unless the user turned off the verification. */
export function isTried(
  { verify, program: { writing, isNew } }: RunOptions,
  { target, workspace: { programDir, project }, languages }: OpenProgram,
): boolean {
  const isHere = target.path === programDir && project.file !== undefined;
  return verify && writing === "all" && !isNew && isHere && isRun(project.runtime, languages);
}

/** Returns false for a new program, and for a program without user code. */
export function hasUserCode({ location, insertion, changed }: OpenProgram): boolean {
  if (insertion !== undefined || changed !== undefined || location.isAppended) return true;
  return location.existing === undefined && [...location.contents.values()].some((bytes) => bytes !== undefined);
}

/** Returns true if the project has no program yet. */
function isNewProgram({ location, insertion }: OpenProgram, { compiled, workspace }: CopiedProgram): boolean {
  if (insertion !== undefined || location.isAppended || compiled !== undefined) return false;
  return workspace.project.main === undefined && [...location.contents.values()].every((bytes) => bytes === undefined);
}

export function mustBeCompiled(file: string): string {
  return `the project runs ${file}, which must be compiled before \`imp verify\``;
}

/** Returns how the program is started, or why it cannot be. */
function installedRunner({ workspace, languages }: OpenProgram, io: RunIo): Runner | string {
  try {
    const runner = findRunner(languages, workspace, io);
    return isInstalled(runner, workspace) ? runner : "its dependencies are not installed";
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    return `imp cannot run ${workspace.project.runtime ?? "its"} programs here`;
  }
}

/** Removes all stack frames, so that the message fits into a sentence. */
function withoutFrames(message: string): string {
  return message.replace(/(?:\n\s+at .*)+/g, "");
}

/** Removes the stack frames of Node.js and of packages. The remaining ones show where the project's code failed. */
function withoutPackageFrames(message: string): string {
  return message.replace(/\n\s+at [^\n]*(?:node:|node_modules[/\\]|\(<anonymous>\))[^\n]*/g, "");
}
