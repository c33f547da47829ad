import { ImpError } from "../../src/domain/errors.ts";
import type { Outcome, OutcomeBase, Verdict } from "../../src/domain/graph.ts";
import { mayBeWritten } from "../../src/domain/verdicts.ts";

/** Fields that differ from the defaults. An outcome with an error is rejected. */
export type SpecialFacts = Partial<OutcomeBase> & { readonly error?: ImpError };

/** Returns an outcome with the verdict and defaults. */
export function sampleOutcome(type: string, name: string, verdict: Verdict, special: SpecialFacts = {}): Outcome {
  const { error, ...fields } = special;
  const outcomeFacts: OutcomeBase = {
    name,
    type,
    id: `id-of-${name}`,
    urn: `urn:pulumi:dev::shop::${type}::${name}`,
    resourceKind: "custom",
    differences: [],
    reasons: new Map(),
    read: 0,
    remarks: [],
    ...fields,
  };
  if (verdict === "unchanged") return { ...outcomeFacts, kind: "present", verdict };
  const refusal = {
    ...outcomeFacts,
    kind: "refused",
    error: error ?? ImpError.of("INTERRUPTED", { signal: "SIGINT" }),
  } as const;
  if (!mayBeWritten(verdict)) return { ...refusal, verdict };
  if (verdict === "replace" && error !== undefined) return { ...refusal, verdict };
  return { ...outcomeFacts, kind: "imported", verdict };
}
