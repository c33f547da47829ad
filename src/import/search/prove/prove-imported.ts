/**
 * The engine's own import: what `ignoreChanges` hides is taken from what Read returned, and that has to hold by itself (docs/providers.md#the-option-import).
 */
import { applySdkDefaults } from "../../../schema/shape.ts";
import { isRefusal } from "../candidates/candidate.ts";
import { asRead, simulatePreview } from "../candidates/simulate-preview.ts";
import type { Subject } from "../candidates/subject.ts";
import type { Proof } from "./prove.ts";

/** A proof that rests on `ignoreChanges`, tried as the engine imports by an option; `update` where that would be refused. */
export async function proveImported(subject: Subject, proof: Proof): Promise<Proof> {
  if (proof.verdict !== "ignored") return proof;
  const sent = applySdkDefaults(proof.program, subject.resource, subject.schema, subject.env);
  try {
    const { decision } = await simulatePreview(subject, asRead(subject.cloud.projected), sent, proof.ignoreChanges);
    return decision?.kind === "same" ? proof : { ...proof, verdict: "update" };
  } catch (error) {
    if (isRefusal(error)) return { ...proof, verdict: "update" };
    throw error;
  }
}
