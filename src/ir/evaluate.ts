/** Evaluates expressions to values that the caller constructs, so that `src/ir` does not depend on the type of these values. */

import type { Path } from "../value/path.ts";
import type { ArchiveSource, AssetSource, Expression, InterpolatedReference } from "./expression.ts";
import type { Type } from "./type.ts";

/** The constructors of the values that an evaluation returns. */
export interface Algebra<T> {
  null(): T;
  boolean(value: boolean): T;
  number(value: number): T;
  string(value: string): T;
  list(items: readonly T[]): T;
  /** Creates a map for a map or an object. Keys are unique. */
  map(entries: readonly (readonly [key: string, value: T])[]): T;
  /** Returns the output of a node, or the resource if the path is empty. */
  reference(node: string, path: Path, type: Type): T;
  /** Returns a string in a function result. `provider` is the id of a provider node, or undefined for the default provider. */
  call(token: string, provider: string | undefined, path: Path): T;
  /** Joins text and references to a string. */
  concat(parts: readonly ({ readonly text: string } | { readonly value: T })[]): T;
  secret(value: T): T;
  config(key: string, secret: boolean, type: Type): T;
  asset(source: AssetSource): T;
  archive(source: EvaluatedArchive<T>): T;
  /** Returns a string with the compact JSON of a value. */
  json(value: T): T;
}

export type EvaluatedArchive<T> =
  | Exclude<ArchiveSource, { from: "assets" }>
  | { readonly from: "assets"; readonly assets: readonly (readonly [name: string, value: T])[] };

/** Evaluates an expression recursively. */
export function evaluate<T>(expression: Expression, algebra: Algebra<T>): T {
  switch (expression.kind) {
    case "null":
      return algebra.null();
    case "boolean":
      return algebra.boolean(expression.value);
    case "number":
      return algebra.number(expression.value);
    case "string":
      return algebra.string(expression.value);
    case "enum":
      return evaluatePrimitive(expression.member.value, algebra);
    case "list":
      return algebra.list(expression.items.map((item) => evaluate(item, algebra)));
    case "map":
      return algebra.map(expression.entries.map((entry) => [entry.key, evaluate(entry.value, algebra)] as const));
    case "object":
      return algebra.map(
        expression.properties.map((property) => [property.name, evaluate(property.value, algebra)] as const),
      );
    case "reference":
      return evaluateReference(expression, algebra);
    case "call":
      return evaluateReference(expression, algebra);
    case "interpolation":
      return algebra.concat(
        expression.parts.map((part) =>
          part.kind === "text" ? { text: part.text } : { value: evaluateReference(part.reference, algebra) },
        ),
      );
    case "secret":
      return algebra.secret(evaluate(expression.value, algebra));
    case "config":
      return algebra.config(expression.key, expression.secret, expression.type);
    case "asset":
      return algebra.asset(expression.source);
    case "archive":
      return algebra.archive(evaluateArchive(expression.source, algebra));
    case "json":
      return algebra.json(evaluate(expression.value, algebra));
  }
}

function evaluatePrimitive<T>(value: string | number | boolean, algebra: Algebra<T>): T {
  if (typeof value === "string") return algebra.string(value);
  return typeof value === "number" ? algebra.number(value) : algebra.boolean(value);
}

function evaluateReference<T>(reference: InterpolatedReference, algebra: Algebra<T>): T {
  if (reference.kind === "call") return algebra.call(reference.function.token, reference.provider, reference.path);
  return algebra.reference(reference.node, reference.path, reference.type);
}

function evaluateArchive<T>(source: ArchiveSource, algebra: Algebra<T>): EvaluatedArchive<T> {
  if (source.from !== "assets") return source;
  return {
    from: "assets",
    assets: source.assets.map((asset) => [asset.name, evaluate(asset.value, algebra)] as const),
  };
}
