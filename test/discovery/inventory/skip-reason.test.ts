import assert from "node:assert/strict";
import { readInventory } from "../../../src/discovery/inventory/read-inventory.ts";
import { skipReason } from "../../../src/discovery/inventory/skip-reason.ts";

const reasonOf = (record: object): string | undefined => {
  const [object] = readInventory("list", JSON.stringify([record])).objects;
  assert.ok(object !== undefined);
  return skipReason(object);
};

const aws = (rest: string) => `arn:aws:${rest}`;
const azure = (rest: string) => `/subscriptions/12345678-1234-9876-4563-123456789012/resourceGroups/${rest}`;

describe("the reason to skip an object of an inventory", () => {
  for (const [record, expected] of [
    [{ Arn: aws("s3:::a"), Tags: [{ Key: "aws:cloudformation:stack-name", Value: "shop" }] }, "cloudformation"],
    [{ Arn: aws("s3:::a"), Tags: [{ Key: "Terraform", Value: "true" }] }, "terraform"],
    [{ Arn: aws("s3:::a"), Tags: [{ Key: "managed-by", Value: "terraform" }] }, "terraform"],
    [{ Arn: aws("s3:::a"), Tags: [{ Key: "ManagedBy", Value: "OpenTofu" }] }, "terraform"],
    [{ Arn: aws("s3:::a"), Tags: [{ Key: "ManagedBy", Value: "platform team" }] }, undefined],
    [{ Arn: aws("s3:::terraform-state") }, undefined],
    [{ Arn: aws("s3:::a"), Tags: [{ Key: "managed-by", Value: "pulumi" }] }, "pulumi"],
    [{ Arn: aws("ec2:eu-west-1:1:instance/i-1"), Tags: [{ Key: "aws:autoscaling:groupName", Value: "w" }] }, "service"],
    [{ Arn: aws("rds:eu-west-1:1:pg:default.postgres16") }, "default"],
    [{ Arn: aws("rds:eu-west-1:1:og:default:mysql-8-0") }, "default"],
    [{ Arn: aws("elasticache:eu-west-1:1:parametergroup:default.redis7") }, "default"],
    [{ Arn: aws("rds:eu-west-1:1:pg:my-default.group") }, undefined],
    [{ Arn: aws("kms:eu-west-1:1:alias/aws/s3") }, "default"],
    [{ Arn: aws("iam::123456789012:role/aws-service-role/rds.amazonaws.com/AWSServiceRoleForRDS") }, "service"],
    [{ Arn: aws("iam::aws:policy/AdministratorAccess") }, "default"],
    [{ Arn: aws("ec2:eu-west-1:1:snapshot/snap-1") }, "ephemeral"],
    [{ Arn: aws("rds:eu-west-1:1:snapshot:rds:shop-2026") }, "ephemeral"],
    [{ Arn: aws("ecs:eu-west-1:1:task/shop/1a2b") }, "ephemeral"],
    [{ Arn: aws("ecs:eu-west-1:1:task-definition/web:1") }, undefined],
    [{ Arn: aws("ec2:eu-west-1:1:vpc/vpc-1"), configuration: { isDefault: true } }, "default"],
    [{ id: azure("MC_shop_prod_westeurope/providers/Microsoft.Compute/disks/d") }, "service"],
    [{ id: azure("shop/providers/Microsoft.Compute/snapshots/s") }, "ephemeral"],
    [{ id: azure("shop/providers/Microsoft.Network/loadBalancers/l"), managedBy: azure("aks") }, "service"],
    [
      {
        id: azure("shop/providers/Microsoft.Compute/disks/d"),
        type: "Microsoft.Compute/disks",
        managedBy: azure("vm"),
      },
      undefined,
    ],
    [{ name: "//compute.googleapis.com/projects/shop/global/networks/default" }, "default"],
    [{ name: "//compute.googleapis.com/projects/shop/global/networks/default-web" }, undefined],
    [{ name: "//compute.googleapis.com/projects/shop/global/snapshots/s" }, "ephemeral"],
    [
      { name: "//compute.googleapis.com/projects/shop/zones/z/instances/i", labels: { "goog-gke-node": "" } },
      "service",
    ],
    [
      {
        LogicalResourceId: "A",
        PhysicalResourceId: "a",
        ResourceType: "AWS::S3::Bucket",
        Tags: [{ Key: "aws:cloudformation:stack-name", Value: "shop" }],
      },
      undefined,
    ],
  ] as const)
    it(`is ${expected ?? "absent"} for ${JSON.stringify(record).slice(0, 110)}`, () =>
      assert.equal(reasonOf(record), expected));
});
