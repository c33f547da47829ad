/** Commands that install the packages of a written program. */
import { isAbsolute, join, relative, resolve } from "node:path";
import { generatedSdks, type Language, type MissingSdk } from "../../generators/index.ts";
import { shellQuote } from "../cli/quote.ts";
import type { RunIo } from "../cli/run-io.ts";
import { type InstallCommand, sdkCommands } from "../cli/sdk-commands.ts";
import type { Program } from "../ir/program.ts";
import type { Writing } from "../workspace/commit/changes.ts";
import { programFolder } from "../workspace/program/program-folder.ts";
import type { ProgramTarget } from "../workspace/program/program-location.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { WritingOptions } from "./open-program.ts";

export interface InstallFacts {
  readonly options: WritingOptions;
  readonly io: Pick<RunIo, "cwd">;
  readonly workspace: Pick<Workspace, "stack" | "location" | "project">;
  readonly languages: readonly Language[];
  readonly target: Pick<ProgramTarget, "path">;
  readonly writing: Writing;
}

/** Returns the commands in the order in which the user must run them. */
export async function installCommands(program: Program, facts: InstallFacts): Promise<readonly InstallCommand[]> {
  const { options, writing, workspace } = facts;
  if (writing === "state") return [];
  const executables = new Map([...projectExecutables(workspace), ...options.plugins.executables]);
  return options.program.isNew
    ? newProjectCommands(program, executables, facts)
    : await missingCommands(program, executables, facts);
}

/** Returns the plugins that the project file locates by path. Package registries have no SDKs for these plugins. */
function projectExecutables({
  project,
}: InstallFacts["workspace"]): readonly (readonly [name: string, path: string])[] {
  return project.plugins.map(({ name, path }) => [name, join(path, `pulumi-resource-${name}`)]);
}

/** Returns the commands for SDKs that an existing project lacks, without duplicates. */
async function missingCommands(
  program: Program,
  executables: ReadonlyMap<string, string>,
  { languages, target }: InstallFacts,
): Promise<readonly InstallCommand[]> {
  const sdkPlace = { folder: programFolder(target.path), unpublished: new Set(executables.keys()) };
  const missing: MissingSdk[] = [];
  for (const language of languages) {
    const generator = await language.load();
    missing.push(...((await generator.missingSdks?.(program, sdkPlace)) ?? []));
  }
  const isSure = (sdk: MissingSdk): boolean => sdk.kind === "generated" || sdk.isUnsure !== true;
  const ordered = [...missing.filter(isSure), ...missing.filter((sdk) => !isSure(sdk))];
  const commands = sdkCommands(ordered, executables);
  return [...new Map(commands.map((command) => [command.shown, command])).values()];
}

/** Returns the commands for a new project: `pulumi install` for published SDKs, and commands that generate the remaining SDKs. */
function newProjectCommands(
  program: Program,
  executables: ReadonlyMap<string, string>,
  { io, workspace, target }: InstallFacts,
): readonly InstallCommand[] {
  const shownPath = relative(io.cwd, target.path);
  // The commands run in the new project, so make the paths relative to it.
  const projectExecutables = new Map(
    [...executables].map(([name, path]) => [
      name,
      isAbsolute(path) ? path : relative(target.path, resolve(io.cwd, path)),
    ]),
  );
  const generated = generatedSdks(program, new Set(executables.keys()));
  const stack = workspace.location.kind === "file" ? "init" : "select";
  return [
    ...(shownPath === "" ? [] : [{ shown: `cd ${shellQuote(shownPath.startsWith("..") ? target.path : shownPath)}` }]),
    ...sdkCommands(generated, projectExecutables),
    { shown: "pulumi install", words: ["install"] },
    { shown: `pulumi stack ${stack} ${shellQuote(workspace.stack)}` },
  ];
}
