/**
 * Finds out how a person's program takes in the files that are printed next to it.
 */
import { join, relative } from "node:path";
import type { AppendedFile } from "../cli/appended-screen.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Program } from "../ir/program.ts";
import { hasLines } from "../workspace/program/has-lines.ts";
import type { OpenProgram } from "./open-program.ts";

/** One for each language; none without `--append-file`. */
export async function appendedFiles(
  program: Program,
  { languages, place, location, workspace }: OpenProgram,
  io: Pick<RunIo, "cwd">,
): Promise<readonly AppendedFile[]> {
  if (place.appendFile === undefined) return [];
  return await Promise.all(
    languages.map(async (language): Promise<AppendedFile> => {
      const usual = language.fileName;
      const name = location.names.get(usual) ?? usual;
      const file = relative(io.cwd, join(place.path, name));
      // How another folder is reached is the project's own matter.
      if (place.path !== workspace.programDir) return { file, isLoaded: false };
      const loading = (await language.load()).loading(program, name);
      const isLoaded = loading.kind === "line" && (await hasLines(join(place.path, usual), loading.line));
      return { file, loading, isLoaded };
    }),
  );
}
