import type { Remark } from "../../../domain/graph.ts";
import { isProvenClean, mayBeWritten, verdicts } from "../../../domain/verdicts.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { equalValues } from "../../../value/compare.ts";
import { secretName } from "../../../value/likely-secrets/secret-names.ts";
import { isEmpty } from "../../../value/open-value.ts";
import { formatPath, type Path } from "../../../value/path.ts";
import { openSecrets } from "../../../value/restore-secrets.ts";
import { withValues } from "../../engine/difference-values.ts";
import { answeredPath } from "../../engine/oracle.ts";
import { isInputMissing } from "../candidates/missing-inputs.ts";
import { overlaps } from "../candidates/overlap.ts";
import { requestedPatterns } from "../candidates/session.ts";
import type { Subject } from "../candidates/subject.ts";
import type { Proof } from "../prove/prove.ts";

/** Data for remarks, in addition to the proof. */
export interface RemarkSources {
  /** Whether the search ended because its budget was used up. */
  readonly exhausted: boolean;
  readonly placeholders: readonly Path[];
  /** Why the preview of creating the resource was rejected. Empty if it was not. */
  readonly notCreatable: readonly string[];
  /** Inputs that can hold the content that Read does not return. Empty if no content is missing. */
  readonly missingContent: readonly string[];
  /** Why previews were not requested although the provider supports them. */
  readonly previewFailure?: string;
}

/** Returns the remarks about a proven resource, which supplement its verdict. */
export function proofRemarks(
  subject: Subject,
  proof: Proof,
  { exhausted, placeholders, notCreatable, missingContent, previewFailure }: RemarkSources,
): readonly Remark[] {
  const remarks: Remark[] = [];
  if (hasNoReadValues(subject)) remarks.push({ kind: "empty" });
  const missing = subject.cloud.request.properties.filter((path) => requestedPatterns(subject, [path]).length === 0);
  if (missing.length > 0) remarks.push({ kind: "not-returned", paths: missing.map(formatPath) });
  const passwords = unreadPasswords(subject, proof);
  if (passwords.length > 0) remarks.push({ kind: "no-password", paths: passwords });
  const hashes = (subject.cloud.hashes ?? []).filter((path) => getThroughSecrets(proof.program, path) === undefined);
  if (hashes.length > 0 && mayBeWritten(proof.verdict)) remarks.push({ kind: "hash", paths: hashes.map(formatPath) });
  if (missingContent.length > 0) remarks.push({ kind: "no-content", paths: missingContent });
  if (placeholders.length > 0) remarks.push({ kind: "placeholder", paths: placeholders.map(formatPath) });
  // The verdict reports the differences that `ignoreChanges` hides.
  const acceptedDrift = proof.acceptedDrift.filter(
    ({ path }) => !proof.ignoreChanges.some((ignored) => overlaps(ignored, answeredPath(path))),
  );
  if (isProvenClean(proof.verdict) && acceptedDrift.length > 0) {
    remarks.push({ kind: "adopted", differences: withValues(acceptedDrift, subject.cloud, proof) });
  }
  const notReproduced = proof.differences.filter(({ path }) => isAsRead(subject, proof, answeredPath(path)));
  if (notReproduced.length > 0 && !verdicts[proof.verdict].hidesDifferences) {
    remarks.push({ kind: "not-reproduced", paths: notReproduced.map(({ path }) => path) });
  }
  if (proof.assumable !== undefined) remarks.push({ kind: "assumable", paths: proof.assumable.map(formatPath) });
  const owned = managedTwice(subject, proof);
  if (owned.length > 0) remarks.push(...owned);
  if (notCreatable.length > 0) remarks.push({ kind: "not-creatable", reasons: notCreatable });
  if (previewFailure !== undefined) remarks.push({ kind: "no-preview", reason: previewFailure });
  if (exhausted) remarks.push({ kind: "budget" });
  return remarks;
}

/** Returns the password inputs that neither Read nor the import file provides, if the program sets no password. */
function unreadPasswords(subject: Subject, { verdict, program }: Proof): readonly string[] {
  if (!mayBeWritten(verdict)) return [];
  const about = [...subject.resource.inputs.values()].filter(({ name }) => /pass(?:word|wd|phrase)/i.test(name));
  if (about.some(({ name }) => program.has(name) || !isInputMissing(subject, name))) return [];
  return about
    .filter(({ name, type, deprecationMessage }) => {
      const isText = type.kind === "string" && deprecationMessage === undefined;
      return isText && /pass(?:word|wd|phrase)$/i.test(name) && secretName(name) === "sure";
    })
    .map(({ name }) => name);
}

/** Reports lists and objects that both the program and other resources set, and elements that neither sets. */
function managedTwice({ owned }: Subject, { program }: Proof): readonly Remark[] {
  return owned.flatMap((property): readonly Remark[] => {
    const owners = [...new Set(property.kind === "whole" ? property.owners : [...property.owners.values()].flat())];
    if (getThroughSecrets(program, property.path) !== undefined) {
      return [{ kind: "managed-twice", paths: [formatPath(property.path)], owners }];
    }
    if (property.kind === "whole" || property.unowned.length === 0) return [];
    const paths = property.unowned.map((key) => formatPath([...property.path, key]));
    return [{ kind: "unowned", paths, besides: owners }];
  });
}

/** Returns whether Read returned no values except the id, like a provider that does not implement Read. */
function hasNoReadValues({ cloud }: Subject): boolean {
  const { request, resource, outputs, read } = cloud;
  const isSupplied = request.outputs !== undefined || request.source !== undefined;
  const hasOutputs = [...resource.outputs.keys()].some((name) => name !== "id");
  return (
    !isSupplied && read === 0 && hasOutputs && [...outputs].every(([name, value]) => name === "id" || isEmpty(value))
  );
}

/** Returns whether the program sets the value that Read returned at the path. */
function isAsRead(subject: Subject, proof: Proof, path: Path): boolean {
  const set = getThroughSecrets(proof.program, path);
  const read = getThroughSecrets(subject.cloud.projected, path);
  return set !== undefined && read !== undefined && equalValues(openSecrets(set), openSecrets(read));
}
