/** Reads and prints the record next to a program, with which the next run detects the user's changes. It never contains secrets. */
import { readdir } from "node:fs/promises";
import { isAbsolute, join, normalize, parse } from "node:path";
import { ImpError } from "../../domain/errors.ts";
import { sha256 } from "../../domain/sha256.ts";
import { programFromJson, programToJson } from "../../ir/codec.ts";
import type { Program } from "../../ir/program.ts";
import { type Layout, layouts } from "../../ir/split-program.ts";
import { memberAt, objectAt, parsedJson } from "../../value/json/object.ts";
import { readOptional, readRegular } from "../settings/read-file.ts";

interface ProgramRecord {
  readonly program: Program;
  readonly layout: Layout;
  /** The SHA-256 of each printed file in hex, by file name. */
  readonly files: ReadonlyMap<string, string>;
}

export interface ProgramDirectory {
  readonly path: string;
  readonly recordPath: string;
  readonly recordBytes: Uint8Array | undefined;
  readonly record: ProgramRecord | undefined;
}

export async function openProgramDirectory(path: string, project: string, stack: string): Promise<ProgramDirectory> {
  const recordPath = recordPathOf(path, project, stack);
  const recordBytes = await readOptional(recordPath);
  const record = recordBytes === undefined ? undefined : parseRecord(recordPath, recordBytes);
  return { path, recordPath, recordBytes, record };
}

export function recordPathOf(path: string, project: string, stack: string): string {
  return join(path, ".imp", `${project}.${stack}.json`);
}

/** Returns the origin of a file in the program directory: missing, printed by imp, or written by the user. */
export async function fileOrigin(directory: ProgramDirectory, name: string) {
  const bytes = await readRegular(join(directory.path, name));
  if (bytes === undefined) return { owner: "none" as const, bytes };
  const ours = directory.record?.files.get(name) === sha256(bytes);
  return { owner: ours ? ("imp" as const) : ("user" as const), bytes };
}

/** Returns the name of another stack for which imp printed this content. Returns undefined if there is none. Ignores unreadable records. */
export async function ownerStack(
  path: string,
  project: string,
  name: string,
  bytes: Uint8Array | undefined,
): Promise<string | undefined> {
  if (bytes === undefined) return undefined;
  const hash = sha256(bytes);
  for (const stack of await recordedStacks(path, project)) {
    const printed = await openProgramDirectory(path, project, stack).catch(() => undefined);
    if (printed?.record?.files.get(name) === hash) return stack;
  }
  return undefined;
}

/** Returns the files that imp printed next to the user's program for a stack, without their extensions. Ignores unreadable records. */
export async function appendedFor(path: string, project: string, stack: string): Promise<readonly string[]> {
  const bases: string[] = [];
  for (const recorded of await recordedStacks(path, project)) {
    if (!recorded.startsWith(`${stack}.`)) continue;
    const base = recorded.slice(stack.length + 1);
    const { record } = await openProgramDirectory(path, project, recorded).catch(() => ({ record: undefined }));
    // `recorded` can also be another stack whose name starts with `<stack>.`. The files in the record of that stack have other names.
    if ([...(record?.files.keys() ?? [])].some((name) => parse(name).name === base)) bases.push(base);
  }
  return bases;
}

/** Returns the part of each record's file name that identifies it: a stack, or a stack and an appended file. */
async function recordedStacks(path: string, project: string): Promise<readonly string[]> {
  const files = (await readdir(join(path, ".imp")).catch(() => [])).sort();
  return files
    .filter((file) => file.startsWith(`${project}.`) && file.endsWith(".json"))
    .map((file) => file.slice(project.length + 1, -".json".length));
}

/** Returns the bytes of the record, which depend only on the arguments. */
export function writeRecord(program: Program, layout: Layout, files: ReadonlyMap<string, string>): Uint8Array {
  const sorted = Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  const cut = layout === "single" ? {} : { layout };
  const record = { version: 1, files: sorted, ...cut, program: programToJson(program) };
  return Buffer.from(`${JSON.stringify(record)}\n`, "utf8");
}

function parseRecord(path: string, bytes: Uint8Array): ProgramRecord {
  const unusable = (): ImpError => ImpError.of("RECORD_UNUSABLE", { path });
  const json = parsedJson(Buffer.from(bytes).toString("utf8"));
  if (memberAt(json, "version") !== 1) throw unusable();
  const program = programFromJson(memberAt(json, "program"));
  const files = Object.entries(objectAt(json, "files"));
  if (program === undefined || !files.every(([name]) => isInsideFolder(name))) throw unusable();
  const layout = layouts.find((name) => memberAt(json, "layout") === name) ?? "single";
  return { program, layout, files: new Map(files.map(([name, hash]) => [name, String(hash)])) };
}

function isInsideFolder(name: string): boolean {
  return !isAbsolute(name) && !normalize(name).startsWith("..");
}
