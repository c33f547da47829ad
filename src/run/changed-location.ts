/** Opens a program that imp wrote and the user edited. Finds where new code can be added, and the variables that it can use. */
import { join } from "node:path";
import type { Language } from "../../generators/index.ts";
import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import type { ImportSpecs } from "../import-file/import-specs.ts";
import type { Program } from "../ir/program.ts";
import { referring, removeNodes } from "../ir/remove-nodes.ts";
import type { Layout } from "../ir/split-program.ts";
import type { Deployment } from "../state/deployment.ts";
import { type OpenChanged, openChanged } from "../workspace/program/changed-program.ts";
import type { ProgramLocation, ProgramTarget } from "../workspace/program/program-location.ts";
import { referredUrns } from "./insertion.ts";
import { stackResources } from "./user-program.ts";

export interface ChangedLocation {
  readonly location: ProgramLocation;
  readonly changed?: OpenChanged;
  /** URN -> expression for a resource that the user added to the program. */
  readonly variables: ReadonlyMap<Urn, string>;
}

/**
 * Returns the location unchanged if the user did not edit the program. If imp cannot add code to an edited program, sets the location's `problem`.
 */
export async function withChanged(
  location: ProgramLocation,
  { languages, target }: { readonly languages: readonly Language[]; readonly target: ProgramTarget },
  layout: Layout,
  specs: ImportSpecs | undefined,
  state: Deployment | undefined,
): Promise<ChangedLocation> {
  const { changed, existing, directory, names } = location;
  const [first] = changed.keys();
  if (first === undefined || existing === undefined) return { location, variables: new Map() };
  try {
    if (layout !== location.layout) throw ImpError.of("PROGRAM_CHANGED", { path: join(directory.path, first) });
    const mains = new Map(languages.map((language) => [language, names.get(language.fileName) ?? language.fileName]));
    const needs = specs === undefined ? [] : referredUrns(specs);
    const open = await openChanged({ ...target, directory, names: mains, changed }, stackResources(state), needs);
    const { variables, missing } = open.program;
    const kept = continued(existing, missing, variables, state);
    const printedUrns = new Set(existing.resources.map(({ urn }) => urn));
    return {
      location: {
        ...location,
        existing: kept,
        inProgram: new Set([...printedUrns].filter((urn) => variables.has(urn))),
        // The user removed this code on purpose, so don't print it again.
        lost: false,
      },
      changed: open,
      variables: new Map([...variables].filter(([urn]) => !printedUrns.has(urn))),
    };
  } catch (error) {
    if (!(error instanceof ImpError) || location.problem !== undefined) throw error;
    return { location: { ...location, problem: error }, variables: new Map() };
  }
}

/**
 * Removes resources that the user deleted from the program, except those that are in the state or that other code refers to. Updates the variables.
 */
function continued(
  program: Program,
  missing: ReadonlySet<Urn>,
  variables: ReadonlyMap<Urn, string>,
  state: Deployment | undefined,
): Program {
  const living = new Set((state?.resources ?? []).flatMap(({ urn, delete: isGone }) => (isGone ? [] : [urn])));
  const gone = new Set([...missing].filter((urn) => !living.has(urn)));
  const needed = new Set(referring(program, gone).map(({ to }) => to));
  const kept = removeNodes(program, new Set([...gone].filter((urn) => !needed.has(urn))));
  if (kept.held === undefined) return kept;
  return { ...kept, held: kept.held.map((node) => ({ ...node, variable: variables.get(node.urn) ?? node.variable })) };
}
