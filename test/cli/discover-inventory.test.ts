/** `imp discover --from` finds the types and IDs of an inventory with Read. */
import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { entriesOf } from "./discover.ts";

interface Cloud {
  readonly objects: Readonly<Record<string, { readonly arn?: string }>>;
}

interface InventoryDocument {
  readonly found: number;
  readonly resources: number;
  readonly leftOut?: Readonly<Record<string, number>>;
  readonly ids?: readonly { readonly kind: string; readonly proven: number; readonly attempts: readonly object[] }[];
}

describe("imp discover --from with an inventory", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(async () => {
    await project.assertTidy();
    await project.remove();
  });

  /** Returns the objects of the cloud that have ARNs, as `type id` by ARN. */
  const arns = (): ReadonlyMap<string, string> => {
    const { objects } = project.json("../cloud.json") as Cloud;
    return new Map(
      Object.entries(objects).flatMap(([key, { arn }]) => {
        const [, type = "", id = ""] = key.split("|");
        // The ID of a queue is a URL, which its ARN does not show.
        return arn === undefined || arn.includes(":queue:") ? [] : [[arn, `${type} ${id}`] as const];
      }),
    );
  };
  const listing = (names: Iterable<string>): string =>
    JSON.stringify({
      ResourceTagMappingList: [...names].map((arn) => ({ ResourceARN: arn, Tags: [] })),
      PaginationToken: "",
    });
  const found = () => entriesOf(project).map(({ type, id }) => `${type} ${id}`);
  const discover = (words: readonly string[]) => project.imp(["discover", "simcloud", ...words]);

  it("finds types and import IDs by ARN, and needs one Read per object with the learned forms", async () => {
    const expected = arns();
    assert.ok(expected.size >= 5, `${expected.size} objects have ARNs`);
    project.write("list.json", listing(expected.keys()));
    const ran = await exitsWith(0, discover(["--from", "list.json"]));
    assert.deepEqual(found().toSorted(), [...expected.values()].toSorted(), showRun(ran));
    const before = project.calls().filter((method) => method === "Read").length;
    await exitsWith(0, discover(["--from", "list.json"]));
    const reads = project.calls().filter((method) => method === "Read").length - before;
    assert.equal(reads, expected.size, project.read("imp-ids.json"));
    await exitsWith(0, project.run(["imp-found.json", "--exclude", "type=Instance", "--yes"]));
    const again = await exitsWith(0, discover(["--from", "list.json", "--json"]));
    assert.equal((JSON.parse(again.stdout) as InventoryDocument).resources, 1);
  });

  it("reads ARNs from CSV, from JSON lines, and from plain lines", async () => {
    const expected = [...arns().values()].toSorted();
    const names = [...arns().keys()];
    project.write("list.csv", `name;arn\n${names.map((arn) => `"x;y";${arn}`).join("\n")}\n`);
    project.write("lines.jsonl", names.map((arn) => JSON.stringify({ Arn: arn })).join("\n"));
    project.write("plain.txt", `${names.join("\n")}\n`);
    for (const file of ["list.csv", "lines.jsonl", "plain.txt"]) {
      const ran = await exitsWith(0, discover(["--from", file]));
      assert.deepEqual(found().toSorted(), expected, `${file}\n${showRun(ran)}`);
    }
  });

  it("skips objects of other tools and regions with counts, and includes them on request", async () => {
    const [first = "", second = ""] = [...arns().keys()].filter((arn) => arn.includes(":us-east-1:"));
    project.write(
      "list.json",
      JSON.stringify([
        { ResourceARN: first, Tags: [{ Key: "aws:cloudformation:stack-name", Value: "shop" }] },
        { ResourceARN: second, Tags: [{ Key: "ManagedBy", Value: "Terraform" }] },
        { ResourceARN: second.replace("us-east-1", "eu-west-1"), Tags: [] },
      ]),
    );
    const ran = await exitsWith(0, discover(["--from", "list.json"]));
    const text = ran.stdout.replace(/\s+/g, " ");
    assert.match(
      text,
      /Skipped: 1 object managed by CloudFormation \(cloudformation\), 1 object managed by Terraform \(terraform\)\./,
    );
    assert.match(text, /Skipped: 1 object in other regions\. Use --provider-urn/);
    const some = await exitsWith(0, discover(["--from", "list.json", "--include", "terraform", "--json"]));
    const document = JSON.parse(some.stdout) as InventoryDocument;
    assert.deepEqual([document.found, document.leftOut], [1, { cloudformation: 1, region: 1 }]);
    const all = await exitsWith(0, discover(["--from", "list.json", "--all-objects", "--json"]));
    assert.equal((JSON.parse(all.stdout) as InventoryDocument).found, 2);
  });

  it("explains the guesses for objects that Read does not confirm", async () => {
    const [arn = ""] = [...arns().keys()].filter((text) => text.includes(":us-east-1:"));
    project.write("list.json", listing([arn, `${arn}-deleted`]));
    const ran = await exitsWith(3, discover(["--from", "list.json", "--explain-ids"]));
    assert.match(ran.stdout, /1 of 2 objects proven/, showRun(ran));
    assert.match(ran.stdout, /-deleted": not found/);
    assert.match(ran.stdout.replace(/\s+/g, " "), /Read confirmed no type and import ID for 1 object of 1 type/);
    assert.equal(found().length, 1);
  });

  it("writes no import file if the forms of import IDs cannot be written", async () => {
    const [arn = ""] = arns().keys();
    project.write("list.txt", arn);
    const before = project.files();
    const ran = await exitsWith(1, discover(["--from", "list.txt", "--ids", "no/such/ids.json"]));
    assert.match(ran.stderr, /\(DISCOVERY_UNWRITTEN\)[\s\S]*--ids/);
    // The journal stays, so that the next discovery continues.
    assert.deepEqual(
      Object.keys(project.files()).filter((name) => !(name in before)),
      ["imp-found.json.part"],
    );
  });

  it("takes the type from --type, and the ID from Read", async () => {
    const [bucket = ""] = [...arns()]
      .filter(([, key]) => key.startsWith("simcloud:storage/bucket:Bucket"))
      .map(([arn]) => arn);
    project.write("names.csv", `bucket\n${bucket.split(":").at(-1)}\nmissing\n`);
    const ran = await exitsWith(
      3,
      project.imp(["discover", "--from", "names.csv", "--type", "simcloud:storage:Bucket"]),
    );
    assert.deepEqual(found(), [arns().get(bucket)], showRun(ran));
  });

  for (const [title, files, words, code, expected] of [
    [
      "a list without identities",
      { "a.json": '[{"size": 1}]' },
      [],
      "LIST_MALFORMED",
      /a\.json:1:2 .*no field that identifies it/,
    ],
    ["invalid CSV", { "a.csv": 'a,b\n"x,1\n' }, [], "LIST_MALFORMED", /a\.csv:2:1 why Invalid CSV/],
    ["a list of numbers", { "a.json": "[1]" }, [], "LIST_MALFORMED", /a\.json:1:2 why Expected an object/],
    [
      "several lists",
      { "a.json": '{"a": [{"id": "x"}], "b": [{"id": "y"}]}' },
      [],
      "LIST_MALFORMED",
      /No list of objects found/,
    ],
    [
      "an invalid imp-ids.json",
      { "a.json": "[]", "imp-ids.json": '{"ids": [{}]}' },
      [],
      "IDS_MALFORMED",
      /imp-ids\.json/,
    ],
    ["the same file for --ids and --out", { "a.json": "[]" }, ["--ids", "imp-found.json"], "USAGE", /same file/],
    ["an unknown reason", { "a.json": "[]" }, ["--include", "luck"], "USAGE", /--include/],
  ] as const)
    it(`rejects an inventory with ${title}, and writes nothing`, async () => {
      for (const [name, text] of Object.entries(files)) project.write(name, text);
      const before = project.files();
      const ran = await exitsWith(2, discover(["--from", Object.keys(files)[0] ?? "", ...words]));
      assert.match(ran.stderr, new RegExp(`\\(${code}\\)`));
      assert.match(ran.stderr.replace(/\s+/g, " "), expected);
      assert.deepEqual(project.files(), before);
    });

  it("asks for the package if the identities don't show it", async () => {
    project.write("a.csv", "name,vhost\norders,shop\n");
    const ran = await exitsWith(2, project.imp(["discover", "--from", "a.csv"]));
    assert.match(ran.stderr, /\(INVENTORY_WITHOUT_PACKAGE\)[\s\S]*--type/);
  });

  it("imports an inventory directly with imp run --from", async () => {
    const names = [...arns().keys()].filter((arn) => arn.includes(":storage:"));
    project.write("list.json", listing([...names, "arn:sim:storage:::nothing"]));
    await exitsWith(0, project.run(["specs.json", "--only", "type=Vpc", "--yes"]));
    const planned = await exitsWith(3, project.run(["--from", "list.json", "--plan-only", "--json"]));
    const { unidentified } = JSON.parse(planned.stdout) as { readonly unidentified?: unknown };
    assert.deepEqual(unidentified, [{ kind: "arn:storage", identities: ["arn:sim:storage:::nothing"] }]);
    const ran = await exitsWith(3, project.run(["--from", "list.json", "--yes"]));
    assert.match(ran.stdout.replace(/\s+/g, " "), /2 resources: 2 clean/, showRun(ran));
    assert.match(ran.stderr.replace(/\s+/g, " "), /Read confirmed no type and import ID for 1 object/, showRun(ran));
  });

  it("names the ID that Read confirms if an import has the ARN instead of the ID", async () => {
    const [bucket = ""] = [...arns()]
      .filter(([, key]) => key.startsWith("simcloud:storage/bucket:Bucket"))
      .map(([arn]) => arn);
    const ran = await project.imp(["import", "simcloud:storage:Bucket", "covers", bucket, "--yes"]);
    assert.equal(ran.code, 1, showRun(ran));
    const id = arns().get(bucket)?.split(" ")[1] ?? "";
    assert.ok(
      `${ran.stdout}${ran.stderr}`.replace(/\s+/g, " ").includes(`Read finds a resource with the ID "${id}"`),
      showRun(ran),
    );
  });

  describe("of CloudFormation stacks", () => {
    const stackId = (name: string): string => `arn:aws:cloudformation:us-east-1:123456789012:stack/${name}/1a2b3c4d`;
    const resource = (stack: string, logical: string, physical: string, type: string) => ({
      StackName: stack,
      StackId: stackId(stack),
      LogicalResourceId: logical,
      PhysicalResourceId: physical,
      ResourceType: type,
    });
    const stacks = [
      {
        StackResources: [
          resource("shop", "Covers", "bookshop-covers-7f3a", "SIM::Storage::Bucket"),
          resource("shop", "Network", stackId("shop-Network-1ABC"), "AWS::CloudFormation::Stack"),
          resource("shop", "Metadata", "c3d4", "AWS::CDK::Metadata"),
        ],
      },
      { StackResources: [resource("shop-Network-1ABC", "Vpc", "vpc-cbaa8a527bac7177e", "SIM::Network::Vpc")] },
    ];
    const files = ["--from", "shop.json", "--from", "network.json"];
    beforeEach(() => {
      project.write("shop.json", JSON.stringify(stacks[0]));
      project.write("network.json", JSON.stringify(stacks[1]));
    });

    it("takes logical IDs as names, and nested stacks as components", async () => {
      const ran = await exitsWith(0, discover(files));
      assert.deepEqual(
        entriesOf(project).map(({ type, name, id, parent }) => [type, name, id, parent]),
        [
          ["cloudformation:index:NestedStack", "Network", undefined, undefined],
          ["simcloud:network/vpc:Vpc", "Vpc", "vpc-cbaa8a527bac7177e", "Network"],
          ["simcloud:storage/bucket:Bucket", "Covers", "bookshop-covers-7f3a", undefined],
        ],
        showRun(ran),
      );
      assert.match(ran.stdout, /CloudFormation still manages the resources of stack shop\./);
      assert.match(ran.stdout, /DeletionPolicy: Retain[\s\S]*Covers, Vpc[\s\S]*nested stacks: Network/);
      assert.match(ran.stdout, /get-template[\s\S]*aws cloudformation delete-stack --stack-name shop$/m);
      const imported = await exitsWith(0, project.run(["imp-found.json", "--yes"]));
      assert.match(imported.stdout.replace(/\s+/g, " "), /3 resources: 3 clean/, showRun(imported));
      assert.match(
        project.read("index.ts"),
        /new pulumi\.ComponentResource\(\s*"cloudformation:index:NestedStack",\s*"Network"/,
      );
    });

    it("prints the steps after imp run --from, too", async () => {
      await exitsWith(0, project.run(["specs.json", "--only", "type=Queue", "--yes"]));
      const ran = await exitsWith(0, project.run([...files, "--yes", "--json"]));
      const { cloudformation } = JSON.parse(ran.stdout) as {
        readonly cloudformation?: { readonly stacks: readonly object[] };
      };
      assert.deepEqual(cloudformation?.stacks, [
        { name: "shop", resources: ["Covers"] },
        { name: "shop-Network-1ABC", nested: { logicalId: "Network", parent: "shop" }, resources: ["Vpc"] },
      ]);
    });

    it("names only the resources that the template does not retain", async () => {
      project.write(
        "template.yaml",
        "Resources:\n  Covers:\n    Type: AWS::S3::Bucket\n    DeletionPolicy: Retain\n    Properties: {Name: !Ref A}\n  Network:\n    Type: AWS::CloudFormation::Stack\n",
      );
      const ran = await exitsWith(0, discover([...files, "--from", "template.yaml", "--json"]));
      const { cloudformation } = JSON.parse(ran.stdout) as {
        readonly cloudformation: { readonly stacks: readonly { readonly retained?: readonly string[] }[] };
      };
      assert.deepEqual(
        cloudformation.stacks.map(({ retained }) => retained),
        [["Covers"], undefined],
      );
      const text = await exitsWith(0, discover([...files, "--from", "template.yaml"]));
      assert.match(text.stdout, /RemovalPolicy\.RETAIN\)`\):\n {5}Vpc\n/);
      const alone = await exitsWith(2, discover(["--from", "template.yaml"]));
      assert.match(
        alone.stderr.replace(/\s+/g, " "),
        /template\.yaml is a CloudFormation template.*describe-stack-resources/,
      );
    });

    it("omits a component whose resources are excluded", async () => {
      await exitsWith(0, discover([...files, "--exclude", "type=Vpc"]));
      assert.deepEqual(
        entriesOf(project).map(({ name }) => name),
        ["Covers"],
      );
    });
  });
});
