import assert from "node:assert/strict";
import { terraformSteps } from "../../src/cli/terraform-steps.ts";
import type { TerraformRemoval } from "../../src/domain/terraform-removal.ts";

const block = (address: string): string =>
  ["removed {", `  from = ${address}`, "  lifecycle {", "    destroy = false", "  }", "}"].join("\n");

const removal: TerraformRemoval = {
  file: "infra/terraform.tfstate",
  deposed: ["aws_vpc.old"],
  first: [{ address: "aws_subnet.rest", needs: "aws_vpc.old" }],
  commands: ["terraform state rm 'aws_sqs_queue.work[0]'", "terraform state rm aws_vpc.old"],
  removed: [block("aws_vpc.old")],
  withoutBlock: ["terraform state rm 'aws_sqs_queue.work[0]'"],
  leftOut: [],
};

const screen = `
Terraform still manages the resources imported from infra/terraform.tfstate.
Do this there, in this order. Do not run \`terraform apply\` in between unless a
step says so: it would delete resources in the cloud, or create them again.
  1. run \`terraform apply\`, which deletes these replaced objects. The next steps
     would only forget them:
       aws_vpc.old
  2. in its configuration, replace these references with literal values, and
     run \`terraform apply\`:
       aws_subnet.rest needs aws_vpc.old
  3. remove them from its state:
     terraform state rm 'aws_sqs_queue.work[0]'
     terraform state rm aws_vpc.old
  4. remove them from its configuration; \`terraform plan\` should then show no
     changes
  With Terraform 1.7 or later, you can instead replace the resources in the
  configuration with these blocks and run \`terraform apply\`:
     removed {
       from = aws_vpc.old
       lifecycle {
         destroy = false
       }
     }
  No block can remove a single instance. Before that apply, run:
     terraform state rm 'aws_sqs_queue.work[0]'`;

describe("next steps in Terraform", () => {
  it("lists the steps in a safe order, within 80 columns", () => {
    const lines = terraformSteps(removal);
    assert.equal(lines.join("\n"), screen);
    for (const line of lines) assert.ok(line.length <= 80, line);
  });

  it("prints no steps if nothing was imported", () => {
    assert.deepEqual(terraformSteps({ ...removal, commands: [] }), []);
  });

  it("refers to --json if there are many `removed` blocks", () => {
    const removed = Array.from({ length: 11 }, (_, index) => block(`aws_vpc.v${index}`));
    const lines = terraformSteps({ ...removal, removed });
    assert.ok(!lines.some((line) => line.includes("from =")));
    assert.ok(lines.some((line) => line.includes("--json")));
    for (const line of lines) assert.ok(line.length <= 80, line);
  });
});
