/**
 * Finds hashes: values that Read returns in place of a content that it cannot return. A program must not set one as the content. Where the
 * provider hashes what it is given, its answers show that: the hash of a hash is another one.
 */
import type { Accounted } from "../../../graph.ts";
import { formatPath } from "../../../ir/path.ts";
import { openSecret, stringIn } from "../../../value/open-value.ts";
import type { Value } from "../../../value/value.ts";
import { answeredPath } from "../../engine/oracle.ts";
import { overlaps } from "../candidates/overlap.ts";
import type { Subject } from "../candidates/subject.ts";
import type { Proof } from "../prove/prove.ts";
import { isLeafSet } from "./account.ts";
import { type CreatePlan, plannedAt } from "./create-plan.ts";
import { type Leaf, topLevelProperty } from "./leaves.ts";

/** A property whose name says that a hash, or another text of such digits, is the value that was chosen. */
const hashName =
  /(?:hash|sha-?\d*|digest|thumbprint|fingerprint|checksum|etag|md5|signature|revision|commit|version|id|key|token|secret|password|arn|name)s?$/i;

/** Properties of which a text of 40 or 64 hexadecimal digits is never the content. */
const documents = /(?:user-?data|script|document|definition|(?:template|policy)(?:body|document|json)?)(?:base64)?$/i;

/** Properties that may have any content, one of hexadecimal digits too. */
const freeContent = /(?:contents?|body|source|data)(?:base64)?$/i;

/** The result of a search, as far as it shows which values are hashes. */
export interface SearchResult {
  readonly leaves: readonly Leaf[];
  readonly proof: Pick<Proof, "program" | "differences">;
  /** The fresh plan of a program that sets the leaves. Omitted if there is none. */
  readonly createPlan?: CreatePlan;
  /** Omitted if the search does not account for what it omits. */
  readonly accounting?: readonly Accounted[];
}

/** Returns the leaves that are hashes, by the provider's answers to the program, or by what their properties are called. */
export function findHashes(subject: Subject, result: SearchResult): readonly Leaf[] {
  const given = subject.cloud.request.inputs;
  const known = new Set((subject.cloud.hashes ?? []).map(formatPath));
  const classes = new Map((result.accounting ?? []).map((accounted) => [accounted.path, accounted]));
  return result.leaves.filter((leaf) => {
    const name = leaf.path.at(-1);
    // An element of a list cannot be left out alone.
    if (typeof name !== "string" || known.has(leaf.key)) return false;
    if (!isDigest(leaf.value) || hashName.test(name) || given?.has(topLevelProperty(leaf)) === true) return false;
    return isHashedAgain(leaf, result, classes.get(leaf.key)) || isNamedContent(leaf, name, result);
  });
}

/** Returns true for the hexadecimal digits of a SHA-1, SHA-256, SHA-384 or SHA-512. */
function isDigest(value: Value): boolean {
  const text = openSecret(value);
  return text.kind === "string" && /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i.test(text.value);
}

/** Returns true if the provider sees another value than the one that it returned itself, or plans another digest. */
function isHashedAgain(leaf: Leaf, { createPlan, proof }: SearchResult, accounted: Accounted | undefined): boolean {
  if (isLeafSet(leaf, proof.program)) {
    if (proof.differences.some(({ path }) => overlaps(answeredPath(path), leaf.path))) return true;
    const planned = plannedValue(leaf, createPlan);
    return planned !== undefined && isDigest(planned) && (stringIn(planned) ?? "") !== (stringIn(leaf.value) ?? "");
  }
  if (accounted?.class !== "unsettable" || !("answer" in accounted)) return false;
  const { answer } = accounted;
  return answer.kind === "differs" && answer.path === leaf.key;
}

/** Returns true for the content of a document; for any other content, unless the plan of a creation repeats it. */
function isNamedContent(leaf: Leaf, name: string, { createPlan, proof }: SearchResult): boolean {
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

/** Returns the leaves whose pattern was found to hold hashes in another resource of the type. */
export function knownHashes(leaves: readonly Leaf[], patterns: ReadonlySet<string>): readonly Leaf[] {
  return leaves.filter((leaf) => patterns.has(leaf.pattern) && isDigest(leaf.value));
}
