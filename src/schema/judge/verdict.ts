/**
 * The answer of the judge: shared parts form a tree, so that values of many unions cost no more than their nodes.
 */
import type { Path } from "../../ir/path.ts";
import type { Type } from "../../ir/type.ts";
import type { Value } from "../../value/value.ts";
import { nearestKey } from "../check/nearest-key.ts";
import type { ObjectSchema } from "../types.ts";

type ObjectType = Type & { readonly kind: "object" };
export type Constant = string | number | boolean;

/** Finds the properties of an object type; `undefined`: they are not known here. */
export type FindObject = (type: ObjectType) => ObjectSchema | undefined;

/** Why a value does not fit. */
export type Why =
  | { readonly kind: "missing" }
  /** `near`: the most similar name that is known. */
  | { readonly kind: "unknown property"; readonly near?: string }
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
  /** The most similar name of an unknown property is only looked for in misfits that somebody reads. */
  readonly why?: Exclude<Why, { readonly kind: "unknown property" }> | UnknownProperty;
  /** The parts that do not fit. */
  readonly parts: readonly (readonly [key: string | number, verdict: Verdict])[];
}

interface UnknownProperty {
  readonly kind: "unknown property";
  readonly known: readonly string[];
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
    if (why !== undefined) found.push({ path, why: whyOf(why, path) });
    for (const [key, part] of parts) visit(part, [...path, key]);
  };
  visit(verdict, []);
  return found;
}

function whyOf(why: NonNullable<Verdict["why"]>, path: Path): Why {
  if (why.kind !== "unknown property") return why;
  const near = nearestKey(String(path.at(-1)), why.known);
  return { kind: why.kind, near };
}
