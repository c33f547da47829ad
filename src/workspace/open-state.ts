/** Opens a state for reading: the state of a stack, or a file without a project. Needs no passphrase. */
import { resolve } from "node:path";
import { ImpError } from "../errors.ts";
import { readStateFile, statePlace } from "./backend/read-state.ts";
import { type LazyState, lazyState, openStack } from "./open-workspace.ts";
import { findProject } from "./project/project-file.ts";
import type { Environment, Workspace, WorkspaceFlags } from "./workspace.ts";

export interface OpenState extends LazyState, Pick<Workspace, "project" | "location"> {
  readonly place: string;
}

/** Throws as `openStack`; FILE_UNREADABLE if the file does not exist. */
export async function openState(flags: Omit<WorkspaceFlags, "config">, environment: Environment): Promise<OpenState> {
  const { cwd, state } = flags;
  if (state === undefined || flags.stack !== undefined) {
    const { project, location, parsed, state } = await openStack(flags, environment);
    return { project, location, parsed, state, place: statePlace(location) };
  }
  const path = resolve(cwd, state);
  const stored = await readStateFile(path);
  if (stored === undefined) throw ImpError.of("FILE_UNREADABLE", { path, reason: "ENOENT" });
  const project = (await findProject(cwd)) ?? { name: "", root: cwd, plugins: [] };
  return { project, location: { kind: "file", path }, place: path, ...lazyState(path, stored.json) };
}
