/**
 * Files that are printed beside a person's program, and how that program takes them in.
 */
import { join, relative } from "node:path";
import type { AppendedFile } from "../cli/appended-screen.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Program } from "../ir/program.ts";
import { hasLines } from "../workspace/program/has-lines.ts";
import type { OpenTarget } from "./open-target.ts";

export interface AppendFacts extends Pick<OpenTarget, "languages" | "place" | "target" | "workspace"> {
  readonly io: Pick<RunIo, "cwd">;
}

/** One for each language; none without `--append-file`. */
export async function appendedFiles(program: Program, facts: AppendFacts): Promise<readonly AppendedFile[]> {
  const { languages, place, target, workspace, io } = facts;
  if (place.appendFile === undefined) return [];
  return await Promise.all(
    languages.map(async (language): Promise<AppendedFile> => {
      const usual = language.fileName;
      const name = target.names.get(usual) ?? usual;
      const file = relative(io.cwd, join(place.path, name));
      // How another folder is reached is the project's own matter.
      if (place.path !== workspace.programDir) return { file, isLoaded: false };
      const loading = (await language.load()).loading(program, name);
      const isLoaded = loading.kind === "line" && (await hasLines(join(place.path, usual), loading.line));
      return { file, loading, isLoaded };
    }),
  );
}
