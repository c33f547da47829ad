/** The results of the targets: one file per target, so that jobs on several machines can write them. */

import { isJsonObject } from "../value/json/object.ts";
import { Refused, readFields, readNumber, readString, readTrue, refuseJson } from "../value/json/read.ts";
import type { Fleet, FleetTarget } from "./fleet-file.ts";

/** The result of the last run of a target. */
export interface TargetResult {
  readonly target: string;
  readonly exitCode: number;
  readonly seconds: number;
  /** The end of the run in RFC 3339. */
  readonly finished: string;
  /** The JSON document of `imp run`. */
  readonly document?: object;
  /** Why there is no document. */
  readonly failure?: string;
  /** Set for a run with --plan-only. */
  readonly isPlan?: true;
}

/**
 * `empty`: the target had nothing to import. `planned`: a run with --plan-only would import the resources. `partial`: some resources were not imported,
 * or the next update would change something. `missing`: the target has no result.
 */
export type TargetStatus = "imported" | "unchanged" | "empty" | "planned" | "partial" | "failed" | "missing";

export interface TargetFacts {
  readonly index: number;
  readonly name: string;
  readonly directory: string;
  readonly stack?: string;
  readonly status: TargetStatus;
  readonly exitCode?: number;
  readonly seconds?: number;
  readonly finished?: string;
  readonly resources: number;
  readonly imported: number;
  /** The errors of the run and of its resources. */
  readonly errors: readonly TargetError[];
}

interface TargetError {
  /** The type and name of the resource. Omitted if the whole run failed. */
  readonly resource?: string;
  readonly code?: string;
  readonly message: string;
}

export interface FleetFacts {
  /** The fleet file, as typed. */
  readonly file: string;
  readonly targets: readonly TargetFacts[];
}

const goodStatuses: ReadonlySet<TargetStatus> = new Set(["imported", "unchanged", "planned", "empty"]);

/** Returns true if nothing is left to do for the target. */
export function isGood({ status }: Pick<TargetFacts, "status">): boolean {
  return goodStatuses.has(status);
}

/** Returns 0 if all targets are imported, unchanged, or empty, 1 if none is, and 3 otherwise. */
export function fleetExitCode({ targets }: Pick<FleetFacts, "targets">): 0 | 1 | 3 {
  const good = targets.filter(isGood).length;
  if (good === targets.length) return 0;
  return good === 0 && targets.every(({ status }) => status !== "partial") ? 1 : 3;
}

/** A result file that is damaged or not a result. */
export interface UnreadableResult {
  readonly target: string;
  readonly file: string;
}

/** Joins the targets with their results. */
export function fleetFacts(
  file: string,
  { targets }: Pick<Fleet, "targets">,
  results: ReadonlyMap<string, TargetResult | UnreadableResult>,
): FleetFacts {
  return { file, targets: targets.map((target, index) => targetFacts(target, index, results.get(target.name))) };
}

function targetFacts(
  target: FleetTarget,
  index: number,
  result: TargetResult | UnreadableResult | undefined,
): TargetFacts {
  const { name, directory, stack } = target;
  const base = { index, name, directory, stack };
  if (result === undefined) return { ...base, status: "missing", resources: 0, imported: 0, errors: [] };
  if ("file" in result) {
    const errors = [{ message: `The result file ${result.file} is damaged, or is not a result.` }];
    return { ...base, status: "missing", resources: 0, imported: 0, errors };
  }
  const { exitCode, seconds, finished, document = {}, failure } = result;
  const { summary, resources, error }: RunDocument = document;
  const { resources: found, imported }: RunSummary = isJsonObject(summary) ? summary : {};
  const entries: readonly RunResource[] = Array.isArray(resources) ? resources.filter(isJsonObject) : [];
  const whole = isJsonObject(error) ? [errorOf(error)] : [];
  const ofResources = entries.flatMap(({ type, name, error: problem }) =>
    isJsonObject(problem)
      ? [{ ...errorOf(problem), resource: [type, name].filter((text) => typeof text === "string").join(" ") }]
      : [],
  );
  const printed = whole.length === 0 && failure !== undefined ? [{ message: failure }] : [];
  return {
    ...base,
    status: statusOf(result, entries),
    exitCode,
    seconds,
    finished,
    resources: countOf(found),
    imported: countOf(imported),
    errors: [...whole, ...printed, ...ofResources],
  };
}

/** The parts of a run's JSON document that the report needs. */
interface RunDocument {
  readonly summary?: unknown;
  readonly resources?: unknown;
  readonly error?: unknown;
}

interface RunSummary {
  readonly resources?: unknown;
  readonly imported?: unknown;
}

interface RunResource {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly verdict?: unknown;
  readonly error?: unknown;
}

function statusOf({ exitCode, isPlan, document }: TargetResult, entries: readonly RunResource[]): TargetStatus {
  if (exitCode === 3) return "partial";
  // A command such as `--help` ends with 0, but is not a run.
  if (exitCode !== 0 || document === undefined) return "failed";
  if (entries.length === 0) return "empty";
  if (entries.every(({ verdict }) => verdict === "unchanged")) return "unchanged";
  return isPlan === true ? "planned" : "imported";
}

function countOf(value: unknown): number {
  return Number.isInteger(value) && Number(value) >= 0 ? Number(value) : 0;
}

function errorOf({ code, message }: { readonly code?: unknown; readonly message?: unknown }): TargetError {
  return { code: typeof code === "string" ? code : undefined, message: typeof message === "string" ? message : "" };
}

/** Reads an exit code or a number of seconds. */
function readPositive(value: unknown): number {
  const number = readNumber(value);
  return Number.isFinite(number) && number >= 0 ? number : refuseJson("number");
}

/** Reads a result file. Returns undefined if it is incomplete or not a result. */
export function readResult(text: string): TargetResult | undefined {
  try {
    const fields = readFields(JSON.parse(text));
    fields.required("fleet", (version) => version === 1 || refuseJson("fleet"));
    return {
      target: fields.required("target", readString),
      exitCode: Math.trunc(fields.required("exitCode", readPositive)),
      seconds: fields.required("seconds", readPositive),
      finished: fields.required("finished", readString),
      ...fields.optional("failure", readString),
      ...fields.optional("isPlan", readTrue),
      ...fields.optional("document", (value) => (isJsonObject(value) ? value : {})),
    };
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function printResult(result: TargetResult): string {
  return `${JSON.stringify({ fleet: 1, ...result })}\n`;
}
