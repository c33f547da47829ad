/**
 * The reason of an outcome as a text that two outcomes share where one explanation is enough for both. Pure.
 */
import type { Outcome } from "../graph.ts";

/** The same for outcomes whose errors differ in their places alone; `undefined` where there is no error. */
export function reasonKey({ error, differences }: Outcome): string | undefined {
  if (error === undefined) return undefined;
  const { what, why, hint } = error.explanation;
  return JSON.stringify([error.code, what, why, hint, differences]);
}
