/**
 * Where an expression of a resource stands, and what its printer may use: what all languages with imports have of it.
 */
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { cannotExpress } from "./cannot-express.ts";
import type { Imports } from "./imports.ts";
import { hasLoneSurrogate } from "./strings.ts";

/** @typeParam N the names of a program of the language */
export interface SharedPlace<N> {
  readonly language: string;
  readonly program: Program;
  readonly names: N;
  readonly imports: Imports;
  readonly node: ResourceNode;
  /** All nodes by id. */
  readonly nodes: ReadonlyMap<string, ResourceNode>;
  /** The code that is a resource here: a variable, or a member of what another file made. */
  readonly variableOf: (id: string) => string;
  /** The resource's property that the expression is in. */
  readonly property?: string;
}

export function nodesById(nodes: readonly ResourceNode[]): ReadonlyMap<string, ResourceNode> {
  return new Map(nodes.map((node) => [node.id, node]));
}

type Where = Pick<SharedPlace<unknown>, "language" | "node" | "property">;

/** Stops the printing. `what` goes on after the property: "is not …". */
export function refuse({ language, node, property }: Where, what: string): never {
  return cannotExpress(language, node, property === undefined ? [] : [property], what);
}

/** The text, which strings of the language can hold and the engine takes. */
export function unicode(text: string, place: Where): string {
  return hasLoneSurrogate(text) ? refuse(place, "has a text that is not valid Unicode") : text;
}
