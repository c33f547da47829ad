/** Samples of listings, as the commands print them. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { readInventory } from "../../../src/discovery/inventory/read-inventory.ts";
import { cloudTypeOf } from "../../../src/import-ids/cloud-type.ts";

const arn = "arn:aws:ec2:eu-west-1:123456789012:vpc/vpc-0a1b2c3d4e5f60718";
const azureId =
  "/subscriptions/12345678-1234-9876-4563-123456789012/resourceGroups/shop/providers/Microsoft.Network/virtualNetworks/hub";
const asset = "//compute.googleapis.com/projects/shop-dev/zones/europe-west1-b/instances/web-1";

const samples: readonly (readonly [title: string, text: string, expected: readonly string[]])[] = [
  [
    "aws resourcegroupstaggingapi get-resources",
    JSON.stringify({ ResourceTagMappingList: [{ ResourceARN: arn, Tags: [{ Key: "Name", Value: "hub" }] }] }),
    [`${arn} arn:ec2:vpc hub`],
  ],
  [
    "aws resource-explorer-2 search",
    JSON.stringify({
      Count: { Complete: true, TotalResources: 1 },
      Resources: [
        { Arn: arn, OwningAccountId: "123456789012", Region: "eu-west-1", ResourceType: "ec2:vpc", Service: "ec2" },
      ],
      ViewArn: "arn:aws:resource-explorer-2:eu-west-1:123456789012:view/all/1a2b3c4d",
    }),
    [`${arn} ec2:vpc `],
  ],
  [
    "aws configservice list-discovered-resources",
    JSON.stringify({
      resourceIdentifiers: [{ resourceType: "AWS::S3::Bucket", resourceId: "logs", resourceName: "logs" }],
    }),
    ["logs AWS::S3::Bucket logs"],
  ],
  [
    "aws configservice select-resource-config",
    JSON.stringify({
      Results: [JSON.stringify({ arn, resourceId: "vpc-0a1b2c3d4e5f60718", resourceType: "AWS::EC2::VPC" })],
      QueryInfo: { SelectFields: [{ Name: "arn" }] },
    }),
    [`${arn} AWS::EC2::VPC `],
  ],
  [
    "aws cloudformation describe-stack-resources",
    JSON.stringify({
      StackResources: [
        {
          StackName: "shop",
          StackId: "arn:aws:cloudformation:eu-west-1:123456789012:stack/shop/1a2b3c4d",
          LogicalResourceId: "Covers",
          PhysicalResourceId: "shop-covers-1abcd2efgh3ij",
          ResourceType: "AWS::S3::Bucket",
          ResourceStatus: "CREATE_COMPLETE",
          DriftInformation: { StackResourceDriftStatus: "NOT_CHECKED" },
        },
      ],
    }),
    ["shop-covers-1abcd2efgh3ij AWS::S3::Bucket Covers"],
  ],
  [
    "az resource list",
    JSON.stringify([
      {
        id: azureId,
        name: "hub",
        type: "Microsoft.Network/virtualNetworks",
        location: "westeurope",
        tags: null,
        sku: null,
      },
    ]),
    [`${azureId} Microsoft.Network/virtualNetworks hub`],
  ],
  [
    "az graph query",
    JSON.stringify({
      count: 1,
      data: [{ id: azureId, name: "hub", type: "microsoft.network/virtualnetworks", tags: { env: "prod" } }],
      skip_token: null,
      total_records: 1,
    }),
    [`${azureId} microsoft.network/virtualnetworks hub`],
  ],
  [
    "gcloud asset search-all-resources",
    JSON.stringify([
      {
        additionalAttributes: { internalIPs: ["10.0.0.2"] },
        assetType: "compute.googleapis.com/Instance",
        displayName: "web-1",
        name: asset,
        project: "projects/1234567890",
        labels: { env: "dev" },
      },
    ]),
    [`${asset} compute.googleapis.com/Instance web-1`],
  ],
  [
    "gcloud compute instances list",
    JSON.stringify([
      {
        id: "1234567890123456789",
        kind: "compute#instance",
        name: "web-1",
        selfLink: "https://www.googleapis.com/compute/v1/projects/shop-dev/zones/europe-west1-b/instances/web-1",
      },
    ]),
    [
      "https://www.googleapis.com/compute/v1/projects/shop-dev/zones/europe-west1-b/instances/web-1 compute#instance web-1",
    ],
  ],
  [
    "pulumi insights resource search",
    JSON.stringify({
      aggregations: {},
      pagination: { cursor: "" },
      resources: [{ id: "logs", name: "logs", package: "aws", type: "aws:s3/bucket:Bucket", urn: "" }],
      total: 1,
    }),
    ["logs aws:s3/bucket:Bucket logs"],
  ],
  [
    "terraform query -json",
    [
      { "@level": "info", "@message": "Terraform 1.14.0", type: "version" },
      { "@level": "info", "@message": "list.aws_s3_bucket.all: Starting query", type: "list_start" },
      {
        "@level": "info",
        "@message": "list.aws_s3_bucket.all: Result found",
        type: "list_resource_found",
        list_resource_found: {
          address: "list.aws_s3_bucket.all",
          display_name: "logs",
          identity: { account_id: "123456789012", bucket: "logs", region: "eu-west-1" },
          resource_type: "aws_s3_bucket",
        },
      },
    ]
      .map((line) => JSON.stringify(line))
      .join("\n"),
    ["logs aws_s3_bucket logs"],
  ],
  ["a spreadsheet", "Name,Region,ARN\nhub,eu-west-1,ARN\n".replace(/ARN\n$/, `${arn}\n`), [`${arn} arn:ec2:vpc hub`]],
  ["psql --csv", "database,name,owner\nshop,public,postgres\n", ["public  public"]],
  ["rabbitmqctl list_queues name vhost, as text", "name\tvhost\norders\tshop\n", ["orders  orders"]],
  ["a list of ARNs", `${arn}\n\n`, [`${arn} arn:ec2:vpc `]],
  [
    "an object without a list",
    JSON.stringify({ id: azureId, name: "hub" }),
    [`${azureId} azure:Microsoft.Network:virtualNetworks hub`],
  ],
];

describe("reading an inventory", () => {
  for (const [title, text, expected] of samples)
    it(`recognizes the identity, the type, and the name in ${title}`, () => {
      const { objects, problems } = readInventory("list", text);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        objects.map((object) => `${object.identity} ${object.typeName ?? cloudTypeOf(object).label} ${object.name}`),
        expected,
      );
    });

  it("reads tags from lists, maps, and Google's labels", () => {
    const text = JSON.stringify([
      { Arn: arn, Tags: [{ Key: "env", Value: "prod" }] },
      { id: azureId, tags: { env: "prod" } },
      { name: asset, labels: { env: "prod" } },
    ]);
    assert.deepEqual(
      readInventory("list", text).objects.map(({ tags }) => tags.get("env")),
      ["prod", "prod", "prod"],
    );
  });

  it("takes an object with an identity as the item, even if it contains lists", () => {
    const text = JSON.stringify({ Arn: arn, Tags: [{ Key: "app", Value: "shop" }], Zones: [] });
    for (const document of [text, `${text}\n`, `[${text}]`])
      assert.deepEqual(
        readInventory("one.jsonl", document).objects.map(({ identity }) => identity),
        [arn],
      );
  });

  it("reads each page of JSON lines, ARNs on one line, and IDs without a header", () => {
    const page = (name: string) => JSON.stringify({ Resources: [{ Arn: `${arn}${name}` }], Next: name });
    for (const [text, expected] of [
      [`${page("1")}\n${page("2")}`, [`${arn}1`, `${arn}2`]],
      [`${arn}\t${arn}2\n`, [arn, `${arn}2`]],
      ["arn:aws:s3:::a,b\narn:aws:s3:::c\n", ["arn:aws:s3:::a,b", "arn:aws:s3:::c"]],
      ["orders\ninvoices\n", ["orders", "invoices"]],
      ["name\norders\n", ["orders"]],
    ] as const)
      assert.deepEqual(
        readInventory("list", text).objects.map(({ identity }) => identity),
        expected,
        text,
      );
  });

  for (const text of [
    "An error occurred (ExpiredToken) when calling the GetResources operation\n",
    "An error occurred (ExpiredToken), see the log\n",
    "null",
    '"x"',
    "---\nname: //storage.googleapis.com/b\n",
    '{"Arn": "a"}\n{"Arn": "b"}\n{"Arn": "c",}\n',
    '[{"Arn": "a\\u001b"}]',
  ])
    it(`rejects ${JSON.stringify(text)} with a position`, () => {
      const { objects, problems } = readInventory("list", text);
      assert.deepEqual([objects, problems.length], [[], 1]);
      if (text.includes("c")) assert.ok((problems[0]?.line ?? 0) >= 1);
      if (text.startsWith("{")) assert.equal(problems[0]?.line, 3);
    });

  it("reads tags in CSV", () => {
    const [object] = readInventory("list.csv", `arn,tags\n${arn},"{""env"":""prod""}"\n`).objects;
    assert.equal(object?.tags.get("env"), "prod");
  });

  it("reads quoted CSV fields, and keeps the first line of each object", () => {
    const { objects } = readInventory("list.csv", '\ufeffname,note\n"a, b","two\nlines"\nc,\n');
    assert.deepEqual(
      objects.map(({ identity, where }) => [identity, where.line]),
      [
        ["a, b", 2],
        ["c", 4],
      ],
    );
  });

  it("reads any text without a crash, and reports every problem with a position", () => {
    const any = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.array(fc.array(fc.string())).map((rows) => rows.map((row) => row.join(",")).join("\n")),
    );
    fc.assert(
      fc.property(any, (text) => {
        const { objects, problems } = readInventory("list", text);
        assert.ok(objects.every(({ identity }) => identity !== "" && !/[\p{Cc}\p{Cs}]/u.test(identity)));
        assert.ok(problems.every(({ line, column, message }) => line >= 1 && column >= 1 && message !== ""));
      }),
    );
  });
});
