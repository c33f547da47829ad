/** Finds hashes that Read returns instead of content. If a program sets one, the provider's responses contain a hash of the hash. */
import type { Accounted } from "../../../domain/graph.ts";
import { openSecret, stringIn } from "../../../value/open-value.ts";
import { formatPath } from "../../../value/path.ts";
import type { Value } from "../../../value/value.ts";
import { answeredPath } from "../../engine/oracle.ts";
import { overlaps } from "../candidates/overlap.ts";
import type { Subject } from "../candidates/subject.ts";
import type { Proof } from "../prove/prove.ts";
import { isLeafSet } from "./account.ts";
import { type CreatePlan, plannedAt } from "./create-plan.ts";
import { type Leaf, topLevelProperty } from "./leaves.ts";

/** Names of properties whose value can be a hash or similar hexadecimal text. */
const hashName =
  /(?:hash|sha-?\d*|digest|thumbprint|fingerprint|checksum|etag|md5|signature|revision|commit|version|id|key|token|secret|password|arn|name)s?$/i;

/** Names of properties whose content is never 40 or 64 hexadecimal digits. */
const documents = /(?:user-?data|script|document|definition|(?:template|policy)(?:body|document|json)?)(?:base64)?$/i;

/** Names of properties with arbitrary content, including hexadecimal digits. */
const freeContent = /(?:contents?|body|source|data)(?:base64)?$/i;

/** The data of a search that shows which values are hashes. */
export interface HashEvidence {
  readonly leaves: readonly Leaf[];
  readonly proof: Pick<Proof, "program" | "differences">;
  /** The preview of creating the resource with these values. Omitted if there is none. */
  readonly createPlan?: CreatePlan;
  /** Why each read value is set or omitted. Omitted in modes `smallest` and `lossless`. */
  readonly accounting?: readonly Accounted[];
}

/** Returns the values that are hashes, according to the provider's responses or the names of their properties. */
export function findHashes(subject: Subject, result: HashEvidence): readonly Leaf[] {
  const suppliedInputs = subject.cloud.request.inputs;
  const knownPaths = new Set((subject.cloud.hashes ?? []).map(formatPath));
  const classes = new Map((result.accounting ?? []).map((accounted) => [accounted.path, accounted]));
  return result.leaves.filter((leaf) => {
    const name = leaf.path.at(-1);
    // A single element of a list cannot be omitted.
    if (typeof name !== "string" || knownPaths.has(leaf.key)) return false;
    if (!isDigest(leaf.value) || hashName.test(name) || suppliedInputs?.has(topLevelProperty(leaf)) === true)
      return false;
    return isHashedAgain(leaf, result, classes.get(leaf.key)) || isNamedContent(leaf, name, result);
  });
}

/** Returns whether the value has the form of a SHA-1, SHA-256, SHA-384 or SHA-512 hash. */
function isDigest(value: Value): boolean {
  const text = openSecret(value);
  return text.kind === "string" && /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i.test(text.value);
}

/** Returns whether the provider reports the value as different, or plans another hash. */
function isHashedAgain(leaf: Leaf, { createPlan, proof }: HashEvidence, accounted: Accounted | undefined): boolean {
  if (isLeafSet(leaf, proof.program)) {
    if (proof.differences.some(({ path }) => overlaps(answeredPath(path), leaf.path))) return true;
    const planned = plannedValue(leaf, createPlan);
    return planned !== undefined && isDigest(planned) && (stringIn(planned) ?? "") !== (stringIn(leaf.value) ?? "");
  }
  if (accounted?.class !== "unsettable" || !("answer" in accounted)) return false;
  const { answer } = accounted;
  return answer.kind === "differs" && answer.path === leaf.key;
}

/** Returns whether the property holds a document, or other content that the preview of Create does not repeat. */
function isNamedContent(leaf: Leaf, name: string, { createPlan, proof }: HashEvidence): boolean {
  if (!isLeafSet(leaf, proof.program)) return false;
  if (documents.test(name)) return true;
  const planned = plannedValue(leaf, createPlan);
  return (
    freeContent.test(name) && (planned === undefined || (stringIn(planned) ?? "") !== (stringIn(leaf.value) ?? ""))
  );
}

function plannedValue(leaf: Leaf, createPlan: CreatePlan | undefined): Value | undefined {
  if (createPlan?.planned === undefined) return undefined;
  const planned = plannedAt(createPlan, leaf.path);
  return planned.kind === "known" ? planned.value : undefined;
}

/** Returns the hashes at patterns that hold hashes in another resource of the type. */
export function knownHashes(leaves: readonly Leaf[], patterns: ReadonlySet<string>): readonly Leaf[] {
  return leaves.filter((leaf) => patterns.has(leaf.pattern) && isDigest(leaf.value));
}
