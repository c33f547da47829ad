/**
 * The steps of a person in the Terraform project that resources came from, in the order in which it is safe.
 */
import type { TerraformRemoval } from "../domain/terraform-removal.ts";
import { visible } from "./visible.ts";

/** Lines for the end of the screen; none when there is nothing to do there. */
export function terraformSteps({ file, first, commands, removed, withoutBlock }: TerraformRemoval): readonly string[] {
  if (commands.length === 0) return [];
  const steps = [
    ...(first.length > 0
      ? [
          [
            "let its configuration set these values itself in place of the references, and run `terraform apply`:",
            ...first.map(({ address, needs }) => `  ${visible(address)} needs ${visible(needs)}`),
          ],
        ]
      : []),
    ["take them out of its state:", ...commands.map((command) => `  ${visible(command)}`)],
    ["take them out of its configuration; then `terraform plan` there is silent about them"],
  ];
  const numbered = steps.flatMap(([head = "", ...rest], index) => [
    `  ${index + 1}. ${head}`,
    ...rest.map((line) => `   ${line}`),
  ]);
  return [
    "",
    `Terraform still manages what was imported from ${visible(file)}.`,
    "Do this there, in this order. A `terraform apply` without the resources in its",
    "configuration, but with them in its state, deletes them in the cloud:",
    ...numbered,
    ...blockLines(removed, withoutBlock),
  ];
}

/** Terraform 1.7 and newer forget by blocks, which also a run that nobody watches can apply. */
function blockLines(removed: readonly string[], withoutBlock: readonly string[]): readonly string[] {
  if (removed.length === 0) return [];
  const others = [
    "  No block can forget one of several instances. Before that apply, run:",
    ...withoutBlock.map((command) => `    ${visible(command)}`),
  ];
  return [
    "  Terraform 1.7 or newer takes them out of its state by these blocks in their",
    "  place, and one `terraform apply`:",
    ...removed.flatMap((block) => block.split("\n").map((line) => `    ${visible(line)}`)),
    ...(withoutBlock.length > 0 ? others : []),
  ];
}
