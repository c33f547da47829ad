/**
 * The steps of a person in the stack that resources came from, in the order in which it is safe.
 */
import type { Removal } from "../domain/removal.ts";
import { visible } from "./visible.ts";

/** Lines for the end of the screen; none when there is nothing to do there. */
export function removalSteps({ stack, project, first, commands, kept }: Removal): readonly string[] {
  if (commands.length === 0 && kept.length === 0) return [];
  const steps = [
    ...(first.length > 0 ? [referenceSteps(first)] : []),
    ...(commands.length > 0
      ? [
          ["take them out of its state:", ...commands.map((command) => `  ${command}`)],
          ["take them out of its program; then `pulumi preview` there finds nothing to change"],
        ]
      : []),
  ];
  const numbered = steps.flatMap(([head = "", ...rest], index) => [
    `  ${index + 1}. ${head}`,
    ...rest.map((line) => `   ${line}`),
  ]);
  return [
    "",
    `Stack ${stack} of project ${project} still manages what was imported. Do this there, in this order;`,
    "a `pulumi up` there without the resources in its program, but with them in its state, deletes them in the cloud:",
    ...numbered,
    ...kept.map(
      ({ urn, because }) =>
        `  Both stacks manage ${visible(urn)}: ${visible(because)} hangs below it there and was not imported.`,
    ),
  ];
}

function referenceSteps(first: Removal["first"]): readonly string[] {
  return [
    "let its program say these values itself in place of the references, and run `pulumi up`:",
    ...first.map(({ urn, refersTo }) => `  ${visible(urn)} refers to ${visible(refersTo)}`),
  ];
}
