/** Matches programs with resources: the program that imp printed, and the current program. */
import type { ts as Ts } from "ts-morph";
import type { Program, ResourceNode } from "../../../src/ir/program.ts";
import type { ProgramFolder } from "../../program-folder.ts";
import type { StackResource } from "../../user-program.ts";
import { type Holders, holdersOf } from "./canonical.ts";
import { type Construction, findConstructions } from "./constructions.ts";
import { isClassOfType, matchResources, onlyCalls } from "./match.ts";
import { readSources } from "./source-files.ts";
import type { Reading } from "./values.ts";

export interface MatchedProgram {
  readonly reading: Reading;
  /** URN -> the only call that constructs the resource. */
  readonly held: ReadonlyMap<string, Construction>;
  /** URN -> the calls, if several construct the resource. */
  readonly repeated: ReadonlyMap<string, readonly Construction[]>;
  /** URN -> the call of a resource whose name or parent the user changed. */
  readonly altered: ReadonlyMap<string, Construction>;
  readonly holders: Holders;
  /** Code that refers to a resource of the user's program (`network.vpc`) -> URN. */
  readonly codes: ReadonlyMap<string, string>;
}

export interface PrintedResource extends StackResource {
  readonly variable?: string;
}

export function matchedProgram(
  reading: Reading,
  resources: readonly PrintedResource[],
  codes: ReadonlyMap<string, string> = new Map(),
): MatchedProgram {
  const constructions = findConstructions(reading, { reads: true });
  const calls = matchResources(constructions, resources, reading);
  const held = onlyCalls(calls);
  const repeated = new Map([...calls].filter(([, { length }]) => length > 1));
  const single = resources.filter(({ urn }) => !repeated.has(urn));
  const altered = alteredResources(constructions, single, held);
  return { reading, held, repeated, altered, codes, holders: holdersOf(new Map([...held, ...altered])) };
}

/** Matches the remaining calls with resources: the only call with the type and name, or else the only call with the type and the printed variable. */
function alteredResources(
  constructions: readonly Construction[],
  resources: readonly PrintedResource[],
  held: ReadonlyMap<string, Construction>,
): ReadonlyMap<string, Construction> {
  const taken = new Set<Construction>(held.values());
  const matches = new Map<string, Construction>();
  const pass = (fits: (call: Construction, resource: PrintedResource) => boolean): void => {
    for (const resource of resources) {
      if (held.has(resource.urn) || matches.has(resource.urn)) continue;
      const fitting = constructions.filter(
        (call) => !taken.has(call) && isClassOfType(call.type, resource.type) && fits(call, resource),
      );
      const [match] = fitting;
      if (match === undefined || fitting.length > 1) continue;
      taken.add(match);
      matches.set(resource.urn, match);
    }
  };
  pass(({ name }, resource) => name === resource.name);
  pass(({ holder }, { variable }) => variable !== undefined && holder?.name === variable && holder.members === "");
  return matches;
}

/** Returns the resources of a program, including resources of the user's code, with types and parents as in the state. */
export function resourcesForEngine({ resources, held = [] }: Program): readonly StackResource[] {
  const nodes: readonly ResourceNode[] = [...held, ...resources];
  const urns = new Map(nodes.map(({ id, urn }) => [id, urn]));
  return nodes.map(({ urn, logicalName, options }) => {
    const parent = options.parent === undefined ? undefined : urns.get(options.parent);
    return { urn, type: lastTypeOf(urn), name: logicalName, parent };
  });
}

/** Returns the last type of a URN: `urn:pulumi:dev::shop::a:b:Parent$c:d:Type::name` -> `c:d:Type`. */
function lastTypeOf(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

/** Parses files that imp printed. */
export async function readPrinted(
  files: readonly { readonly path: string; readonly text: string }[],
  main: string,
  reading: Pick<Reading, "project" | "stack">,
): Promise<Reading> {
  return {
    ...reading,
    sources: await readSources(folderInMemory(new Map(files.map(({ path, text }) => [path, text]))), main),
  };
}

function folderInMemory(texts: ReadonlyMap<string, string>): ProgramFolder {
  return {
    path: "/",
    has: async (name) => texts.has(name),
    text: async (name) => texts.get(name),
    names: async () => [...texts.keys()],
  };
}

/** Returns the statement of a body that contains a node. */
export function statementAround(node: Ts.Node, body: Ts.Node): Ts.Statement | undefined {
  let cursor = node;
  while (cursor.parent !== undefined && cursor.parent !== body) cursor = cursor.parent;
  return cursor.parent === body ? (cursor as Ts.Statement) : undefined;
}
