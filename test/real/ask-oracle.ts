/** Predicts the step for a draft with imp's code, and converts this prediction and the steps of Pulumi's engine to the same form. */
import { randomBytes } from "node:crypto";
import type { AssetFiles } from "../../src/import/engine/asset-files.ts";
import { withAssetHashes } from "../../src/import/engine/asset-hashes.ts";
import type { Decision } from "../../src/import/engine/oracle.ts";
import { simulatePreview } from "../../src/import/search/candidates/simulate-preview.ts";
import { type Provider, ProviderError } from "../../src/plugin/provider.ts";
import { propertiesFromState } from "../../src/state/state-codec.ts";
import { formatPath, parsePath } from "../../src/value/path.ts";
import type { PropertyMap } from "../../src/value/value.ts";
import { type JsonObject, toStateForm } from "./json-tree.ts";
import type { Draft } from "./mutate.ts";
import type { PreviewStep } from "./raw-engine.ts";

/** A resource, and the draft: its state and the program that is previewed. */
export interface Case {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly draft: Draft;
}

export type PreviewResult =
  | { readonly kind: "refused"; readonly why: string }
  | {
      readonly kind: "same" | "update" | "replace";
      /** Sorted, as `path kind input-or-output`. */
      readonly detailed: readonly string[];
      readonly changed: readonly string[];
      readonly replaced: readonly string[];
    };

/** Predicts the step as imp does. A secret equals its plain value, as in Pulumi since 3.260.0. */
export async function askOracle(
  provider: Provider,
  { urn, type, name, id, draft }: Case,
  files: AssetFiles,
): Promise<PreviewResult> {
  const identity = { urn, name, type };
  const outputs = valuesOf(draft.outputs, urn);
  const check = (olds: PropertyMap, news: PropertyMap) =>
    provider.check({ ...identity, olds, news, randomSeed: randomBytes(32) });
  const state = {
    check,
    diff: (oldInputs: PropertyMap, news: PropertyMap, ignored: readonly (readonly (string | number)[])[]) =>
      provider.diff({ ...identity, id, oldInputs, olds: outputs, news, ignoreChanges: ignored.map(formatPath) }),
    replaceOnChanges: draft.replaceOnChanges.map(formatPath),
  };
  const { initErrors } = draft;
  const stored = { oldInputs: valuesOf(draft.oldInputs, urn), initErrors, secrets: "alike" } as const;
  // The program has the paths as text, which the engine parses.
  const ignored = draft.ignoreChanges.map((path) => parsePath(formatPath(path)) ?? []);
  try {
    const sent = await withAssetHashes(valuesOf(draft.inputs, urn), files);
    const { failures, decision } = await simulatePreview({ ...state, ignored: [] }, stored, sent, ignored);
    if (decision === undefined) return { kind: "refused", why: failures.map(({ reason }) => reason).join("; ") };
    // For a replacement, the engine calls Check again without old inputs. This call may reject inputs that the first call accepted.
    const anew = decision.kind === "replace" ? (await check(new Map(), sent)).failures : [];
    if (anew.length > 0) return { kind: "refused", why: `anew: ${anew.map(({ reason }) => reason).join("; ")}` };
    return resultOfDecision(decision);
  } catch (error) {
    if (error instanceof ProviderError) return { kind: "refused", why: error.message };
    throw error;
  }
}

export function resultOfDecision({ kind, detailed, changed, replaced }: Decision): PreviewResult {
  const details = [...(detailed ?? [])].map(
    ([path, { kind: how, inputDiff }]) => `${path} ${how} ${sideOf(inputDiff)}`,
  );
  return { kind, detailed: details.sort(), changed: [...new Set(changed)].sort(), replaced: [...replaced].sort() };
}

/** Returns the result of the steps for one URN, or undefined if no step is about the resource. */
export function resultOfSteps(steps: readonly PreviewStep[]): PreviewResult | undefined {
  const ops = steps.map(({ op }) => op);
  const decisions: Readonly<Record<string, "same" | "update" | "replace">> = {
    same: "same",
    update: "update",
    replace: "replace",
    "create-replacement": "replace",
  };
  const step = steps.find(({ op }) => decisions[op] !== undefined);
  const kind = step && decisions[step.op];
  if (step === undefined || kind === undefined) return undefined;
  if (kind !== "replace" && ops.length > 1) throw new Error(`odd steps: ${ops.join(", ")}`);
  const details = Object.entries(step.detailedDiff ?? {}).map(
    ([path, { kind: how, inputDiff }]) => `${path} ${how} ${sideOf(inputDiff)}`,
  );
  return {
    kind,
    detailed: details.sort(),
    changed: [...new Set(step.diffReasons ?? [])].sort(),
    replaced: [...new Set(step.replaceReasons ?? [])].sort(),
  };
}

function sideOf(inputDiff: boolean): string {
  return inputDiff ? "input" : "output";
}

/** Converts test data to values through the state format. */
export function valuesOf(properties: JsonObject, urn: string): PropertyMap {
  return propertiesFromState(toStateForm(properties), () => "", urn);
}
