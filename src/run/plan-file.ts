/** Saves and reads plans. A plan is an import file with the field `plan`. */
import { resolve } from "node:path";
import type { InputToGive, Rest } from "../choices/rest.ts";
import { ImpError } from "../domain/errors.ts";
import type { Verdict } from "../domain/graph.ts";
import type { PlannedFacts, SavedPlan } from "../domain/saved-plan.ts";
import { replaceText } from "../store/commit/files.ts";
import { defined } from "../value/json/object.ts";
import type { StateJson } from "../value/state-json.ts";
import { readRegular } from "../workspace/settings/read-file.ts";
import { importFileText, isUnedited } from "./import-file-text.ts";

const planVersion = 1;

export interface PlanToSave {
  readonly file: string;
  /** Flags and their values. */
  readonly words: readonly string[];
  readonly specs: Rest;
  readonly planned: PlannedFacts;
}

/** A plan that was written to a file. */
export interface SavedReport {
  /** Relative to the working directory. */
  readonly file: string;
  /** Secret inputs that the file omits. */
  readonly toGive: readonly InputToGive[];
}

/** Writes the plan to a file. Throws PLAN_UNWRITTEN. */
export async function savePlan(
  { file, words, specs, planned }: PlanToSave,
  { cwd, uuid }: { readonly cwd: string; readonly uuid: () => string },
): Promise<SavedReport> {
  const path = resolve(cwd, file);
  const resources = planned.resources.map((resource) => new Map(Object.entries(defined(resource))));
  const plan: StateJson = new Map<string, StateJson>([
    ["version", planVersion],
    ["words", words],
    ["packages", new Map(planned.packages)],
    ["resources", resources],
  ]);
  const reason = await replaceText(path, importFileText(specs.specs, path, cwd, [["plan", plan]]), uuid());
  if (reason !== undefined) throw ImpError.of("PLAN_UNWRITTEN", { file, reason });
  return { file, toGive: specs.toGive };
}

/** Returns the plan that the arguments refer to, if any. Throws PLAN_BROKEN if it was edited or written by another version of imp. */
export async function readPlan(words: readonly string[], cwd: string): Promise<SavedPlan | undefined> {
  const [file, ...others] = words;
  if (file === undefined || file === "-" || others.length > 0) return undefined;
  // Opening the file as an import file reports these errors later. Skip pipes, because they can be read only once.
  const bytes = await readRegular(resolve(cwd, file)).catch(() => undefined);
  const text = Buffer.from(bytes ?? []).toString("utf8");
  if (!/^\{\s*"writtenBy": "imp [^"]{0,100}",\s*"plan": \{/.test(text)) return undefined;
  if (!isUnedited(text)) throw ImpError.of("PLAN_BROKEN", { file, reason: "changed" });
  const plan = (JSON.parse(text) as { plan: PlanJson }).plan;
  if (plan.version !== planVersion) throw ImpError.of("PLAN_BROKEN", { file, reason: "version" });
  return { file, words: plan.words, resources: plan.resources, packages: new Map(Object.entries(plan.packages)) };
}

/** The JSON that `savePlan` writes. The digest of the file proves that it was not edited. */
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
