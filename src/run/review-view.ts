/** The content of the review screen: rows, header, and checks of new names. */
import { relative } from "node:path";
import { printProgram } from "../../generators/print-program.ts";
import type { Edits } from "../choices/edits.ts";
import { nextUpdate } from "../cli/consent-screen.ts";
import type { RunIo } from "../cli/run-io.ts";
import { ImpError } from "../domain/errors.ts";
import type { Need, Outcome, Urn } from "../domain/graph.ts";
import { isImported } from "../domain/outcome.ts";
import type { NameCheck, PatternCheck, ReviewOutput, ReviewRow, ReviewView } from "../domain/review.ts";
import { verdicts } from "../domain/verdicts.ts";
import { programOfOne } from "../ir/one-node.ts";
import { layouts } from "../ir/split-program.ts";
import type { Lowered } from "../lower/lower.ts";
import { lowerProven } from "../lower/lower-proven.ts";
import { nodeIds } from "../lower/names.ts";
import { nextUpdates, runPlace } from "./consent-facts.ts";
import type { DecidedRun } from "./declared.ts";
import { type Keys, likelySecretsIn, namesByPattern, reviewKeys } from "./review-facts.ts";
import { leftParts } from "./summary.ts";

/** The current step of a review, and what its screen shows. */
export interface ViewedStep {
  readonly first: DecidedRun;
  readonly decided: DecidedRun;
  readonly edits: Edits;
  readonly rows: readonly ReviewRow[];
  /** Number of edits that can be undone. */
  readonly history: number;
  readonly io: Pick<RunIo, "cwd" | "progress">;
  readonly message?: ReviewView["message"];
}

/** Returns the rows. @param before the previous rows, which have the outcomes of resources that were left out since then */
export function reviewRows(
  first: DecidedRun,
  { linked, plan }: Pick<DecidedRun, "linked" | "plan">,
  { takenOut }: Edits,
  before: readonly ReviewRow[] = [],
): readonly ReviewRow[] {
  const old = new Map(before.map((row) => [row.key, row]));
  const urns = new Map(linked.request.resources.map(({ specId, urn }) => [specId, urn]));
  const outcomes = new Map(plan.outcomes.map((outcome) => [outcome.urn, outcome]));
  const needs = new Map<Urn, Need[]>();
  for (const need of plan.needs) needs.set(need.urn, [...(needs.get(need.urn) ?? []), need]);
  return first.linked.request.resources.flatMap(({ urn: key, specId, parent }): readonly ReviewRow[] => {
    const urn = urns.get(specId);
    const outcome = urn === undefined ? undefined : outcomes.get(urn);
    const previous = old.get(key);
    if (outcome === undefined)
      return previous === undefined
        ? []
        : [{ ...previous, isOut: takenOut.has(key), needs: [], assumable: [], ignorable: [], likelySecrets: [] }];
    const resourceNeeds = needs.get(outcome.urn) ?? [];
    const values = resourceNeeds.flatMap((need) => (need.kind === "value" ? [need] : []));
    return [
      {
        key,
        outcome,
        isOut: false,
        needs: values,
        ignorable: ignorableOf(outcome),
        // Inputs of components are not read.
        likelySecrets: outcome.resourceKind === "custom" ? likelySecretsIn(outcome) : [],
        assumable: resourceNeeds.flatMap((need) => (need.kind === "assume" ? need.paths : [])),
        takesPlaceholder: values.length > 0 && values.every(({ takesPlaceholder }) => takesPlaceholder),
        parent,
      },
    ];
  });
}

/** Returns the paths of all differences. Returns an empty list if one of the differences has no path. */
function ignorableOf({ verdict, differences }: Outcome): readonly string[] {
  const isDiffering = verdicts[verdict].effect !== undefined;
  return isDiffering && differences.every(({ path }) => path !== "") ? differences.map(({ path }) => path) : [];
}

export function reviewView(step: ViewedStep): ReviewView {
  const { decided, rows, io, history, message } = step;
  const { workspace } = decided.program;
  const { project, stack, backend = "", stateFile = backend } = runPlace(workspace, io.cwd);
  const written = decided.plan.outcomes.filter(isImported);
  const [language] = decided.program.languages;
  return {
    project,
    stack,
    backend: stateFile,
    rows,
    isStrict: decided.options.choices.strict,
    edits: history,
    message,
    output: reviewOutput(decided, io),
    nextUpdate: nextUpdate({ leaves: leftParts(decided.options), written: written.length, next: nextUpdates(written) }),
    checkName: nameChecker(step),
    checkPattern: (pattern) => patternCheck(pattern, step),
    codeOf: reviewCode(step, reviewKeys(step.first)),
    grammar: language?.grammar,
  };
}

function reviewOutput({ program, options }: DecidedRun, { cwd }: Pick<RunIo, "cwd">): ReviewOutput {
  const { languages, layout, location, writing } = program;
  const [main] = location.names.values();
  const directory = relative(cwd, location.directory.path);
  const file = main === undefined ? directory : directory === "" ? main : `${directory}/${main}`;
  const { into, appendFile, offered } = options.program;
  // Code for a user's program is always in the language of this program, and in a single file.
  if (writing === "state" || into !== undefined || appendFile !== undefined) return { file };
  return {
    file,
    directory: directory === "" ? "." : directory,
    languages: {
      all: offered.map(({ name }) => ({ name, title: name })),
      chosen: languages.map(({ name }) => name).join(","),
    },
    layouts: languages.every(({ oneFile }) => oneFile === undefined) ? { all: layouts, chosen: layout } : undefined,
  };
}

/** Returns a function that checks a new name against the names in the review, the state, and the program. Creates its tables on first use. */
function nameChecker({ first, decided, rows }: ViewedStep): ReviewView["checkName"] {
  let tables: ReturnType<typeof nameTables> | undefined;
  return (key, name): NameCheck => {
    tables ??= nameTables(first, decided, rows);
    const row = tables.rows.get(key);
    const references = tables.references.get(row?.outcome.urn ?? "") ?? 0;
    if (row === undefined) return { references, problem: "The resource is not in the review." };
    const problem = nameProblem(row, name, tables, decided);
    const [variable] = nodeIds([{ name, type: row.outcome.type }], tables.variablesBut(key));
    return { references, problem, variable: problem === undefined ? variable : undefined };
  };
}

function nameTables(first: DecidedRun, decided: DecidedRun, rows: readonly ReviewRow[]) {
  const references = new Map<Urn, number>();
  const count = (urn: Urn) => references.set(urn, (references.get(urn) ?? 0) + 1);
  for (const { urn, parent, provider, options } of decided.linked.request.resources) {
    const links = decided.linked.links.links.get(urn) ?? [];
    const referents = links.flatMap(({ parts }) =>
      parts.flatMap((part) => (part.kind === "output" ? part.referent : [])),
    );
    const named = [parent, provider, options?.deletedWith, ...(options?.dependsOn ?? [])];
    for (const other of new Set([...referents, ...named])) if (other !== undefined && other !== urn) count(other);
  }
  const byUrn = new Map(rows.map((row) => [row.outcome.urn, row]));
  const { existing } = decided.program.location;
  const others = existing?.resources.map(({ id }) => id) ?? [];
  return {
    rows: new Map(rows.map((row) => [row.key, row])),
    kinds: new Map(first.linked.request.resources.map(({ urn, kind }) => [urn, kind])),
    byUrn,
    references,
    variablesBut: (key: Urn): readonly string[] => {
      const kept = rows.flatMap(({ key: rowKey, isOut, outcome }) => (isOut || rowKey === key ? [] : [outcome]));
      return [...others, ...nodeIds(kept, others)];
    },
  };
}

function nameProblem(
  { key, outcome, isOut }: ReviewRow,
  name: string,
  { byUrn, kinds }: ReturnType<typeof nameTables>,
  { program }: DecidedRun,
): string | undefined {
  if (isOut) return "The resource is left out.";
  if (outcome.kind === "present") return "The resource is already imported under this name.";
  if (kinds.get(key) === "provider") return "A provider cannot be renamed after it was used. Use --rename instead.";
  if (name === "" || /[\u0000-\u001f\u007f]/.test(name)) return "A name must be a single line and must not be empty.";
  const urn = `${outcome.urn.slice(0, outcome.urn.length - outcome.name.length)}${name}`;
  const other = byUrn.get(urn);
  if (other !== undefined && other.key !== key)
    return other.isOut
      ? "A resource that is left out has this name."
      : "Another resource of the same type has this name.";
  if (
    urn !== outcome.urn &&
    program.workspace.state()?.resources.some((resource) => resource.urn === urn && resource.delete !== true)
  )
    return "The state has another resource with this type and name.";
  return undefined;
}

/** Returns the first new name that another resource with the same type and parent has. */
function collision(
  names: ReadonlyMap<Urn, string>,
  { specIds }: Pick<Keys, "specIds">,
  { linked }: DecidedRun,
): string | undefined {
  const renamed = new Map([...names].map(([key, name]) => [specIds.get(key), name]));
  const taken = new Set<Urn>();
  for (const { specId, urn, name } of linked.request.resources) {
    const now = renamed.get(specId) ?? name;
    const next = `${urn.slice(0, urn.length - name.length)}${now}`;
    if (taken.has(next)) return now;
    taken.add(next);
  }
  return undefined;
}

function patternCheck(pattern: string, { first, decided, edits }: ViewedStep): PatternCheck {
  if (pattern === "") return { names: [] };
  if (!/^s\/.+\/.*\/[gi]*$/.test(pattern))
    return { names: [], problem: "Write the pattern as s/OLD/NEW/, for example s/^prod-/live-/." };
  try {
    const keys = reviewKeys(first);
    const names = namesByPattern(pattern, decided, keys, edits);
    const now = new Map(decided.linked.request.resources.map(({ specId, name }) => [keys.bySpecId.get(specId), name]));
    const pairs = [...names].map(([key, name]) => [now.get(key) ?? "", name] as const);
    if (pairs.length === 0) return { names: [], problem: "The pattern does not match any name." };
    const twice = collision(names, keys, decided);
    return twice === undefined
      ? { names: pairs }
      : { names: pairs, problem: `Several resources would be named ${twice}.` };
  } catch (error) {
    if (!(error instanceof ImpError)) throw error;
    return { names: [], problem: error.explanation.why ?? error.explanation.what };
  }
}

/** Returns a function that prints the code of a resource. Converts the program only once, on first use. */
function reviewCode({ decided }: { readonly decided: DecidedRun }, { specIds }: Keys): ReviewView["codeOf"] {
  let lowered: Lowered | undefined;
  return async (key) => {
    const { plan, linked } = decided;
    const specId = specIds.get(key);
    const urn = linked.request.resources.find((resource) => resource.specId === specId)?.urn;
    const { graph } = plan;
    const held = new Map([...decided.program.held]);
    const { workspace } = decided.program;
    lowered ??= lowerProven(graph, linked.schemas, { project: workspace.project.name, config: linked.config, held });
    const { program } = lowered;
    const node = program.resources.find((resource) => resource.urn === urn);
    const [language] = decided.program.languages;
    if (node === undefined || language === undefined) throw ImpError.of("REVIEW_NO_CODE", { urn: key });
    const nodes = new Map(program.resources.map((resource) => [resource.id, resource]));
    const files = await printProgram(
      programOfOne(program, node, nodes),
      [language],
      new Map(),
      linked.config,
      "pasted",
    );
    return files.find(({ path }) => path === language.fileName)?.text.trimEnd() ?? "";
  };
}
