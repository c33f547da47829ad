/**
 * The position of an expression in a program, with what its printer uses: the part that all languages with imports share.
 */
import type { Path } from "../../src/ir/path.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import { cannotExpress } from "./cannot-express.ts";
import type { Imports } from "./imports.ts";
import { hasLoneSurrogate } from "./strings.ts";

/**
 * A program with its names, and its nodes by id.
 *
 * @typeParam N the names of a program of the language
 */
export interface NamedProgram<N> {
  readonly program: Program;
  readonly names: N;
  readonly nodes: ReadonlyMap<string, ResourceNode>;
}

export interface SharedPlace<N> extends NamedProgram<N> {
  readonly language: string;
  readonly imports: Imports;
  readonly node: ResourceNode;
  /** The code for a resource at this position: a variable, or a member of another file's object. */
  readonly variableOf: (id: string) => string;
  /** The resource's property that has the expression. */
  readonly property?: string;
}

/** The position of a part of the expression. */
export function below<P extends { readonly path: Path }>(place: P, key: string | number): P {
  return { ...place, path: [...place.path, key] };
}

/** All nodes, those that a person's code constructs too. */
export function nodesById({ held = [], resources }: Program): ReadonlyMap<string, ResourceNode> {
  return new Map([...held, ...resources].map((node) => [node.id, node]));
}

type Where = Pick<SharedPlace<unknown>, "language" | "node" | "property">;

/** Throws GENERATOR_CANNOT_EXPRESS. `what` continues the sentence after the property: "is not …". */
export function refuse({ language, node, property }: Where, what: string): never {
  return cannotExpress(language, node, property === undefined ? [] : [property], what);
}

/** Returns the text; throws where it has half of a surrogate pair, which no string of the language can hold. */
export function unicode(text: string, place: Where): string {
  return hasLoneSurrogate(text) ? refuse(place, "has a text that is not valid Unicode") : text;
}

/** Returns the logical name of the resource; throws like `unicode`. */
export function logicalName(place: Where): string {
  return unicode(place.node.logicalName, place);
}
