/** The scope of an expression: its location in the program, and the names and imports of its file. */
import type { Expression } from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Program, ResourceNode } from "../../src/ir/program.ts";
import type { Path } from "../../src/value/path.ts";
import { cannotExpress } from "./cannot-express.ts";
import type { Imports } from "./imports.ts";
import { hasLoneSurrogate } from "./strings.ts";

/** A program with its names, and its nodes by id. @typeParam N the names of a program in the language */
export interface NamedProgram<N> {
  readonly program: Program;
  readonly names: N;
  readonly nodes: ReadonlyMap<string, ResourceNode>;
}

export interface SharedScope<N> extends NamedProgram<N> {
  readonly language: string;
  readonly imports: Imports;
  readonly node: ResourceNode;
  /** Returns the code for a resource at this location: a variable, or a member of another file's object. */
  readonly variableOf: (id: string) => string;
  readonly property?: string;
}

/** Returns the scope of a child expression. */
export function below<P extends { readonly path: Path }>(scope: P, key: string | number): P {
  return { ...scope, path: [...scope.path, key] };
}

/** Returns all nodes by id, including resources that the user's code constructs. */
export function nodesById({ held = [], resources }: Program): ReadonlyMap<string, ResourceNode> {
  return new Map([...held, ...resources].map((node) => [node.id, node]));
}

export interface ErrorLocation {
  readonly language: string;
  readonly node: ResourceNode;
  readonly property?: string;
  /** The path of the value. Defaults to `property`. */
  readonly path?: Path;
}

/** Throws GENERATOR_CANNOT_EXPRESS. @param what the predicate of the error message, such as "is not …" */
export function refuse(
  { language, node, property, path = property === undefined ? [] : [property] }: ErrorLocation,
  what: string,
): never {
  return cannotExpress(language, node, path, what);
}

/** Throws GENERATOR_CANNOT_EXPRESS if a value does not match its schema type. An enum also accepts unlisted values of its element type. */
export function refuseMisfit(expression: Expression, location: ErrorLocation): void {
  if (!fits(expression) && !isUnlisted(expression)) refuse(location, "has a value that does not match its schema type");
}

function isUnlisted({ kind, type }: Expression): boolean {
  if (type.kind !== "enum") return false;
  return type.element === "integer" ? kind === "number" : kind === type.element;
}

/** Returns the string unchanged. Throws GENERATOR_CANNOT_EXPRESS if it contains half of a surrogate pair. */
export function unicode(text: string, location: ErrorLocation): string {
  return hasLoneSurrogate(text)
    ? refuse(location, "contains half of a surrogate pair, which is not valid Unicode")
    : text;
}

/** Returns the logical name of the resource. Throws the same error as `unicode`. */
export function logicalName(location: ErrorLocation): string {
  return unicode(location.node.logicalName, location);
}
