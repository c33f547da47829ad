import type { Accounted, Decided, Ground } from "../../../domain/graph.ts";
import { formatPath, formatPattern, type Path, parsePath, startsWith } from "../../../value/path.ts";
import { identityBySchema, identityByValue } from "../candidates/identity.ts";
import { overlaps } from "../candidates/overlap.ts";
import type { Completed, CompleteProfile } from "../complete/completed.ts";
import { plannedAt } from "../complete/create-plan.ts";
import { patternKey, patternOf } from "../selection/selection.ts";
import { type ExplainedProgram, referentsIn, unsettableInputs } from "./explain.ts";

/** A proven program in mode `minimal`, with the data of its search. */
export interface CompleteCase extends ExplainedProgram {
  readonly accounting: readonly Accounted[];
  /** Omitted if the resource was proven like a similar one, without a search. */
  readonly completed?: Completed;
  /** Omitted for the type's first resource. */
  readonly profile?: CompleteProfile;
}

/** Explains a complete program, first set values, then omitted ones. Elements of a list with the same explanation share a row. Pure. */
export function explainComplete(search: CompleteCase): readonly Decided[] {
  const rows = search.accounting.map((accounted) => explainValue(search, accounted));
  const suppliedRows = search.subject.requested.flatMap((path) => suppliedValue(search, path));
  const set = rows.filter(({ reason }) => reason !== undefined);
  const omitted = rows.filter(({ reason }) => reason === undefined);
  return [...mergeRows([...suppliedRows, ...set]), ...mergeRows(omitted), ...unsettableInputs(search.subject)];
}

/** Explains a value that the import file supplies, if Read did not return it. */
function suppliedValue(search: CompleteCase, path: Path): readonly Decided[] {
  const text = formatPath(path);
  const isRead = search.accounting.some((other) => startsWith(parsePath(other.path) ?? [], path));
  if (isRead || !search.proof.program.has(String(path[0]))) return [];
  return [{ path: text, class: "set", reason: "asked", ground: requestGround(search, path) }];
}

function explainValue(search: CompleteCase, accounted: Accounted): Decided {
  const path = parsePath(accounted.path) ?? [accounted.path];
  const base = { path: accounted.path, class: accounted.class };
  switch (accounted.class) {
    case "set": {
      const targets = referentsIn(search.links.filter((link) => overlaps(link.path, path)));
      const pointsTo = targets.length > 0 && { pointsTo: targets };
      return { ...base, reason: accounted.reason, ground: groundOfSet(search, path, accounted.reason), ...pointsTo };
    }
    case "implied":
      return { ...base, ground: { kind: "implied", by: accounted.by } };
    case "owned":
      return { ...base, ground: { kind: "owned", owner: accounted.owner } };
    case "assigned":
      return { ...base, ground: { kind: "assigned", because: accounted.because } };
    case "copy":
      return { ...base, ground: { kind: "copy", of: accounted.of } };
    case "unsettable":
      return { ...base, ground: groundOfUnsettable(accounted) };
  }
}

function groundOfUnsettable(accounted: Extract<Accounted, { readonly class: "unsettable" }>): Ground {
  if ("answer" in accounted) return { kind: "with", answer: accounted.answer };
  if ("claimed" in accounted) return { kind: "claimed", as: accounted.claimed };
  return { kind: "unowned", besides: accounted.besides };
}

function groundOfSet(search: CompleteCase, path: Path, reason: NonNullable<Decided["reason"]>): Ground {
  const { subject } = search;
  const key = patternKey(patternOf(path));
  switch (reason) {
    case "required":
      return { kind: "required" };
    case "asked":
      return requestGround(search, path);
    case "identity": {
      if (identityByValue(subject).some((pattern) => patternKey(pattern) === key)) return { kind: "id" };
      const by = identityBySchema(subject).some((pattern) => patternKey(pattern) === key) ? "schema" : "diff";
      return { kind: "replaces", by };
    }
    case "recreate":
    case "diff":
    case "check":
      return recreateGround(search, path, key);
  }
}

function requestGround({ subject, placeholders }: CompleteCase, path: Path): Ground {
  if (placeholders.some((placeholder) => startsWith(path, placeholder))) return { kind: "placeholder" };
  return { kind: "asked", by: subject.cloud.request.inputs?.has(String(path[0])) === true ? "inputs" : "properties" };
}

function recreateGround({ completed, profile }: CompleteCase, path: Path, key: string): Ground {
  if (completed?.identifying.has(key) === true || profile?.notAssigned.has(key) === true) {
    return { kind: "replaces", by: "diff" };
  }
  if (completed?.basis === undefined) {
    return profile === undefined ? { kind: "recreate", plan: "not-asked" } : { kind: "taught", by: profile.sample };
  }
  const { basis } = completed;
  const refusal = basis.refused.get(formatPath(path));
  if (refusal !== undefined) return { kind: "fresh", reason: refusal };
  // All previews set this value, so none shows its default.
  if (basis.set.some((leaf) => leaf.key === formatPath(path))) return { kind: "recreate", plan: "not-asked" };
  const planned = plannedAt(basis.plan, path);
  return { kind: "recreate", plan: planned.kind === "known" ? "other" : planned.kind };
}

/** Merges rows that differ only in indexes, with `*` for the indexes. */
function mergeRows(rows: readonly Decided[]): readonly Decided[] {
  const merged = new Map<string, Decided>();
  for (const row of rows) {
    const path = formatPattern(patternOf(parsePath(row.path) ?? [row.path]).path);
    const general = { ...row, path };
    merged.set(JSON.stringify(general), general);
  }
  return [...merged.values()];
}
