/** Runs `imp fleet`: imports many targets, and reports their results. */
import { mkdir, readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import pLimit from "p-limit";
import { fleetHtml } from "../cli/fleet-page.ts";
import { harmless } from "../cli/render.ts";
import type { Reporter } from "../cli/reports/report.ts";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import { getOrInsert, groupBy } from "../domain/order/maps.ts";
import { type Fleet, type FleetTarget, readFleet } from "../fleet/fleet-file.ts";
import { fleetExitCode, fleetFacts, printResult, readResult, type TargetResult } from "../fleet/results.ts";
import { startTarget } from "../fleet/start-target.ts";
import type { FleetOptions, FleetRunOptions } from "../options/fleet-options.ts";
import { readDocumentFile } from "../sources/document-file.ts";
import { isSystemError, readIfThere, replaceText } from "../store/commit/files.ts";

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
  if (!options.isPlan) await makeFolder(fleet.resultFolder);
  io.progress.phase("Importing targets", targets.length);
  const limit = pLimit(options.parallel);
  const results = new Map<string, TargetResult>();
  // Runs in one project directory would overwrite each other's program.
  const queues = groupBy(targets, ({ directory }) => resolve(fleet.directory, directory));
  await Promise.all(
    [...queues.values()].map((queue) =>
      limit(async () => {
        for (const target of queue) {
          const result = io.signal.aborted ? undefined : await runTarget(target, fleet, options, io);
          if (result !== undefined) results.set(target.name, result);
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
  return await reportFleet({ ...fleet, targets }, options, io, reporter, results);
}

/** Reports results, by default those that jobs have written. Returns the exit code of the fleet. */
export async function reportFleet(
  fleet: OpenFleet,
  { file, html }: FleetOptions,
  io: RunIo,
  reporter: Reporter,
  results?: ReadonlyMap<string, TargetResult>,
): Promise<number> {
  const facts = fleetFacts(file, fleet, results ?? (await readResults(fleet)));
  if (html !== undefined) {
    const reason = await replaceText(resolve(io.cwd, html), fleetHtml(facts), io.uuid());
    if (reason !== undefined) throw ImpError.of("FLEET_UNWRITTEN", { file: html, reason });
  }
  reporter.end({ kind: "fleet", facts });
  return fleetExitCode(facts);
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

/** The maximum number of characters of a run's messages in its result. */
const mostMessages = 4000;

/** Runs the target and writes its result. Returns undefined if the fleet is interrupted: the earlier result stays. */
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
  const { exitCode, stdout, stderr } = isThere
    ? await startTarget(target, { ...options, cwd, env: io.env, signal: io.signal })
    : { exitCode: 1, stdout: "", stderr: `The directory ${target.directory} of the target does not exist.` };
  if (io.signal.aborted) return undefined;
  const document = parsedDocument(stdout);
  const result: TargetResult = {
    target: target.name,
    exitCode,
    seconds: Math.round(performance.now() - begun) / 1000,
    finished: io.now(),
    document,
    messages: document === undefined ? harmless(stderr.slice(-mostMessages)) : undefined,
    isPlan: options.isPlan ? true : undefined,
  };
  io.progress.step();
  // A plan does not replace the result of a run.
  if (options.isPlan) return result;
  const reason = await replaceText(join(fleet.resultFolder, `${target.name}.json`), printResult(result), io.uuid());
  if (reason !== undefined) throw ImpError.of("FLEET_UNWRITTEN", { file: `${target.name}.json`, reason });
  return result;
}

function parsedDocument(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reads the results of the fleet's targets. Also finds them in subdirectories, because jobs store their results in separate artifacts. */
async function readResults({ targets, resultFolder }: OpenFleet): Promise<ReadonlyMap<string, TargetResult>> {
  const files = new Map<string, string[]>();
  const names = new Set(targets.map(({ name }) => `${name}.json`));
  const listed = await readdir(resultFolder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (isSystemError(error) && error.code === "ENOENT") return [];
    throw error;
  });
  for (const entry of listed)
    if (entry.isFile() && names.has(entry.name))
      getOrInsert(files, entry.name, () => []).push(join(entry.parentPath, entry.name));
  const results = new Map<string, TargetResult>();
  for (const paths of files.values())
    for (const path of paths) {
      const result = readResult(new TextDecoder().decode(await readIfThere(path)));
      const other = result && results.get(result.target);
      if (result !== undefined && (other === undefined || other.finished < result.finished))
        results.set(result.target, result);
    }
  return results;
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw ImpError.of("FLEET_UNWRITTEN", { file: path, reason: error.code });
  }
}
