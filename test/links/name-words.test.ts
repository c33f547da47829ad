import assert from "node:assert/strict";
import { parsePropertyName, parseTypeName } from "../../src/links/name-words.ts";

describe("words of names", () => {
  for (const [name, stem, suffix] of [
    ["vpcId", "vpc", "id"],
    ["vpcSecurityGroupIds", "vpc security group", "id"],
    ["roleArn", "role", "arn"],
    ["policyArns", "policy", "arn"],
    ["queueUrl", "queue", "url"],
    ["kmsKeyId", "kms key", "id"],
    ["dbClusterIdentifier", "db cluster", "id"],
    ["role", "role", "none"],
    ["subnets", "subnet", "none"],
    ["policies", "policy", "none"],
    ["addresses", "address", "none"],
    ["status", "status", "none"],
    ["s3BucketName", "s3 bucket", "name"],
    ["QUEUE_URL", "queue", "url"],
    ["DBInstanceIdentifier", "db instance", "id"],
    ["subnetIDs", "subnet", "id"],
    ["networkSelfLink", "network", "link"],
    ["name", "", "name"],
    ["id", "", "id"],
    ["-", "", "none"],
  ] as const) {
    it(`splits property ${name} into ${stem || "nothing"} + ${suffix}`, () => {
      const parsed = parsePropertyName(name);
      assert.deepEqual([parsed.stem.join(" "), parsed.suffix], [stem, suffix]);
    });
  }

  for (const [token, words] of [
    ["aws:index/s3Bucket:S3Bucket", "s3 bucket"],
    ["aws:s3/bucketV2:BucketV2", "s3 bucket"],
    ["aws:iam/role:Role", "iam role"],
    ["azure-native:storage/v20230101:StorageAccount", "storage account"],
    ["kubernetes:core/v1:Namespace", "core namespace"],
    ["random:index/randomPet:RandomPet", "random pet"],
    ["simcloud:network:SecurityGroup", "network security group"],
  ] as const) {
    it(`splits type ${token} into ${words}`, () => {
      assert.equal(parseTypeName(token).words.join(" "), words);
    });
  }
});
