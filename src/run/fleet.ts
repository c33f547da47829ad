/** Runs `imp fleet`: imports many targets, and reports their results. */
import { access, constants, mkdir, readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import pLimit from "p-limit";
import { fleetHtml, isFleetPage } from "../cli/fleet-page.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import { groupBy } from "../domain/order/maps.ts";
import { type Fleet, type FleetTarget, readFleet } from "../fleet/fleet-file.ts";
import {
  type FleetFacts,
  fleetExitCode,
  fleetFacts,
  printResult,
  readResult,
  type TargetResult,
  type UnreadableResult,
} from "../fleet/results.ts";
import { startTarget } from "../fleet/start-target.ts";
import type { FleetOptions, FleetRunOptions } from "../options/fleet-options.ts";
import { readDocumentFile } from "../sources/document-file.ts";
import { followLink, isSystemError, readIfThere, replaceText } from "../store/commit/files.ts";

/** The fleet, with absolute paths. */
export interface OpenFleet extends Fleet {
  readonly directory: string;
  readonly resultFolder: string;
}

/** Reads the fleet file. Throws DOCUMENT_UNREADABLE, FLEET_INVALID. */
export async function openFleet({ file, results }: FleetOptions, io: RunIo): Promise<OpenFleet> {
  const { name, bytes } = await readDocumentFile(file, io, "fleet file");
  const fleet = readFleet(name, new TextDecoder().decode(bytes));
  const directory = dirname(resolve(io.cwd, file));
  const resultFolder = results === undefined ? resolve(directory, fleet.results) : resolve(io.cwd, results);
  return { ...fleet, directory, resultFolder };
}

/** Imports the targets, writes a result for each, and reports them. Returns the exit code of the fleet. */
export async function runFleet(options: FleetRunOptions, io: RunIo, reporter: Reporter): Promise<number> {
  const fleet = await openFleet(options, io);
  const targets = chosenTargets(fleet, options);
  await refusePage(options, io);
  if (!options.isPlan) await openResults(fleet, targets);
  io.progress.phase("Importing targets", targets.length);
  const limit = pLimit(options.parallel);
  const results = new Map<string, TargetResult>();
  const unwritten: ImpError[] = [];
  // Runs in one project directory would overwrite each other's program.
  const places = await Promise.all(targets.map((target) => followLink(resolve(fleet.directory, target.directory))));
  const queues = groupBy(targets.keys(), (index) => places[index]);
  await Promise.all(
    [...queues.values()].map((queue) =>
      limit(async () => {
        for (const target of queue.flatMap((index) => targets[index] ?? [])) {
          const result = io.signal.aborted ? undefined : await runTarget(target, fleet, options, io);
          if (result === undefined) return;
          results.set(target.name, result);
          io.progress.step();
          const error = options.isPlan ? undefined : await writeResult(result, fleet, io);
          if (error !== undefined) unwritten.push(error);
        }
      }),
    ),
  );
  io.progress.stop();
  if (io.signal.aborted)
    throw ImpError.of("FLEET_INTERRUPTED", {
      signal: String(io.signal.reason),
      file: options.file,
      done: results.size,
      targets: targets.length,
    });
  const facts = fleetFacts(options.file, fleet, results);
  const chosen = new Set(targets.map(({ name }) => name));
  const code = await reported(
    { ...facts, targets: facts.targets.filter(({ name }) => chosen.has(name)) },
    options,
    io,
    reporter,
  );
  const [error] = unwritten;
  if (error !== undefined) throw error;
  return code;
}

/** Reports the results that jobs have written. Returns the exit code of the fleet. */
export async function reportFleet(
  fleet: OpenFleet,
  options: FleetOptions,
  io: RunIo,
  reporter: Reporter,
): Promise<number> {
  await refusePage(options, io);
  return await reported(fleetFacts(options.file, fleet, await readResults(fleet)), options, io, reporter);
}

async function reported(facts: FleetFacts, { html }: FleetOptions, io: RunIo, reporter: Reporter): Promise<number> {
  reporter.end({ kind: "fleet", facts });
  if (html !== undefined) {
    const reason = await replaceText(resolve(io.cwd, html), fleetHtml(facts), io.uuid());
    if (reason !== undefined) throw ImpError.of("FLEET_UNWRITTEN", { file: html, reason });
  }
  return fleetExitCode(facts);
}

/** Throws before the targets run if the HTML page cannot be written, or would replace another file. */
async function refusePage({ html }: FleetOptions, io: RunIo): Promise<void> {
  if (html === undefined) return;
  const path = resolve(io.cwd, html);
  const folder = await stat(dirname(path)).catch(() => undefined);
  if (folder?.isDirectory() !== true) throw ImpError.of("FLEET_UNWRITTEN", { file: html, reason: "ENOENT" });
  const bytes = await readIfThere(path).catch((error: unknown) => {
    if (!isSystemError(error)) throw error;
    throw ImpError.of("FLEET_UNWRITTEN", { file: html, reason: error.code });
  });
  if (bytes !== undefined && !isFleetPage(new TextDecoder().decode(bytes)))
    throw ImpError.of("FLEET_FILE_TAKEN", { file: html });
}

function chosenTargets({ targets }: Fleet, { indexes, names }: FleetRunOptions): readonly FleetTarget[] {
  const unknown = names.find((name) => !targets.some((target) => target.name === name));
  const outside = indexes.find((index) => targets[index] === undefined);
  if (unknown !== undefined || outside !== undefined)
    throw ImpError.of("USAGE", {
      message:
        unknown === undefined ? `There is no target with the index ${outside}.` : `There is no target ${unknown}.`,
      hint: `The fleet has ${targets.length} targets: ${shortList(targets.map(({ name }) => name))}. Indexes start at 0.`,
    });
  if (indexes.length + names.length === 0) return targets;
  return targets.filter((target, index) => indexes.includes(index) || names.includes(target.name));
}

function shortList(names: readonly string[]): string {
  return names.length <= 6 ? names.join(", ") : `${names.slice(0, 5).join(", ")}, …`;
}

/** Runs the target. Returns undefined if the fleet is interrupted, so that the earlier result stays. */
async function runTarget(
  target: FleetTarget,
  fleet: OpenFleet,
  options: FleetRunOptions,
  io: RunIo,
): Promise<TargetResult | undefined> {
  const cwd = resolve(fleet.directory, target.directory);
  const begun = performance.now();
  const isThere = await stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const { exitCode, stdout, failure } = isThere
    ? await startTarget(target, { ...options, cwd, env: io.env, signal: io.signal })
    : { exitCode: 1, stdout: "", failure: `The directory ${target.directory} of the target does not exist.` };
  if (io.signal.aborted) return undefined;
  const document = parsedDocument(stdout);
  const result: TargetResult = {
    target: target.name,
    exitCode,
    seconds: Math.round(performance.now() - begun) / 1000,
    finished: io.now(),
    document,
    failure: document === undefined ? (failure ?? "The run printed no result.") : undefined,
    isPlan: options.isPlan ? true : undefined,
  };
  return result;
}

/** Writes the result of a target. Returns FLEET_UNWRITTEN if this fails, because the other targets go on. */
async function writeResult(result: TargetResult, fleet: OpenFleet, io: RunIo): Promise<ImpError | undefined> {
  const file = join(fleet.resultFolder, `${result.target}.json`);
  const reason = await replaceText(file, printResult(result), io.uuid());
  return reason === undefined ? undefined : ImpError.of("FLEET_UNWRITTEN", { file, reason });
}

function parsedDocument(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The maximum size of a result file in bytes. */
const largestResult = 256 * 1024 * 1024;

/** Reads the results of the fleet's targets. Also finds them in subdirectories, because jobs store their results in separate artifacts. */
async function readResults({
  targets,
  resultFolder,
}: OpenFleet): Promise<ReadonlyMap<string, TargetResult | UnreadableResult>> {
  const names = new Map(targets.map(({ name }) => [`${name}.json`, name]));
  const results = new Map<string, TargetResult | UnreadableResult>();
  for (const path of await resultFiles(resultFolder)) {
    const target = names.get(basename(path));
    if (target === undefined) continue;
    const found = await readResultFile(path, target);
    const other = results.get(target);
    const isNewer = other === undefined || "file" in other || (!("file" in found) && other.finished < found.finished);
    if (isNewer) results.set(target, found);
  }
  return results;
}

async function resultFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.flatMap((entry) => (entry.isDirectory() ? [] : [join(entry.parentPath, entry.name)])).sort();
  } catch (error) {
    if (!isSystemError(error)) throw error;
    if (error.code === "ENOENT") return [];
    throw ImpError.of("DOCUMENT_UNREADABLE", { path: folder, reason: error.code, noun: "directory of results" });
  }
}

async function readResultFile(path: string, target: string): Promise<TargetResult | UnreadableResult> {
  const unreadable = { target, file: path };
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true || found.size > largestResult) return unreadable;
  const bytes = await readFile(path).catch(() => undefined);
  const result = bytes === undefined ? undefined : readResult(new TextDecoder().decode(bytes));
  return result?.target === target ? result : unreadable;
}

/** Creates the directory of the results. Throws FLEET_UNWRITTEN, and FLEET_FILE_TAKEN if a result would replace another file. */
async function openResults({ resultFolder }: OpenFleet, targets: readonly FleetTarget[]): Promise<void> {
  try {
    await mkdir(resultFolder, { recursive: true });
    await access(resultFolder, constants.W_OK);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw ImpError.of("FLEET_UNWRITTEN", { file: resultFolder, reason: error.code });
  }
  for (const { name } of targets) {
    const file = join(resultFolder, `${name}.json`);
    const bytes = await readIfThere(file).catch(() => new Uint8Array());
    if (bytes !== undefined && !/^\{"fleet":\d/.test(new TextDecoder().decode(bytes.subarray(0, 20))))
      throw ImpError.of("FLEET_FILE_TAKEN", { file });
  }
}
