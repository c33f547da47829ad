/**
 * What has to be typed after a program was written, before it can run: for a new project, and for one that misses SDKs.
 */
import { isAbsolute, relative, resolve } from "node:path";
import { type Language, loadGenerator } from "../../generators/index.ts";
import { quote } from "../cli/quote.ts";
import { pairsOf, type RunIo } from "../cli/run-io.ts";
import { type InstallCommand, type MissingSdk, sdkCommands } from "../cli/sdk-commands.ts";
import type { Program } from "../ir/program.ts";
import type { Writing } from "../workspace/commit/changes.ts";
import type { ProgramPlace } from "../workspace/program/program-target.ts";
import { missingSdks } from "../workspace/program/sdk-packages.ts";
import { undeclaredPackages } from "../workspace/program/yaml-packages.ts";
import type { Workspace } from "../workspace/workspace.ts";

export interface InstallFacts {
  readonly flags: { readonly new: boolean; readonly provider?: readonly string[] | undefined };
  readonly io: Pick<RunIo, "cwd">;
  readonly workspace: Pick<Workspace, "stack" | "target">;
  readonly languages: readonly Language[];
  readonly place: Pick<ProgramPlace, "path">;
  readonly writing: Writing;
}

/** Commands, in their order; only of Node.js SDKs it is known whether they are there. */
export async function installSteps(program: Program, facts: InstallFacts): Promise<readonly InstallCommand[]> {
  const { flags, io, workspace, languages, place, writing } = facts;
  const executables = pairsOf("provider", flags.provider ?? []);
  if (writing === "state") return [];
  if (!flags.new) {
    const generators = await Promise.all(languages.map(loadGenerator));
    const unpublished = new Set(executables.keys());
    const installing = generators.flatMap(({ install }) => install?.(program, unpublished) ?? []);
    const needed = await neededSdks(program, { languages, place, executables, hasInstall: installing.length > 0 });
    return [
      ...sdkCommands(needed, executables),
      ...installing.map((command) => ({ shown: `${command}    (where it is missing)` })),
    ];
  }
  const here = relative(io.cwd, place.path);
  // Paths of plugins are typed in the new project.
  const there = new Map(
    [...executables].map(([name, path]) => [
      name,
      isAbsolute(path) ? path : relative(place.path, resolve(io.cwd, path)),
    ]),
  );
  const missing: readonly MissingSdk[] = await missingSdks(place.path, program);
  const generated = missing.filter(isGenerated(there));
  const stack = workspace.target.kind === "file" ? "init" : "select";
  return [
    ...(here === "" ? [] : [{ shown: `cd ${quote(here.startsWith("..") ? place.path : here)}` }]),
    ...sdkCommands(generated, there),
    { shown: "pulumi install", words: ["install"] },
    { shown: `pulumi stack ${stack} ${quote(workspace.stack)}` },
  ];
}

interface NeededFacts extends Pick<InstallFacts, "languages" | "place"> {
  readonly executables: ReadonlyMap<string, string>;
  /** The printed languages have commands of their own for published SDKs. */
  readonly hasInstall: boolean;
}

/** Of an existing project. */
async function neededSdks(
  program: Program,
  { languages, place, executables, hasInstall }: NeededFacts,
): Promise<readonly MissingSdk[]> {
  if (languages.includes("typescript")) return await missingSdks(place.path, program);
  if (hasInstall) return (await missingSdks(place.path, program)).filter(isGenerated(executables));
  return languages.includes("yaml") ? await undeclaredPackages(place.path, program) : [];
}

/** An SDK that no registry has. */
function isGenerated(executables: ReadonlyMap<string, string>): (sdk: MissingSdk) => boolean {
  return (sdk) => sdk.plugin !== undefined || executables.has(sdk.package ?? "");
}
