/** Lists the run records of a stack (`.imp/runs/`), and adds the record of a commit. */
import { readdir, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { errorCode } from "../../domain/error-code.ts";
import { ImpError } from "../../domain/errors.ts";
import type { Change } from "../../store/commit/commit.ts";
import { deltaOf } from "../../store/commit/delta.ts";
import { followLink } from "../../store/commit/files.ts";
import { contentHash } from "../../store/commit/journal.ts";
import { statePlace } from "../backend/read-state.ts";
import { readOptional } from "../settings/read-file.ts";
import type { Workspace } from "../workspace.ts";
import type { FileChange, Made } from "./changes.ts";
import { type Past, printRun, type RunRecord, readRun } from "./run-record.ts";

/** The number of runs that can be undone. Older records are removed. */
const keptRuns = 10;

export interface StoredRun {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly run: RunRecord;
}

const noContent = new Uint8Array();

type RecordedStack = Pick<Workspace, "project" | "stack" | "location">;

export interface NewRecord {
  readonly id?: string;
  readonly changes: readonly Change[];
}

/** Returns the records, newest first. Throws RUN_RECORD_UNUSABLE, FILE_UNREADABLE. */
export async function storedRuns(place: RecordedStack): Promise<readonly StoredRun[]> {
  const stored: StoredRun[] = [];
  for (const path of [...(await recordPaths(place))].reverse()) {
    const bytes = await readOptional(path);
    if (bytes === undefined) continue;
    const run = readRun(bytes, path);
    if (run.state.where === whereOf(place)) stored.push({ path, bytes, run });
  }
  return stored;
}

/** Resolves a path of a record against the current project directory. */
export function pathInRun({ project }: Pick<RecordedStack, "project">, path: string): string {
  return resolve(project.root, path);
}

/** Returns true if a path of a record is inside the project. Follows links, as the commit does. */
export async function isInProject({ project }: Pick<RecordedStack, "project">, path: string): Promise<boolean> {
  const paths = [resolve(project.root, path), project.root];
  const [target, home] = await Promise.all(paths.map((path) => followLink(path).catch(() => undefined)));
  return home !== undefined && target?.startsWith(join(home, sep)) === true;
}

/** Returns the changes for a new record: the record itself, removed older records, and `.gitignore`. Only the owner can read records. */
export async function recordChanges(
  stack: RecordedStack,
  changes: { readonly files: readonly FileChange[]; readonly made: Made },
  state: { readonly before: Uint8Array | undefined; readonly after: Uint8Array } | undefined,
  now: Date,
): Promise<NewRecord> {
  const { files, made } = changes;
  const relativeOf = (path: string): string => relative(stack.project.root, path);
  const changed = files.filter(({ before, after }) => contentHash(before) !== contentHash(after));
  if (changed.length === 0 && state === undefined) return { changes: [] };
  const existingPaths = await recordPaths(stack);
  const id = idAfter(existingPaths.at(-1), now);
  const run: RunRecord = {
    id,
    time: now.toISOString(),
    project: stack.project.name,
    stack: stack.stack,
    state: { where: whereOf(stack), past: state && storedPast(state.before, state.after) },
    resources: made.resources,
    replaced: made.replaced.length > 0 ? made.replaced : undefined,
    registered: made.registered,
    outputs: made.outputs.length > 0 ? made.outputs : undefined,
    record: made.record === undefined ? undefined : relativeOf(made.record),
    files: changed.map(({ path, part, before, after }) => ({
      path: relativeOf(path),
      part,
      // Store the whole old program, because the user may change the new one before undoing the run.
      ...storedPast(before, after, part === "program" ? noContent : after),
    })),
  };
  const old = existingPaths.slice(0, 1 - keptRuns);
  const path = join(recordDirectory(stack), `${recordPrefix(stack)}${id}.json`);
  const ignore = join(recordDirectory(stack), ".gitignore");
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

/** Returns the time as an id that is greater than `last`, even if the clock was set back. */
function idAfter(last: string | undefined, now: Date): string {
  const [, ...parts] = /(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-(\d{3})\.json$/.exec(last ?? "") ?? [];
  const [year = 0, month = 1, day, hour, minute, second, ms = 0] = parts.map(Number);
  const after = parts.length === 0 ? 0 : Date.UTC(year, month - 1, day, hour, minute, second, ms + 1);
  const time = new Date(Math.max(now.getTime(), after)).toISOString();
  return time.replaceAll(/[-:Z]/g, "").replace("T", "-").replace(".", "-");
}

/** Returns the old content as a delta from `from`, the content that `imp undo` will find. */
function storedPast(before: Uint8Array | undefined, after: Uint8Array | undefined, from = after): Past {
  return {
    before: before && (contentHash(before) as string),
    after: after && (contentHash(after) as string),
    pieces: before === undefined ? [] : deltaOf(from ?? noContent, before),
  };
}

/** Throws FILE_UNREADABLE if the directory of the records cannot be read, for example because it is a file. Call it before the run starts. */
export async function refuseUnrecordable(place: RecordedStack): Promise<void> {
  await recordPaths(place);
}

/** Returns the paths of the records, oldest first. */
async function recordPaths(stack: RecordedStack): Promise<readonly string[]> {
  const directory = recordDirectory(stack);
  const names = await readdir(directory).catch(async (error: unknown) => {
    const code = errorCode(error);
    if (code === "ENOENT") return [];
    throw code === "ENOTDIR"
      ? ImpError.of("FILE_UNREADABLE", { path: await fileAmong(directory), reason: "in-the-way" })
      : ImpError.of("FILE_UNREADABLE", { path: directory, reason: code });
  });
  const prefix = recordPrefix(stack);
  const recordNames = names.filter(
    (name) => name.startsWith(prefix) && /^\d{8}-\d{6}-\d{3}\.json$/.test(name.slice(prefix.length)),
  );
  return recordNames.sort().map((name) => join(directory, name));
}

async function fileAmong(directory: string): Promise<string> {
  const parent = dirname(directory);
  const isFile = await stat(parent).then(
    (stats) => !stats.isDirectory(),
    () => false,
  );
  return isFile ? parent : directory;
}

function recordDirectory({ project }: Pick<RecordedStack, "project">): string {
  return join(project.root, ".imp", "runs");
}

function recordPrefix({ project, stack }: RecordedStack): string {
  return `${project.name}.${stack}.`;
}

/** Returns a text that identifies the state, because stacks in different backends can have the same name. Ignores the suffix of compressed files. */
function whereOf({ project, location }: Pick<RecordedStack, "project" | "location">): string {
  const path =
    location.kind === "diy" ? location.backend.store.shown(`${location.keys.base}.json`) : statePlace(location);
  return isAbsolute(path) ? relative(project.root, path) : path;
}
