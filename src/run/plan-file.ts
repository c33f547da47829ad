/**
 * Writes a plan to a file, and reads one: an import file with the field `plan`, so that `imp run` takes it as it takes any other.
 */

import { resolve } from "node:path";
import type { InputToGive, Rest } from "../choices/rest.ts";
import { isSystemError, replaceWhole } from "../commit/files.ts";
import type { PlannedFacts, SavedPlan } from "../domain/saved-plan.ts";
import { ImpError } from "../errors.ts";
import type { Verdict } from "../graph.ts";
import { defined } from "../json/defined.ts";
import type { StateJson } from "../value/state-json.ts";
import { readRegular } from "../workspace/settings/read-file.ts";
import { importFileText } from "./import-file-text.ts";
import { isOwn } from "./own-file.ts";

const planVersion = 1;

/** The content of a plan file. */
export interface PlanToSave {
  readonly file: string;
  /** Flags and their values. */
  readonly words: readonly string[];
  readonly specs: Rest;
  readonly facts: PlannedFacts;
}

/** A plan that was written. */
export interface SavedReport {
  /** Relative to where the command was run. */
  readonly file: string;
  /** Secret inputs that are not in the file. */
  readonly toGive: readonly InputToGive[];
}

/** Throws PLAN_UNWRITTEN. */
export async function savePlan(
  { file, words, specs, facts }: PlanToSave,
  { cwd, uuid }: { readonly cwd: string; readonly uuid: () => string },
): Promise<SavedReport> {
  const path = resolve(cwd, file);
  const resources = facts.resources.map((one) => new Map(Object.entries(defined(one))));
  const plan: StateJson = new Map<string, StateJson>([
    ["version", planVersion],
    ["words", words],
    ["packages", new Map(facts.packages)],
    ["resources", resources],
  ]);
  const text = importFileText(specs.specs, path, cwd, [["plan", plan]]);
  try {
    await replaceWhole(path, Buffer.from(text), uuid());
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw ImpError.of("PLAN_UNWRITTEN", { file, reason: error.code });
  }
  return { file, toGive: specs.toGive };
}

/**
 * The plan that the words of a command line name; `undefined`: they name none.
 *
 * @throws PLAN_BROKEN for one that somebody changed, or that another version of imp wrote
 */
export async function readPlan(words: readonly string[], cwd: string): Promise<SavedPlan | undefined> {
  const [file, ...others] = words;
  if (file === undefined || file === "-" || others.length > 0) return undefined;
  // Whatever cannot be read is reported by whoever reads the import file, and a pipe can be read only once.
  const bytes = await readRegular(resolve(cwd, file)).catch(() => undefined);
  if (bytes === undefined || !/^\{\s*"writtenBy": "imp [^"]*",\s*"plan": \{/.test(planFileHead(bytes)))
    return undefined;
  const text = Buffer.from(bytes).toString("utf8");
  if (!isOwn(text)) throw ImpError.of("PLAN_BROKEN", { file, reason: "changed" });
  const plan = (JSON.parse(text) as { plan: PlanJson }).plan;
  if (plan.version !== planVersion) throw ImpError.of("PLAN_BROKEN", { file, reason: "version" });
  return { file, words: plan.words, resources: plan.resources, packages: new Map(Object.entries(plan.packages)) };
}

/** As `savePlan` writes it: the digest of the file holds. */
interface PlanJson {
  readonly version: number;
  readonly words: readonly string[];
  readonly packages: Readonly<Record<string, string>>;
  readonly resources: readonly {
    readonly urn: string;
    readonly verdict: Verdict;
    readonly read?: string;
    readonly program?: string;
  }[];
}

function planFileHead(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 200)).toString("utf8");
}
