/** What printers need to know about stack references. */
import type { Property, ReferenceExpression } from "../../src/ir/expression.ts";
import type { ResourceNode } from "../../src/ir/program.ts";

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
