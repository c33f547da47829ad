/**
 * The steps of a person in the Terraform project that resources came from, in the order in which it is safe.
 */
import type { TerraformRemoval } from "../domain/terraform-removal.ts";
import { visible } from "./visible.ts";

/** Lines for the end of the screen; none when there is nothing to do there. */
export function terraformSteps(removal: TerraformRemoval): readonly string[] {
  const { file, deposed, first, commands, removed, withoutBlock } = removal;
  if (commands.length === 0) return [];
  const steps: readonly Step[] = [
    ...(deposed.length > 0 ? [deletionStep(deposed)] : []),
    ...(first.length > 0 ? [valuesStep(first)] : []),
    { head: ["take them out of its state:"], lines: commands },
    { head: ["take them out of its configuration; then `terraform plan` there is silent", "about them"], lines: [] },
  ];
  const numbered = steps.flatMap(({ head: [start = "", ...rest], lines }, index) => [
    `  ${index + 1}. ${start}`,
    ...rest.map((line) => `     ${line}`),
    ...lines.map((line) => `     ${visible(line)}`),
  ]);
  return [
    "",
    `Terraform still manages what was imported from ${visible(file)}.`,
    "Do this there, in this order. Until the last step is done, a `terraform apply`",
    "that no step names deletes resources in the cloud, or makes them a second time:",
    ...numbered,
    ...removedBlockLines(removed, withoutBlock),
  ];
}

interface Step {
  /** Sentence of the step, cut for a narrow screen. */
  readonly head: readonly string[];
  readonly lines: readonly string[];
}

/** Both `terraform state rm` and a block forget an object that waits for its deletion, so that nobody deletes it. */
function deletionStep(deposed: TerraformRemoval["deposed"]): Step {
  const head = ["run `terraform apply`: it deletes what it replaced before, which the next", "steps would forget:"];
  return { head, lines: deposed.map((address) => `  ${address}`) };
}

function valuesStep(first: TerraformRemoval["first"]): Step {
  const head = [
    "let its configuration set these values itself in place of the references,",
    "and run `terraform apply`:",
  ];
  return { head, lines: first.map(({ address, needs }) => `  ${address} needs ${needs}`) };
}

/** Of more blocks than that a screen shows none: each has six lines. */
const shownBlocks = 10;

/** Terraform 1.7 and newer forget by blocks, which also a run that nobody watches can apply. */
function removedBlockLines(removed: readonly string[], withoutBlock: readonly string[]): readonly string[] {
  if (removed.length === 0) return [];
  if (removed.length > shownBlocks) {
    return [
      "  Terraform 1.7 or newer takes them out of its state by `removed` blocks in",
      "  their place, and one `terraform apply`. The same command with --json prints",
      "  all blocks (`terraform.removed`), and the commands for what no block can",
      "  forget (`terraform.withoutBlock`).",
    ];
  }
  const others = [
    "  No block can forget one of several instances. Before that apply, run:",
    ...withoutBlock.map((command) => `     ${visible(command)}`),
  ];
  return [
    "  Terraform 1.7 or newer takes them out of its state by these blocks in their",
    "  place in the configuration, and one `terraform apply`:",
    ...removed.flatMap((block) => block.split("\n").map((line) => `     ${visible(line)}`)),
    ...(withoutBlock.length > 0 ? others : []),
  ];
}
