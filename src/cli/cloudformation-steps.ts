/** The steps that release imported resources from CloudFormation, in a safe order. */
import type { CloudFormationStack } from "../discovery/inventory/cloudformation-stacks.ts";
import { shellQuote, visible } from "./quote.ts";

/** The maximum number of logical IDs in a step. */
const mostNamed = 8;

/** Returns the steps for each root stack, or none if no object is from a stack. */
export function cloudFormationSteps(stacks: readonly CloudFormationStack[]): readonly string[] {
  const roots = stacks.filter(({ nested }) => nested === undefined);
  return roots.flatMap((root) => {
    const nested = stacks.filter((stack) => stack.nested !== undefined && rootOf(stack, stacks) === root.name);
    const name = shellQuote(visible(root.name));
    const open = [root, ...nested].flatMap(({ resources, retained = [] }) =>
      resources.filter((id) => !retained.includes(id)),
    );
    const steps: readonly (readonly [string, ...string[]])[] = [
      ...(open.length === 0 ? [] : retainSteps(name, open, nested)),
      [
        "Check that the deployed template retains each resource:",
        `aws cloudformation get-template --stack-name ${name}`,
      ],
      ["Delete the stack. The resources stay:", `aws cloudformation delete-stack --stack-name ${name}`],
    ];
    return [
      "",
      `CloudFormation still manages the resources of stack ${visible(root.name)}. After the import,`,
      "do this there, in this order:",
      ...steps.flatMap(([first, ...lines], index) => [
        `  ${index + 1}. ${first}`,
        ...lines.map((line) => `     ${line}`),
      ]),
    ];
  });
}

/** Returns the steps that make the deletion of the stack keep the resources. */
function retainSteps(
  name: string,
  resources: readonly string[],
  nested: readonly CloudFormationStack[],
): readonly (readonly [string, ...string[]])[] {
  const inNested = namedIds(nested.map((stack) => stack.nested?.logicalId ?? stack.name));
  return [
    [
      "In the template, set `DeletionPolicy: Retain` and `UpdateReplacePolicy: Retain`",
      "on each resource (in CDK: `applyRemovalPolicy(RemovalPolicy.RETAIN)`):",
      namedIds(resources),
      ...(nested.length === 0 ? [] : [`also in the templates of its nested stacks: ${inNested}`]),
    ],
    ["Deploy only this change:", `aws cloudformation deploy --stack-name ${name} --template-file TEMPLATE`],
  ];
}

function namedIds(ids: readonly string[]): string {
  const named = ids.slice(0, mostNamed).map(visible).join(", ");
  return ids.length > mostNamed ? `${named}, and ${ids.length - mostNamed} more` : named;
}

function rootOf(stack: CloudFormationStack, stacks: readonly CloudFormationStack[]): string {
  let current: CloudFormationStack | undefined = stack;
  for (let depth = 0; depth < stacks.length && current?.nested !== undefined; depth += 1) {
    const { parent }: NonNullable<CloudFormationStack["nested"]> = current.nested;
    current = stacks.find(({ name }) => name === parent);
  }
  return current?.name ?? stack.name;
}
