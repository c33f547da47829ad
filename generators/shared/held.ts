/** Held resources: resources that the user's code constructs, and that the generated program refers to by the user's variables. */
import type { HeldNode, Program, ResourceNode } from "../../src/ir/program.ts";
import { dependencies, isLocalComponent } from "../../src/ir/walk.ts";
import { nameTable } from "./names.ts";

/** Returns the node id of each resource of the user's code, with the code that refers to it: `network.vpc`. */
export function heldVariables({ held = [] }: Program): readonly (readonly [id: string, variable: string])[] {
  return held.map(({ id, variable }) => [id, variable]);
}

/** Returns the first identifier of the code that refers to each resource of the user's code: `network` of `network.vpc`. */
export function heldWords({ held = [] }: Program): readonly string[] {
  return held.map(({ variable }) => /^[^.[(\s]*/.exec(variable)?.[0] ?? variable);
}

/** Returns the program as the body of a function with a parameter for each resource of the user's code. `network.vpc` gets a new name. */
export function withParameters(program: Program): Program {
  if (program.held === undefined) return program;
  const isName = (variable: string): boolean => /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(variable);
  const table = nameTable(program.held.map(({ variable }) => variable).filter(isName));
  const named = (node: HeldNode): HeldNode =>
    isName(node.variable) ? node : { ...node, variable: table.take(node.id) };
  return { ...program, held: program.held.map(named) };
}

/** Returns true if an SDK has the class of a resource of the user's code. If not, the resource's parameter has the core SDK's class `Resource`. */
export function hasSdkClass(node: HeldNode, { packages }: Program): boolean {
  return !isLocalComponent(node) && packages.has(node.resource.package);
}

/** Returns the arguments that the user's program passes to the printed function or class, in parameter order. */
export function heldArguments({ held = [] }: Program): readonly string[] {
  return held.map(({ variable }) => variable);
}

/** The call of a printed file's function or class in the user's program. */
export interface LoadingCall {
  readonly name: string;
  readonly args: readonly string[];
  /** The first identifier of each argument. */
  readonly variables: readonly string[];
}

/** Returns the call of a function or class that takes resources of the user's code as arguments. */
export function loadingCall(name: string, program: Program): LoadingCall {
  return { name, args: heldArguments(program), variables: heldWords(program) };
}

/** Returns the resources of the user's code that the nodes refer to, in program order. */
export function heldNodesOf(nodes: readonly ResourceNode[], { held = [] }: Program): readonly HeldNode[] {
  if (held.length === 0) return [];
  const needed = new Set(nodes.flatMap(dependencies));
  return held.filter(({ id }) => needed.has(id));
}
