/** Checks whether the engine's import, which takes ignored values from the read inputs, accepts a program (docs/providers.md#the-option-import). */
import { verdicts } from "../../../domain/verdicts.ts";
import { asRead, simulatePreview } from "../candidates/simulate-preview.ts";
import { type Subject, sentInputs } from "../candidates/subject.ts";
import type { Proof } from "./prove.ts";

/** Tests a proof with `ignoreChanges` as the `import` option does. The verdict becomes `update` if the engine would reject the import. */
export async function proveImported(subject: Subject, proof: Proof): Promise<Proof> {
  if (!verdicts[proof.verdict].hidesDifferences) return proof;
  const sent = sentInputs(subject, proof.program);
  const { decision } = await simulatePreview(subject, asRead(subject.cloud.projected), sent, proof.ignoreChanges);
  return decision?.kind === "same" ? proof : { ...proof, verdict: "update" };
}
