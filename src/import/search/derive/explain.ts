import type { Decided, Ground, Link, ProviderAnswer, Reason, Urn } from "../../../domain/graph.ts";
import { getThroughSecrets } from "../../../value/at-path.ts";
import { equalValues } from "../../../value/compare.ts";
import { formatPattern, type Path, startsWith } from "../../../value/path.ts";
import type { Value } from "../../../value/value.ts";
import { answeredPath } from "../../engine/oracle.ts";
import { overlaps, patternsBelow } from "../candidates/overlap.ts";
import type { TypeProfile } from "../candidates/session.ts";
import { type Evidence, patternsOf, type Subject, sentInputs } from "../candidates/subject.ts";
import type { Proof } from "../prove/prove.ts";
import { coversPattern } from "../selection/occurrences.ts";
import { type Pattern, patternKey, patternOf, plainPart } from "../selection/selection.ts";

/** A proven program, with the links and placeholders that it sets. */
export interface ExplainedProgram {
  readonly subject: Subject;
  readonly proof: Proof;
  readonly links: readonly Link[];
  readonly placeholders: readonly Path[];
}

/** A proven program in mode `smallest` or `lossless`, with the programs that the search tested. */
export interface Case extends ExplainedProgram {
  readonly evidence: readonly Evidence[];
  /** The results of the type's first resource. Omitted for that resource. */
  readonly profile?: TypeProfile;
}

/** Explains from the provider's responses why properties are set or omitted: first properties that the program sets, then omitted ones. Pure. */
export function explainProperties(search: Case): readonly Decided[] {
  return [...explainSet(search), ...explainOmitted(search)];
}

function explainSet(search: Case): readonly Decided[] {
  const { selection } = search.proof;
  const all = [...selection.values()].filter(({ pattern }) => isProgramSetting(search, pattern.path));
  const setting = all.filter(
    ({ pattern }) =>
      !pattern.presenceOnly ||
      !all.some(
        (other) => other.pattern.path.length > pattern.path.length && startsWith(other.pattern.path, pattern.path),
      ),
  );
  return setting.map(({ pattern, reason }) => {
    const targets = referentsIn(search.links.filter((link) => overlaps(patternOf(link.path).path, pattern.path)));
    const pointsTo = targets.length > 0 && { pointsTo: targets };
    return { path: formatPattern(pattern.path), reason, ground: groundOf(search, pattern, reason), ...pointsTo };
  });
}

function isProgramSetting({ proof }: Case, path: Path): boolean {
  return getThroughSecrets(proof.program, plainPart(path)) !== undefined;
}

function groundOf(search: Case, pattern: Pattern, reason: Reason): Ground {
  const { subject } = search;
  switch (reason) {
    case "required":
      return { kind: "required" };
    case "asked":
      return search.placeholders.some((path) => startsWith(pattern.path, path))
        ? { kind: "placeholder" }
        : { kind: "asked", by: requestingField(subject, pattern) };
    case "identity":
    case "recreate":
    case "diff":
    case "check":
      return answeredGround(search, pattern);
  }
}

function requestingField(subject: Subject, { path }: Pattern): "properties" | "inputs" | "mode" {
  if (subject.cloud.request.inputs?.has(String(path[0])) === true) return "inputs";
  return patternsBelow([{ path, presenceOnly: false }], subject.cloud.request.properties).length > 0
    ? "properties"
    : "mode";
}

/** The rank of responses that do not name the pattern. It exceeds the number of values of any program. */
const otherPatternRank = 1_000_000;

/** Returns the response to a program without the pattern. Prefers responses that name the pattern, then the program that lacked the fewest values. */
function answeredGround(search: Case, pattern: Pattern): Ground {
  const { evidence, proof, profile } = search;
  const key = patternKey(patternOf(pattern.path));
  let best: { readonly rank: number; readonly ground: Ground } | undefined;
  for (const entry of evidence) {
    if (coversPattern(entry.selection, pattern)) continue;
    const answer = relevantAnswer(entry, pattern);
    if (answer === undefined) continue;
    const ground: Ground = { kind: "without", answer };
    const lacking = [...proof.selection.keys()].filter((other) => !entry.selection.has(other)).length;
    const rank = (isAboutPattern(ground, pattern) ? 0 : otherPatternRank) + lacking;
    if (best === undefined || rank < best.rank) best = { rank, ground };
  }
  if (best !== undefined) return best.ground;
  return profile?.patterns.some((selected) => patternKey(selected.pattern) === key) === true
    ? { kind: "taught", by: profile.sample }
    : { kind: "untried" };
}

/** Returns the most relevant part of the response to a tested program. Returns undefined if the program was clean. */
function relevantAnswer({ decision, failures }: Evidence, { path }: Pattern): ProviderAnswer | undefined {
  const concerns = (other: string): boolean => other !== "" && overlaps(patternOf(answeredPath(other)).path, path);
  if (decision === undefined) {
    const failure = failures.find(({ property }) => concerns(property)) ?? failures[0];
    return { kind: "refused", property: failure?.property ?? "", reason: failure?.reason ?? "" };
  }
  if (decision.kind === "same") return undefined;
  const difference = decision.differences.find((other) => concerns(other.path)) ?? decision.differences[0];
  return { kind: "differs", path: difference?.path ?? "", difference: difference?.kind ?? "update" };
}

function isAboutPattern(ground: Ground, { path }: Pattern): boolean {
  if (ground.kind !== "without") return false;
  const { answer } = ground;
  if (answer.kind === "dropped" || answer.kind === "hashed") return false;
  const named = answer.kind === "refused" ? answer.property : answer.path;
  return named !== "" && overlaps(patternOf(answeredPath(named)).path, path);
}

/** Explains omitted read values. An object that is omitted as a whole for one reason has one row. */
function explainOmitted(search: Case): readonly Decided[] {
  const { subject, proof } = search;
  const kept = [...proof.selection.values()].map(({ pattern }) => pattern.path);
  const omitted = patternsOf(subject).filter(
    (pattern) => !kept.some((path) => startsWith(pattern.path, path) && !isPresenceOnly(proof, path)),
  );
  const groups = new Map<string, { path: Path; ground: Ground }[]>();
  for (const pattern of omitted) {
    const top = formatPattern(outermostOmitted(pattern.path, kept));
    groups.set(top, [...(groups.get(top) ?? []), { path: pattern.path, ground: remainingGround(search, pattern) }]);
  }
  const rows = [...groups].flatMap(([top, members]): readonly Decided[] => {
    const grounds = new Map(members.map(({ ground }) => [JSON.stringify(ground), ground]));
    const [only] = grounds.values();
    if (grounds.size === 1 && only !== undefined) return [{ path: top, ground: only }];
    return members.map(({ path, ground }) => ({ path: formatPattern(path), ground }));
  });
  return [...rows, ...unsettableInputs(subject)];
}

/** Explains read inputs that are not inputs in the schema. */
export function unsettableInputs({ cloud }: Subject): readonly Decided[] {
  return cloud.unknown.map((path) => ({ path, ground: { kind: "not-an-input" } }));
}

function isPresenceOnly({ selection }: Proof, path: Path): boolean {
  return selection.get(patternKey({ path, presenceOnly: true }))?.pattern.presenceOnly === true;
}

/** Returns the shortest prefix of a path that the program does not set. */
function outermostOmitted(path: Path, kept: readonly Path[]): Path {
  for (let length = 1; length < path.length; length += 1) {
    const beginning = path.slice(0, length);
    if (!kept.some((other) => overlaps(other, beginning))) return beginning;
  }
  return path;
}

function remainingGround(search: Case, pattern: Pattern): Ground {
  const { subject, proof } = search;
  const path = plainPart(pattern.path);
  const value = getThroughSecrets(subject.values, path);
  if (value === undefined || value.kind === "null") return { kind: "no-value" };
  if (proof.ignoreChanges.some((ignored) => overlaps(ignored, pattern.path))) return { kind: "ignored" };
  const answer = answerWith(search, pattern);
  if (answer !== undefined) return { kind: "with", answer };
  const sent = sentInputs(subject, proof.program);
  if (isAt(sent, path, value)) return { kind: "not-needed", filled: "sdk" };
  return isAt(proof.stored, path, value) ? { kind: "not-needed", filled: "check" } : { kind: "not-needed" };
}

/** Returns the response that excludes the pattern: a rejection that names it, or the response to the program with only this pattern added. */
function answerWith({ proof, evidence }: Case, pattern: Pattern): ProviderAnswer | undefined {
  for (const entry of evidence) {
    if (!coversPattern(entry.selection, pattern)) continue;
    const answer = relevantAnswer(entry, pattern);
    if (answer === undefined) continue;
    if (answer.kind === "refused" && isAboutPattern({ kind: "without", answer }, pattern)) return answer;
    const isThis = entry.selection.size === proof.selection.size + 1;
    if (isThis && proof.verdict === "clean" && [...proof.selection.keys()].every((kept) => entry.selection.has(kept))) {
      return answer;
    }
  }
  return undefined;
}

function isAt(map: Proof["stored"], path: Path, value: Value): boolean {
  const current = getThroughSecrets(map, path);
  return current !== undefined && equalValues(current, value);
}

/** Returns the resources that the links refer to, without duplicates. */
export function referentsIn(links: readonly Link[]): readonly Urn[] {
  return [
    ...new Set(links.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "output" ? [part.referent] : [])))),
  ];
}
