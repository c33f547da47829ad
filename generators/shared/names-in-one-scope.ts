/** Names of programs whose resources, configuration values, and function results share one scope. */
import type { CallExpression } from "../../src/ir/expression.ts";
import type { ConfigNode, Program } from "../../src/ir/program.ts";
import { inputCalls } from "../../src/ir/walk.ts";
import { heldVariables, heldWords } from "./held.ts";
import { nameTable } from "./names.ts";

export interface NamesInOneScope {
  readonly resources: ReadonlyMap<string, string>;
  readonly config: ReadonlyMap<string, string>;
  /** The variables for function results, by `callKey`. Each function is called once for each provider. */
  readonly calls: ReadonlyMap<string, string>;
  /** The names of the outputs of the stack, by output. */
  readonly outputs: ReadonlyMap<string, string>;
}

export interface ScopeRules {
  readonly reserved: readonly string[];
  readonly isValid: (name: string) => boolean;
  /** The maximum length of a name. Omitted if names can have any length. */
  readonly longest?: number;
  /** Returns the preferred name of a configuration value, or undefined if the program reads it by its key. */
  readonly configName: (node: ConfigNode) => string | undefined;
}

/** Chooses all names in this order: resources whose logical names are valid and free, other resources, configuration, function results, outputs. */
export function namesInOneScope(
  program: Program,
  { reserved, isValid, longest, configName }: ScopeRules,
): NamesInOneScope {
  const table = nameTable([...reserved, ...heldWords(program)]);
  const take = (name: string) => table.take(name.slice(0, longest));
  const resources = new Map<string, string>(heldVariables(program));
  const taken = new Set<string>(resources.values());
  for (const { id, logicalName } of program.resources) {
    if (!isValid(logicalName) || taken.has(logicalName)) continue;
    taken.add(logicalName);
    resources.set(id, table.take(logicalName));
  }
  for (const { id } of program.resources) {
    if (!resources.has(id)) resources.set(id, take(id));
  }
  const config = new Map(
    program.config.map((node) => {
      const name = configName(node);
      return [node.key, name === undefined ? node.key : table.take(name)];
    }),
  );
  const calls = new Map([...callsIn(program)].map(([key, call]) => [key, take(callWord(call))]));
  const outputs = new Map(
    (program.outputs ?? []).map(({ name }) => [name, take(isValid(name) ? name : "stackOutput")]),
  );
  return { resources, config, calls, outputs };
}

/** Returns a key for a function call. Calls of a function with the same provider have the same key. */
export function callKey({ function: { token }, provider }: CallExpression): string {
  return JSON.stringify([token, provider]);
}

/** Returns the first call for each `callKey`, in program order. */
export function callsIn(program: Program): ReadonlyMap<string, CallExpression> {
  const calls = new Map<string, CallExpression>();
  for (const call of program.resources.flatMap(inputCalls)) {
    const key = callKey(call);
    if (!calls.has(key)) calls.set(key, call);
  }
  return calls;
}

/** Returns the preferred variable name of a function result: `getCallerIdentity` -> `callerIdentity`. Contains letters, digits, and `_` only. */
function callWord({ function: { member } }: CallExpression): string {
  const word = member.replace(/^(get|list)/, "").replace(/[^A-Za-z0-9_]/g, "_");
  const name = word.slice(0, 1).toLowerCase() + word.slice(1);
  return /^[A-Za-z]/.test(name) ? name : `call${name}`;
}
