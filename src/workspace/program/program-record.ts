/**
 * Reads and prints the record next to a program: the last output of imp there, so that the next run recognises files that a person changed,
 * and prints old and new resources together. Never holds a secret: programs take those from the configuration.
 */
import { readdir } from "node:fs/promises";
import { isAbsolute, join, normalize, parse } from "node:path";
import { sha256 } from "../../domain/sha256.ts";
import { ImpError } from "../../errors.ts";
import { programFromJson, programToJson } from "../../ir/codec.ts";
import type { Program } from "../../ir/program.ts";
import { type Layout, layouts } from "../../ir/split-program.ts";
import { readOptional, readRegular } from "../settings/read-file.ts";

interface ProgramRecord {
  readonly program: Program;
  readonly layout: Layout;
  /** File name -> SHA-256 of what was printed, hex. */
  readonly files: ReadonlyMap<string, string>;
}

/** A program directory as a run finds it. */
export interface ProgramDirectory {
  readonly path: string;
  readonly recordPath: string;
  readonly recordBytes: Uint8Array | undefined;
  readonly record: ProgramRecord | undefined;
}

/** Reads the record of a stack in a program directory; none yet is not an error. */
export async function openProgramDirectory(path: string, project: string, stack: string): Promise<ProgramDirectory> {
  const recordPath = recordPathOf(path, project, stack);
  const recordBytes = await readOptional(recordPath);
  return {
    path,
    recordPath,
    recordBytes,
    record: recordBytes === undefined ? undefined : parseRecord(recordPath, recordBytes),
  };
}

/** Where the record of a stack's program is. */
export function recordPathOf(path: string, project: string, stack: string): string {
  return join(path, ".imp", `${project}.${stack}.json`);
}

/** Returns the origin of a file of the program directory: absent, printed by imp, or written by a person. */
export async function fileOrigin(directory: ProgramDirectory, name: string) {
  const bytes = await readRegular(join(directory.path, name));
  if (bytes === undefined) return { owner: "nobody" as const, bytes };
  const ours = directory.record?.files.get(name) === sha256(bytes);
  return { owner: ours ? ("imp" as const) : ("person" as const), bytes };
}

/** The other stack of the project for which imp printed what a file has; absent: none. Records that cannot be read are passed over. */
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

/** The files that imp printed next to a person's program for a stack, by their names without an ending. Records that cannot be read are passed over. */
export async function appendedFor(path: string, project: string, stack: string): Promise<readonly string[]> {
  const bases: string[] = [];
  for (const recorded of await recordedStacks(path, project)) {
    if (!recorded.startsWith(`${stack}.`)) continue;
    const base = recorded.slice(stack.length + 1);
    const { record } = await openProgramDirectory(path, project, recorded).catch(() => ({ record: undefined }));
    // A stack may have a dot in its name too; its program has another file.
    if ([...(record?.files.keys() ?? [])].some((name) => parse(name).name === base)) bases.push(base);
  }
  return bases;
}

/** The part of the record names of a project: a stack, or a stack and the file next to a program. */
async function recordedStacks(path: string, project: string): Promise<readonly string[]> {
  const files = (await readdir(join(path, ".imp")).catch(() => [])).sort();
  return files
    .filter((file) => file.startsWith(`${project}.`) && file.endsWith(".json"))
    .map((file) => file.slice(project.length + 1, -".json".length));
}

/** The record's bytes, the same for the same program and files. */
export function writeRecord(program: Program, layout: Layout, files: ReadonlyMap<string, string>): Uint8Array {
  const sorted = Object.fromEntries([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  const cut = layout === "single" ? {} : { layout };
  const record = { version: 1, files: sorted, ...cut, program: programToJson(program) };
  return Buffer.from(`${JSON.stringify(record)}\n`, "utf8");
}

function parseRecord(path: string, bytes: Uint8Array): ProgramRecord {
  const unusable = (): ImpError => ImpError.of("RECORD_UNUSABLE", { path });
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    throw unusable();
  }
  if (typeof json !== "object" || json === null || !("version" in json) || json.version !== 1) throw unusable();
  const program = "program" in json ? programFromJson(json.program) : undefined;
  const files =
    "files" in json && typeof json.files === "object" && json.files !== null ? Object.entries(json.files) : [];
  if (program === undefined || !files.every(([name]) => isInsideFolder(name))) throw unusable();
  const layout = layouts.find((name) => "layout" in json && json.layout === name) ?? "single";
  return { program, layout, files: new Map(files.map(([name, hash]) => [name, String(hash)])) };
}

/** A printed file lies in the program's folder or below it. */
function isInsideFolder(name: string): boolean {
  return !isAbsolute(name) && !normalize(name).startsWith("..");
}
