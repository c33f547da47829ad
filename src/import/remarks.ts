/**
 * Remarks: what a person must know about a resource that was proven, beside its verdict.
 */
import type { Remark } from "../graph.ts";
import { formatPath } from "../ir/path.ts";
import { pathOf } from "./oracle.ts";
import { below, overlaps } from "./overlap.ts";
import type { Proof } from "./prove.ts";
import { patternsOf, type Subject } from "./subject.ts";

/** @param exhausted whether the search ended at its budget. */
export function remarksOf(subject: Subject, proof: Proof, exhausted: boolean): readonly Remark[] {
  const remarks: Remark[] = [];
  const all = patternsOf(subject, new Map([...subject.values, ...subject.fallback]));
  const missing = subject.cloud.request.properties.filter((path) => below(all, [path]).length === 0);
  if (missing.length > 0) remarks.push({ kind: "not-returned", paths: missing.map(formatPath) });
  // What ignoreChanges hides is told with the verdict.
  const adopted = proof.adopted.filter(
    ({ path }) => !proof.ignoreChanges.some((ignored) => overlaps(ignored, pathOf(path))),
  );
  if ((proof.verdict === "clean" || proof.verdict === "ignored") && adopted.length > 0) {
    remarks.push({ kind: "adopted", differences: adopted });
  }
  if (exhausted) remarks.push({ kind: "budget" });
  return remarks;
}
