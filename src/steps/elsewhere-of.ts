/**
 * Whether a program went where Pulumi does not run it, and how it is named there.
 */
import { join, relative } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import type { ProgramLocation } from "../domain/program-location.ts";
import type { OpenTarget } from "./open-target.ts";

export interface ElsewhereFacts extends Pick<OpenTarget, "workspace" | "place" | "writing" | "languages" | "target"> {
  readonly flags: { readonly new: boolean };
  readonly io: Pick<RunIo, "cwd">;
}

/** Absent: it is the project's program, one beside it, or a project of its own. */
export function elsewhereOf(facts: ElsewhereFacts): ProgramLocation | undefined {
  const { flags, io, workspace, place, languages, writing } = facts;
  const { project, programDir } = workspace;
  if (flags.new || writing === "state" || workspace.target.kind === "file") return undefined;
  const isHere = place.path === programDir;
  const { runtime } = project;
  const runs = runtime === undefined || languages.some(({ runtimes }) => runtimes.includes(runtime));
  if (runs && (isHere || place.appendFile !== undefined)) return undefined;
  const [file = ""] = facts.target.names.values();
  const shown = relative(io.cwd, isHere ? join(place.path, file) : place.path) || ".";
  return { shown, ...(runs && { main: relative(project.root, place.path) || "." }) };
}
