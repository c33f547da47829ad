/** The result of judging a value against a type, as a tree. Several places in the tree can share a verdict. */

import type { Type } from "../../ir/type.ts";
import type { Path } from "../../value/path.ts";
import type { Value } from "../../value/value.ts";
import { nearestKey } from "../check/nearest-key.ts";
import type { ObjectSchema } from "../types.ts";

type ObjectType = Type & { readonly kind: "object" };
export type Constant = string | number | boolean;

/** Returns the schema of an object type, or undefined if it is unknown. */
export type FindObject = (type: ObjectType) => ObjectSchema | undefined;

export type Why =
  | { readonly kind: "missing" }
  /** `near` is the most similar known name. */
  | { readonly kind: "unknown property"; readonly near?: string }
  | { readonly kind: "constant"; readonly expected: readonly Constant[] }
  | { readonly kind: "no member"; readonly expected: Type & { readonly kind: "enum" } }
  /** `converts` is true if Pulumi would convert the value, for example a number in a string. */
  | {
      readonly kind: "type";
      readonly expected: Type;
      readonly found: Value["kind"];
      readonly converts: boolean;
    };

/** The result for a value. The value fits if `why` is omitted and `parts` is empty. */
export interface Verdict {
  /** Omitted if the value fits, or if only parts of it do not fit. `misfitsIn` adds the name that is most similar to an unknown property. */
  readonly why?: Exclude<Why, { readonly kind: "unknown property" }> | UnknownProperty;
  readonly parts: readonly (readonly [key: string | number, verdict: Verdict])[];
}

interface UnknownProperty {
  readonly kind: "unknown property";
  readonly known: readonly string[];
}

/** A value that does not fit, or a missing property. The path starts at the judged value. */
export interface Misfit {
  readonly path: Path;
  readonly why: Why;
}

export const fitting: Verdict = { parts: [] };

export function isFitting({ why, parts }: Verdict): boolean {
  return why === undefined && parts.length === 0;
}

/** Returns at most `limit` misfits of a verdict, outermost first, in the order of the value. */
export function misfitsIn(verdict: Verdict, limit: number): readonly Misfit[] {
  const misfits: Misfit[] = [];
  const visit = ({ why, parts }: Verdict, path: Path): void => {
    if (misfits.length === limit) return;
    if (why !== undefined) misfits.push({ path, why: misfitReason(why, path) });
    for (const [key, part] of parts) visit(part, [...path, key]);
  };
  visit(verdict, []);
  return misfits;
}

function misfitReason(why: NonNullable<Verdict["why"]>, path: Path): Why {
  if (why.kind !== "unknown property") return why;
  const near = nearestKey(String(path.at(-1)), why.known);
  return { kind: why.kind, near };
}
