/**
 * The answer of the judge: shared parts form a tree, so that values of many unions cost no more than their nodes.
 */
import type { Path } from "../../ir/path.ts";
import type { Type } from "../../ir/type.ts";
import type { Value } from "../../value/value.ts";
import type { ObjectSchema } from "../types.ts";

export type ObjectType = Type & { readonly kind: "object" };
export type Constant = string | number | boolean;

/** Finds the properties of an object type; `undefined`: they are not known here. */
export type FindObject = (type: ObjectType) => ObjectSchema | undefined;

/** Why a value does not fit. */
export type Why =
  | { readonly kind: "missing" }
  /** `known`: the names that the object type has. */
  | { readonly kind: "unknown property"; readonly known: readonly string[] }
  /** The constants that it may be. */
  | { readonly kind: "constant"; readonly expected: readonly Constant[] }
  | { readonly kind: "no member"; readonly expected: Type & { readonly kind: "enum" } }
  /** `converts`: Pulumi converts such a value, as the text of a number. */
  | {
      readonly kind: "type";
      readonly expected: Type;
      readonly found: Value["kind"];
      readonly converts: boolean;
    };

/** It fits where there is neither a reason nor a part that does not fit. */
export interface Verdict {
  readonly why?: Why;
  /** The parts that do not fit. */
  readonly parts: readonly (readonly [key: string | number, verdict: Verdict])[];
}

/** A value that does not fit: the path leads from the judged value to it, or to the property that is missing. */
export interface Misfit {
  readonly path: Path;
  readonly why: Why;
}

export const fitting: Verdict = { parts: [] };

export function isFitting({ why, parts }: Verdict): boolean {
  return why === undefined && parts.length === 0;
}

/** The misfits of a verdict, from the outside to the inside, in the value's order; at most `limit`. */
export function misfitsIn(verdict: Verdict, limit: number): readonly Misfit[] {
  const found: Misfit[] = [];
  const visit = ({ why, parts }: Verdict, path: Path): void => {
    if (found.length === limit) return;
    if (why !== undefined) found.push({ path, why });
    for (const [key, part] of parts) visit(part, [...path, key]);
  };
  visit(verdict, []);
  return found;
}
