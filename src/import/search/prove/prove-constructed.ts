import { emptyMap } from "../../../value/value.ts";
import { asStored, simulatePreview } from "../candidates/simulate-preview.ts";
import type { Subject } from "../candidates/subject.ts";
import { nothingFound, type Proof } from "./prove.ts";

/** Previews a resource that a remote component creates, with the other stack's inputs. Throws only if the plugin failed or the run was cancelled. */
export async function proveConstructed(subject: Subject): Promise<Proof> {
  const inputs = subject.cloud.request.source?.inputs ?? emptyMap;
  const base = { ...nothingFound, selection: new Map(), program: inputs, stored: inputs };
  const { failures, decision } = await simulatePreview(subject, asStored(inputs), inputs, []);
  if (decision === undefined) {
    const reason = failures.map((failure) => failure.reason).join("; ");
    return { ...base, verdict: "failed", failures: [{ property: "", reason }], cause: "refused" };
  }
  if (decision.kind === "same") return { ...base, verdict: "clean" };
  return { ...base, verdict: decision.kind, differences: decision.differences };
}
