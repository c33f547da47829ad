/** Resources that the user's code constructs. Their variables are names in the generated program. */
import type { HeldNode, Program, ResourceNode } from "../../src/ir/program.ts";
import { dependencies, isLocalComponent } from "../../src/ir/walk.ts";
import { nameTable } from "./names.ts";

/** Returns the code that refers to each resource, by node id. */
export function heldVariables({ held = [] }: Program): readonly (readonly [id: string, variable: string])[] {
  return held.map(({ id, variable }) => [id, variable]);
}

/** Returns the first identifier of each variable: `network` of `network.vpc`. */
export function heldWords({ held = [] }: Program): readonly string[] {
  return held.map(({ variable }) => /^[^.[(\s]*/.exec(variable)?.[0] ?? variable);
}

/** Returns the program as the body of a function that takes these resources as parameters. Code that is not an identifier gets a parameter name. */
export function withParameters(program: Program): Program {
  if (program.held === undefined) return program;
  const isName = (variable: string): boolean => /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(variable);
  const table = nameTable(program.held.map(({ variable }) => variable).filter(isName));
  const named = (node: HeldNode): HeldNode =>
    isName(node.variable) ? node : { ...node, variable: table.take(node.id) };
  return { ...program, held: program.held.map(named) };
}

/** Returns true if a variable of the user's code has a class of a package. Other variables have the core SDK's class `Resource`. */
export function hasSdkClass(node: HeldNode, { packages }: Program): boolean {
  return !isLocalComponent(node) && packages.has(node.resource.package);
}

/** Returns the arguments that the user's program passes, in parameter order. */
export function heldArguments({ held = [] }: Program): readonly string[] {
  return held.map(({ variable }) => variable);
}

/** The call that loads a file into the user's program. */
export interface LoadingCall {
  readonly name: string;
  readonly args: readonly string[];
  /** The first identifier of each argument. */
  readonly variables: readonly string[];
}

/** Returns the call of a function or class that takes the program's held resources as arguments. */
export function loadingCall(name: string, program: Program): LoadingCall {
  return { name, args: heldArguments(program), variables: heldWords(program) };
}

/** Returns the resources that the nodes refer to, in program order. */
export function heldNodesOf(nodes: readonly ResourceNode[], { held = [] }: Program): readonly HeldNode[] {
  if (held.length === 0) return [];
  const needed = new Set(nodes.flatMap(dependencies));
  return held.filter(({ id }) => needed.has(id));
}
