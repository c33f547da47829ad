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
Terraform still manages what was imported from infra/terraform.tfstate.
Do this there, in this order. Until the last step is done, a \`terraform apply\`
that no step names deletes resources in the cloud, or makes them a second time:
  1. run \`terraform apply\`: it deletes what it replaced before, which the next
     steps would forget:
       aws_vpc.old
  2. let its configuration set these values itself in place of the references,
     and run \`terraform apply\`:
       aws_subnet.rest needs aws_vpc.old
  3. take them out of its state:
     terraform state rm 'aws_sqs_queue.work[0]'
     terraform state rm aws_vpc.old
  4. take them out of its configuration; then \`terraform plan\` there is silent
     about them
  Terraform 1.7 or newer takes them out of its state by these blocks in their
  place in the configuration, and one \`terraform apply\`:
     removed {
       from = aws_vpc.old
       lifecycle {
         destroy = false
       }
     }
  No block can forget one of several instances. Before that apply, run:
     terraform state rm 'aws_sqs_queue.work[0]'`;

describe("next steps in Terraform", () => {
  it("are in a safe order, and fit 80 columns", () => {
    const lines = terraformSteps(removal);
    assert.equal(lines.join("\n"), screen);
    for (const line of lines) assert.ok(line.length <= 80, line);
  });

  it("are omitted if nothing was imported", () => {
    assert.deepEqual(terraformSteps({ ...removal, commands: [] }), []);
  });

  it("refer to a file for many blocks", () => {
    const removed = Array.from({ length: 11 }, (_, index) => block(`aws_vpc.v${index}`));
    const lines = terraformSteps({ ...removal, removed });
    assert.ok(!lines.some((line) => line.includes("from =")));
    assert.ok(lines.some((line) => line.includes("--json")));
    for (const line of lines) assert.ok(line.length <= 80, line);
  });
});
