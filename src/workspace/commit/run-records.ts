/**
 * Lists the records of a stack's runs (`.imp/runs/`), and adds the one of a commit.
 */
import { readdir, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Change } from "../../commit/commit.ts";
import { deltaOf } from "../../commit/delta.ts";
import { followLink } from "../../commit/files.ts";
import { contentHash } from "../../commit/journal.ts";
import { errorCode } from "../../domain/error-code.ts";
import { ImpError } from "../../errors.ts";
import { statePlace } from "../backend/read-state.ts";
import { readOptional } from "../settings/read-file.ts";
import type { Workspace } from "../workspace.ts";
import type { FileChange, Made } from "./changes.ts";
import { type Past, printRun, type RunRecord, readRun } from "./run-record.ts";

/** So many runs of a stack can be undone; older records go. */
const keptRuns = 10;

/** A record as it lies on the disk. */
export interface StoredRun {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly run: RunRecord;
}

const noContent = new Uint8Array();

type Place = Pick<Workspace, "project" | "stack" | "location">;

export interface NewRecord {
  /** The id by which `imp undo` takes the run. */
  readonly id?: string;
  readonly changes: readonly Change[];
}

/** Newest first. Throws RUN_RECORD_UNUSABLE, FILE_UNREADABLE. */
export async function storedRuns(place: Place): Promise<readonly StoredRun[]> {
  const stored: StoredRun[] = [];
  for (const path of [...(await recordPaths(place))].reverse()) {
    const bytes = await readOptional(path);
    if (bytes === undefined) continue;
    const run = readRun(bytes, path);
    if (run.state.where === whereOf(place)) stored.push({ path, bytes, run });
  }
  return stored;
}

/** Absolute, as the project lies now. */
export function pathInRun({ project }: Pick<Place, "project">, path: string): string {
  return resolve(project.root, path);
}

/** Whether a path of a record lies below the project's root. Links are followed, as the commit follows them. */
export async function isInProject({ project }: Pick<Place, "project">, path: string): Promise<boolean> {
  const paths = [resolve(project.root, path), project.root];
  const [place, home] = await Promise.all(paths.map((one) => followLink(one).catch(() => undefined)));
  return home !== undefined && place?.startsWith(join(home, sep)) === true;
}

/**
 * Returns the record that a run adds, with its id, and the changes to older records; without an id there is nothing to record. Only their owner can read them, and `.gitignore` keeps them out of
 * version control.
 *
 * @param state JSON before and after; absent: it is not written.
 */
export async function recordChanges(
  place: Place,
  changes: { readonly files: readonly FileChange[]; readonly made: Made },
  state: { readonly before: Uint8Array | undefined; readonly after: Uint8Array } | undefined,
  now: Date,
): Promise<NewRecord> {
  const { files, made } = changes;
  const relativeOf = (path: string): string => relative(place.project.root, path);
  const changed = files.filter(({ before, after }) => contentHash(before) !== contentHash(after));
  if (changed.length === 0 && state === undefined) return { changes: [] };
  const known = await recordPaths(place);
  const id = idAfter(known.at(-1), now);
  const run: RunRecord = {
    id,
    time: now.toISOString(),
    project: place.project.name,
    stack: place.stack,
    state: { where: whereOf(place), past: state && storedPast(state.before, state.after) },
    resources: made.resources,
    replaced: made.replaced.length > 0 ? made.replaced : undefined,
    registered: made.registered,
    record: made.record === undefined ? undefined : relativeOf(made.record),
    files: changed.map(({ path, part, before, after }) => ({
      path: relativeOf(path),
      part,
      // A person's changes to the program must not be in the way of what it was.
      ...storedPast(before, after, part === "program" ? noContent : after),
    })),
  };
  const old = known.slice(0, 1 - keptRuns);
  const path = join(recordDirectory(place), `${recordPrefix(place)}${id}.json`);
  const ignore = join(recordDirectory(place), ".gitignore");
  const ignored = await readOptional(ignore);
  const outdated = old.map(
    async (path): Promise<Change> => ({ path, before: await readOptional(path), after: undefined }),
  );
  return {
    id,
    changes: [
      ...(ignored === undefined ? [{ path: ignore, before: undefined, after: Buffer.from("*\n") }] : []),
      { path, before: undefined, after: printRun(run), mode: 0o600 },
      ...(await Promise.all(outdated)),
    ],
  };
}

/** The time, or right after the last run where the clock was set back: ids sort as the runs were made. */
function idAfter(last: string | undefined, now: Date): string {
  const [, ...parts] = /(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(\d{3})\.json$/.exec(last ?? "") ?? [];
  const [year = 0, month = 1, day, hour, minute, second, ms = 0] = parts.map(Number);
  const after = parts.length === 0 ? 0 : Date.UTC(year, month - 1, day, hour, minute, second, ms + 1);
  const time = new Date(Math.max(now.getTime(), after)).toISOString();
  return time.replaceAll(/[-:Z]/g, "").replace("T", "-").replace(".", "-");
}

/** `from`: what will be there when the content before is asked for. */
function storedPast(before: Uint8Array | undefined, after: Uint8Array | undefined, from = after): Past {
  return {
    before: before && (contentHash(before) as string),
    after: after && (contentHash(after) as string),
    pieces: before === undefined ? [] : deltaOf(from ?? noContent, before),
  };
}

/** Throws FILE_UNREADABLE if no record of a run can be kept, before a run takes its time: a file may be where the directory would be. */
export async function refuseUnrecordable(place: Place): Promise<void> {
  await recordPaths(place);
}

/** Oldest first. */
async function recordPaths(place: Place): Promise<readonly string[]> {
  const directory = recordDirectory(place);
  const names = await readdir(directory).catch(async (error: unknown) => {
    const code = errorCode(error);
    if (code === "ENOENT") return [];
    throw code === "ENOTDIR"
      ? ImpError.of("FILE_UNREADABLE", { path: await fileAmong(directory), reason: "in-the-way" })
      : ImpError.of("FILE_UNREADABLE", { path: directory, reason: code });
  });
  const prefix = recordPrefix(place);
  const own = names.filter(
    (name) => name.startsWith(prefix) && /^\d{8}-\d{6}-\d{3}\.json$/.test(name.slice(prefix.length)),
  );
  return own.sort().map((name) => join(directory, name));
}

/** Returns the part of a path that is a file, though it would have to be a directory. */
async function fileAmong(directory: string): Promise<string> {
  const parent = dirname(directory);
  const isFile = await stat(parent).then(
    (facts) => !facts.isDirectory(),
    () => false,
  );
  return isFile ? parent : directory;
}

function recordDirectory({ project }: Pick<Place, "project">): string {
  return join(project.root, ".imp", "runs");
}

function recordPrefix({ project, stack }: Place): string {
  return `${project.name}.${stack}.`;
}

/** Two states may have the same names. Whether one is compressed changes with the environment, and is left out. */
function whereOf({ project, location }: Pick<Place, "project" | "location">): string {
  const place =
    location.kind === "diy" ? location.backend.store.shown(`${location.keys.base}.json`) : statePlace(location);
  return isAbsolute(place) ? relative(project.root, place) : place;
}
