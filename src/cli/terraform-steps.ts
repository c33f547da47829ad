/** The steps for the Terraform project that resources were imported from, in a safe order. */
import type { TerraformRemoval } from "../domain/terraform-removal.ts";
import { visible } from "./quote.ts";

/** Returns the steps, or none if there is nothing to do. */
export function terraformSteps(removal: TerraformRemoval): readonly string[] {
  const { file, deposed, first, commands, removed, withoutBlock } = removal;
  if (commands.length === 0) return [];
  const steps: readonly Step[] = [
    ...(deposed.length > 0 ? [deletionStep(deposed)] : []),
    ...(first.length > 0 ? [valuesStep(first)] : []),
    { head: ["remove them from its state:"], lines: commands },
    { head: ["remove them from its configuration; `terraform plan` should then show no", "changes"], lines: [] },
  ];
  const numbered = steps.flatMap(({ head: [start = "", ...rest], lines }, index) => [
    `  ${index + 1}. ${start}`,
    ...rest.map((line) => `     ${line}`),
    ...lines.map((line) => `     ${visible(line)}`),
  ]);
  return [
    "",
    `Terraform still manages the resources imported from ${visible(file)}.`,
    "Do this there, in this order. Do not run `terraform apply` in between unless a",
    "step says so: it would delete resources in the cloud, or create them again.",
    ...numbered,
    ...removedBlockLines(removed, withoutBlock),
  ];
}

interface Step {
  /** The sentence of the step, broken into lines. */
  readonly head: readonly string[];
  readonly lines: readonly string[];
}

/** Returns the step that deletes deposed objects, because `terraform state rm` and `removed` blocks only make Terraform forget them. */
function deletionStep(deposed: TerraformRemoval["deposed"]): Step {
  const head = [
    "run `terraform apply`, which deletes these replaced objects. The next steps",
    "would only forget them:",
  ];
  return { head, lines: deposed.map((address) => `  ${address}`) };
}

function valuesStep(first: TerraformRemoval["first"]): Step {
  const head = ["in its configuration, replace these references with literal values, and", "run `terraform apply`:"];
  return { head, lines: first.map(({ address, needs }) => `  ${address} needs ${needs}`) };
}

/** Maximum number of `removed` blocks to show; each has six lines. */
const shownBlocks = 10;

/** Returns `removed` blocks, which are an alternative to the commands. They also work in automation, but need Terraform 1.7 or later. */
function removedBlockLines(removed: readonly string[], withoutBlock: readonly string[]): readonly string[] {
  if (removed.length === 0) return [];
  if (removed.length > shownBlocks) {
    return [
      "  With Terraform 1.7 or later, you can instead replace the resources in the",
      "  configuration with `removed` blocks and run `terraform apply`. To print all",
      "  blocks, run the same command with --json (`terraform.removed`). Resources that",
      "  still need a command are in `terraform.withoutBlock`.",
    ];
  }
  const others = [
    "  No block can remove a single instance. Before that apply, run:",
    ...withoutBlock.map((command) => `     ${visible(command)}`),
  ];
  return [
    "  With Terraform 1.7 or later, you can instead replace the resources in the",
    "  configuration with these blocks and run `terraform apply`:",
    ...removed.flatMap((block) => block.split("\n").map((line) => `     ${visible(line)}`)),
    ...(withoutBlock.length > 0 ? others : []),
  ];
}
