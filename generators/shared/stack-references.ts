/** What printers need to know about stack references and stack outputs. */
import { invariant } from "../../src/domain/errors.ts";
import type { Property, ReferenceExpression } from "../../src/ir/expression.ts";
import type { OutputNode, ResourceNode } from "../../src/ir/program.ts";

/** Returns the name of the referenced stack, or undefined if it is the logical name, which SDKs use by default. */
export function setStackName({ inputs, logicalName }: ResourceNode): string | undefined {
  const value = inputs.find(({ name }) => name === "name")?.value;
  return value?.kind === "string" && value.value !== logicalName ? value.value : undefined;
}

/** Returns the inputs that a program sets: those of the node, except the name of a stack that is the logical name. */
export function inputsToSet(node: ResourceNode): readonly Property[] {
  return node.kind === "stack" && setStackName(node) === undefined ? [] : node.inputs;
}

/** Returns the name of the output that the reference reads from another stack. Returns undefined for other references. */
export function stackOutputName({ isStackOutput, path }: ReferenceExpression): string | undefined {
  return isStackOutput === true ? String(path[1]) : undefined;
}

/** Returns the node that an output of the stack refers to. `checkProgram` rejects programs without it. */
export function nodeOfOutput({ value }: OutputNode, nodes: ReadonlyMap<string, ResourceNode>): ResourceNode {
  const node = nodes.get(value.node);
  invariant(node !== undefined, "an output refers to a resource of the program");
  return node;
}
