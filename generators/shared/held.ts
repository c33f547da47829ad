/**
 * The resources that a person's code constructs: their variables are names of the program, which nothing else may have.
 */
import type { HeldNode, Program, ResourceNode } from "../../src/ir/program.ts";
import { dependencies } from "../../src/ir/walk.ts";
import { nameTable } from "./names.ts";

/** The code for each, by node id. */
export function heldVariables({ held = [] }: Program): readonly (readonly [id: string, variable: string])[] {
  return held.map(({ id, variable }) => [id, variable]);
}

/** The first word of each variable: `network` of `network.vpc`. */
export function heldWords({ held = [] }: Program): readonly string[] {
  return held.map(({ variable }) => /^[^.[(\s]*/.exec(variable)?.[0] ?? variable);
}

/** The program as a function has it that takes them as parameters: each has a name, where the person's code may be a member. */
export function withParameters(program: Program): Program {
  if (program.held === undefined) return program;
  const isName = (variable: string): boolean => /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(variable);
  const table = nameTable(program.held.map(({ variable }) => variable).filter(isName));
  const named = (node: HeldNode): HeldNode =>
    isName(node.variable) ? node : { ...node, variable: table.take(node.id) };
  return { ...program, held: program.held.map(named) };
}

/** The code that a person's program passes for the parameters, in their order. */
export function heldArguments({ held = [] }: Program): readonly string[] {
  return held.map(({ variable }) => variable);
}

/** The call of the function that a file next to a person's program has. */
export interface LoadingCall {
  readonly name: string;
  /** The code that is passed for the parameters. */
  readonly given: readonly string[];
  /** The first word of each. */
  readonly variables: readonly string[];
}

/** Those that nodes refer to, in the order of the program. */
export function heldNodesOf(nodes: readonly ResourceNode[], { held = [] }: Program): readonly HeldNode[] {
  if (held.length === 0) return [];
  const needed = new Set(nodes.flatMap(dependencies));
  return held.filter(({ id }) => needed.has(id));
}
