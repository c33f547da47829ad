/** Function calls in languages that store each result in a variable, once for each function and provider. */
import type { CallExpression } from "../../src/ir/expression.ts";
import type { Program } from "../../src/ir/program.ts";
import { inputCalls } from "../../src/ir/walk.ts";

/** The names of a program whose resources, configuration values, and call results share one scope. */
export interface NamesInOneScope {
  readonly resources: ReadonlyMap<string, string>;
  readonly config: ReadonlyMap<string, string>;
  /** Variables of call results, by `callKey`. */
  readonly calls: ReadonlyMap<string, string>;
}

/** Returns the same key for all calls of a function with the same provider. */
export function callKey({ function: { token }, provider }: CallExpression): string {
  return JSON.stringify([token, provider]);
}

/** Returns the first call for each key, in program order. */
export function callsIn(program: Program): ReadonlyMap<string, CallExpression> {
  const calls = new Map<string, CallExpression>();
  for (const call of program.resources.flatMap(inputCalls)) {
    const key = callKey(call);
    if (!calls.has(key)) calls.set(key, call);
  }
  return calls;
}

/** Returns the preferred variable name: `getCallerIdentity` -> `callerIdentity`. Contains letters, digits, and `_` only. */
export function callWord({ function: { member } }: CallExpression): string {
  const word = member.replace(/^(get|list)/, "").replace(/[^A-Za-z0-9_]/g, "_");
  const name = word.slice(0, 1).toLowerCase() + word.slice(1);
  return /^[A-Za-z]/.test(name) ? name : `call${name}`;
}
