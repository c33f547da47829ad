/** Asks the user where to add code in a program that imp did not write, if the command line does not say so. */
import { join, relative } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import type { CodePlace } from "../domain/questions.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { ProgramOptions } from "../options/shared-options.ts";
import type { OpenProgram } from "./open-program.ts";

/** Returns the options with the answer, the unchanged options if no question is needed, or undefined if the user stops the run. */
export async function withCodeLocation(
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
