/**
 * The flags about the program -> the languages it is printed in and the place it gets.
 */
import { resolve } from "node:path";
import type { Language } from "../../generators/index.ts";
import { languagesOf } from "../cli/languages.ts";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../errors.ts";
import type { ProgramPlace } from "../workspace/program/program-target.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** As the command line gives them. */
export interface ProgramFlags {
  readonly out?: string | undefined;
  readonly new?: boolean;
  readonly language?: string | undefined;
  readonly "append-file"?: string | undefined;
  readonly force?: boolean | undefined;
}

export interface ChosenProgram {
  readonly languages: readonly Language[];
  readonly place: ProgramPlace;
}

/** Throws USAGE. */
export function programOfFlags(
  flags: ProgramFlags,
  io: Pick<RunIo, "cwd">,
  { project, stack, programDir }: Pick<Workspace, "project" | "stack" | "programDir">,
  offered: readonly Language[],
): ChosenProgram {
  const chosen = languagesOf(flags.language, project.runtime, offered);
  return {
    languages: chosen,
    place: {
      path: flags.out === undefined && flags.new !== true ? programDir : resolve(io.cwd, flags.out ?? "."),
      project: project.name,
      stack,
      languages: chosen,
      ...appendOf(flags),
      force: flags.force === true,
    },
  };
}

function appendOf(flags: ProgramFlags): Pick<ProgramPlace, "appendFile"> {
  const appendFile = flags["append-file"];
  if (appendFile === undefined) return {};
  if (!/^[^./\\][^/\\]*$/.test(appendFile)) {
    throw ImpError.of("USAGE", {
      message: `--append-file ${JSON.stringify(appendFile)} is not a plain file name`,
      hint: "Name a file beside the program; --out DIR chooses the directory.",
    });
  }
  return { appendFile };
}
