/**
 * Whether a program went where Pulumi does not run it, and how it is named there.
 */
import { relative } from "node:path";
import type { RunIo } from "../cli/run-io.ts";
import type { OpenTarget } from "./open-target.ts";

export interface ElsewhereFacts extends Pick<OpenTarget, "workspace" | "place" | "writing"> {
  readonly flags: { readonly new: boolean };
  readonly io: Pick<RunIo, "cwd">;
}

export interface Elsewhere {
  /** As it is typed here. */
  readonly shown: string;
  /** As the project's `main` names it. */
  readonly main: string;
}

/** Absent: it is the project's program, one beside it, or a project of its own. */
export function elsewhereOf({ flags, io, workspace, place, writing }: ElsewhereFacts): Elsewhere | undefined {
  const { project, programDir, target } = workspace;
  if (flags.new || writing === "state" || target.kind === "file") return undefined;
  if (place.path === programDir || place.appendFile !== undefined) return undefined;
  return { shown: relative(io.cwd, place.path) || ".", main: relative(project.root, place.path) || "." };
}
