/** Outcomes of import specs for tests of what comes after the proofs. */
import { mayBeWritten } from "../../src/domain/verdicts.ts";
import { ImpError } from "../../src/errors.ts";
import type { Outcome, OutcomeBase, Verdict } from "../../src/graph.ts";

/** What a test wants to be special about an outcome. With an error it is refused. */
export type SpecialFacts = Partial<OutcomeBase> & { readonly error?: ImpError };

/** An outcome with the verdict; all that is not given is as plain as it can be. */
export function sampleOutcome(type: string, name: string, verdict: Verdict, special: SpecialFacts = {}): Outcome {
  const { error, ...given } = special;
  const facts: OutcomeBase = {
    name,
    type,
    id: `id-of-${name}`,
    urn: `urn:pulumi:dev::shop::${type}::${name}`,
    resourceKind: "custom",
    differences: [],
    reasons: new Map(),
    read: 0,
    remarks: [],
    ...given,
  };
  if (verdict === "unchanged") return { ...facts, kind: "present", verdict };
  const refusal = {
    ...facts,
    kind: "refused",
    error: error ?? ImpError.of("INTERRUPTED", { signal: "SIGINT" }),
  } as const;
  if (!mayBeWritten(verdict)) return { ...refusal, verdict };
  if (verdict === "replace" && error !== undefined) return { ...refusal, verdict };
  return { ...facts, kind: "imported", verdict };
}
