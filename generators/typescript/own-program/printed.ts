/**
 * Programs as they are read and matched with imp's resources: the one that imp printed, and the one that stands there.
 */
import type { ts as Ts } from "ts-morph";
import type { Program, ResourceNode } from "../../../src/ir/program.ts";
import type { StackResource } from "../../own-program.ts";
import type { ProgramFolder } from "../../program-folder.ts";
import { type Holders, holdersOf } from "./canonical.ts";
import { type Construction, findConstructions } from "./constructions.ts";
import { isClassOfType, matchResources, onlyCalls } from "./match.ts";
import { readSources } from "./source-files.ts";
import type { Reading } from "./values.ts";

/** A program, and where its text constructs resources. */
export interface MatchedProgram {
  readonly reading: Reading;
  /** URN -> the only call that constructs the resource. */
  readonly held: ReadonlyMap<string, Construction>;
  /** URN -> the calls, where several construct the resource. */
  readonly repeated: ReadonlyMap<string, readonly Construction[]>;
  /** Those that a person gave another parent or another name: URN -> the call. */
  readonly altered: ReadonlyMap<string, Construction>;
  readonly holders: Holders;
  /** Code for resources that the text does not declare -> URN. */
  readonly codes: ReadonlyMap<string, string>;
}

/** A resource with the variable that imp printed for it. */
export interface WantedResource extends StackResource {
  readonly variable?: string;
}

export function matchedProgram(
  reading: Reading,
  resources: readonly WantedResource[],
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

/** Of the calls that no resource has: the only one of the type with the name, or the one whose result the printed variable takes. */
function alteredResources(
  constructions: readonly Construction[],
  resources: readonly WantedResource[],
  held: ReadonlyMap<string, Construction>,
): ReadonlyMap<string, Construction> {
  const taken = new Set<Construction>(held.values());
  const found = new Map<string, Construction>();
  const pass = (fits: (one: Construction, resource: WantedResource) => boolean): void => {
    for (const resource of resources) {
      if (held.has(resource.urn) || found.has(resource.urn)) continue;
      const fitting = constructions.filter(
        (one) => !taken.has(one) && isClassOfType(one.type, resource.type) && fits(one, resource),
      );
      const [only] = fitting;
      if (only === undefined || fitting.length > 1) continue;
      taken.add(only);
      found.set(resource.urn, only);
    }
  };
  pass(({ name }, resource) => name === resource.name);
  pass(({ holder }, { variable }) => variable !== undefined && holder?.name === variable && holder.members === "");
  return found;
}

/** The resources of a program and those it refers to, as the engine sees them. */
export function resourcesForEngine({ resources, held = [] }: Program): readonly StackResource[] {
  const nodes: readonly ResourceNode[] = [...held, ...resources];
  const urns = new Map(nodes.map(({ id, urn }) => [id, urn]));
  return nodes.map(({ urn, logicalName, options }) => {
    const parent = options.parent === undefined ? undefined : urns.get(options.parent);
    return { urn, type: lastTypeOf(urn), name: logicalName, parent };
  });
}

/** The last of the types in a URN: `urn:pulumi:dev::shop::a:b:Parent$c:d:Type::name`. */
function lastTypeOf(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

/** Reads files that imp printed. */
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

/** A folder in memory. */
function folderInMemory(texts: ReadonlyMap<string, string>): ProgramFolder {
  return {
    path: "/",
    has: async (name) => texts.has(name),
    text: async (name) => texts.get(name),
    names: async () => [...texts.keys()],
  };
}

/** The statement of a body that has a node. */
export function statementAround(node: Ts.Node, body: Ts.Node): Ts.Statement | undefined {
  let at = node;
  while (at.parent !== undefined && at.parent !== body) at = at.parent;
  return at.parent === body ? (at as Ts.Statement) : undefined;
}
