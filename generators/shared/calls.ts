/**
 * Calls of functions in languages that keep an answer in a variable: one for each function, by the provider that answers.
 */
import type { CallExpression } from "../../src/ir/expression.ts";
import type { Program } from "../../src/ir/program.ts";
import { inputCalls } from "../../src/ir/walk.ts";

/** The names of a program whose resources, values and answers share one scope. */
export interface NamesInOneScope {
  /** By node id. */
  readonly resources: ReadonlyMap<string, string>;
  /** By configuration key. */
  readonly config: ReadonlyMap<string, string>;
  /** Variables that hold answers of functions, by `callKey`. */
  readonly calls: ReadonlyMap<string, string>;
}

/** The same for all calls of a function by one provider. */
export function callKey({ function: { token }, provider }: CallExpression): string {
  return JSON.stringify([token, provider]);
}

/** By key, the first call of each, in the order of the program. */
export function callsIn(program: Program): ReadonlyMap<string, CallExpression> {
  const calls = new Map<string, CallExpression>();
  for (const call of program.resources.flatMap(inputCalls)) {
    const key = callKey(call);
    if (!calls.has(key)) calls.set(key, call);
  }
  return calls;
}

/** The preferred variable: `getCallerIdentity` -> `callerIdentity`. Letters, digits and `_`. */
export function callWord({ function: { member } }: CallExpression): string {
  const word = member.replace(/^(get|list)/, "").replace(/[^A-Za-z0-9_]/g, "_");
  const name = word.slice(0, 1).toLowerCase() + word.slice(1);
  return /^[A-Za-z]/.test(name) ? name : `call${name}`;
}
