/** The steps for the stack that resources were moved from, in a safe order. */
import type { Removal } from "../domain/removal.ts";
import { visible } from "./quote.ts";

/** Returns the steps, or none if there is nothing to do. */
export function removalSteps({ stack, project, first, commands, kept }: Removal): readonly string[] {
  if (commands.length === 0 && kept.length === 0) return [];
  const steps = [
    ...(first.length > 0 ? [referenceSteps(first)] : []),
    ...(commands.length > 0
      ? [
          ["remove them from its state:", ...commands.map((command) => `  ${command}`)],
          ["remove them from its program; `pulumi preview` should then show no changes"],
        ]
      : []),
  ];
  const numbered = steps.flatMap(([head = "", ...rest], index) => [
    `  ${index + 1}. ${head}`,
    ...rest.map((line) => `   ${line}`),
  ]);
  return [
    "",
    `Stack ${stack} of project ${project} still manages the imported resources. Do this there, in this order.`,
    "If you run `pulumi up` there after removing only the code, it deletes the resources from the cloud.",
    ...numbered,
    ...kept.map(
      ({ urn, because }) =>
        `  Both stacks manage ${visible(urn)}, because its child ${visible(because)} was not imported.`,
    ),
  ];
}

function referenceSteps(first: Removal["first"]): readonly string[] {
  return [
    "in its program, replace these references with literal values, and run `pulumi up`:",
    ...first.map(({ urn, refersTo }) => `  ${visible(urn)} refers to ${visible(refersTo)}`),
  ];
}
