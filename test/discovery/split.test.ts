import assert from "node:assert/strict";
import {
  crossingProperties,
  parseSplit,
  partFiles,
  type SplitObject,
  splitObjects,
} from "../../src/discovery/split.ts";
import { cloudObjectKey } from "../../src/domain/cloud-object-key.ts";
import { ImpError } from "../../src/domain/errors.ts";
import { mapValue, stringValue, type Value } from "../../src/value/value.ts";

const entry = (
  type: string,
  id: string,
  outputs: Readonly<Record<string, string>> = {},
  tags: Readonly<Record<string, string>> = {},
): SplitObject => {
  const texts = Object.entries(outputs).map(([key, text]): [string, Value] => [key, stringValue(text)]);
  const tagMap = new Map(Object.entries(tags).map(([key, text]): [string, Value] => [key, stringValue(text)]));
  const values = {
    inputs: new Map<string, Value>(),
    outputs: new Map<string, Value>([...texts, ["tags", mapValue(tagMap)]]),
  };
  return { object: { type, id, name: id }, values };
};

const vpc = (id: string, region = "eu-west-1") =>
  entry(
    "aws:ec2/vpc:Vpc",
    id,
    { arn: `arn:aws:ec2:${region}:1:vpc/${id}` },
    { team: id === "vpc-0001" ? "web" : "data" },
  );
const subnet = (id: string, vpcId: string) => entry("aws:ec2/subnet:Subnet", id, { vpcId });
const instance = (id: string, subnetId: string, tags = {}) =>
  entry("aws:ec2/instance:Instance", id, { subnetId }, tags);

const estate = [
  vpc("vpc-0001"),
  vpc("vpc-0002"),
  subnet("subnet-01", "vpc-0001"),
  subnet("subnet-02", "vpc-0002"),
  instance("i-00001", "subnet-01"),
  instance("i-00002", "subnet-02", { team: "web" }),
  entry("aws:s3/bucket:Bucket", "logs-bucket"),
];

const partsOf = (by: string, entries = estate) =>
  Object.fromEntries(
    splitObjects(entries, parseSplit(by)).parts.map(({ name, objects }) => [name, objects.map(({ id }) => id)]),
  );

describe("splitting discovered objects", () => {
  it("puts the objects of each network together, over several references, and the others into `other`", () => {
    assert.deepEqual(partsOf("network"), {
      other: ["logs-bucket"],
      "vpc-0001": ["vpc-0001", "subnet-01", "i-00001"],
      "vpc-0002": ["vpc-0002", "subnet-02", "i-00002"],
    });
    assert.deepEqual(splitObjects(estate, parseSplit("network")).crossing, []);
  });

  it("splits by tag, and lists the references between the parts", () => {
    assert.deepEqual(partsOf("by=tag:team"), {
      data: ["vpc-0002", "subnet-02"],
      other: ["logs-bucket"],
      web: ["vpc-0001", "subnet-01", "i-00001", "i-00002"],
    });
    const { crossing } = splitObjects(estate, parseSplit("tag:team"));
    assert.deepEqual(
      crossing.map(({ from, to, fromPart, toPart }) => [from.id, to.id, fromPart, toPart]),
      [["i-00002", "subnet-02", "web", "data"]],
    );
  });

  it("splits by module and by region", () => {
    assert.deepEqual(Object.keys(partsOf("module")), ["ec2", "s3"]);
    const regions = [vpc("vpc-0001"), vpc("vpc-0003", "us-east-1"), subnet("subnet-03", "vpc-0003")];
    assert.deepEqual(partsOf("region", regions), { "eu-west-1": ["vpc-0001"], "us-east-1": ["vpc-0003", "subnet-03"] });
  });

  it("contains each object once, and objects that could not be read in `other`", () => {
    const unread = { object: { type: "aws:s3/bucket:Bucket", id: "gone", name: "" }, values: undefined };
    const { parts } = splitObjects([...estate, unread], parseSplit("tag:team"));
    const ids = parts.flatMap(({ objects }) => objects.map(({ id }) => id));
    assert.equal(ids.length, estate.length + 1);
    assert.equal(new Set(ids).size, ids.length);
  });

  it("puts an object without the tag into the part that needs no other part in return", () => {
    const role = (id: string) =>
      entry("aws:iam/role:Role", id, { arn: `arn:aws:iam::1:role/${id}` }, { team: "access" });
    const readers = ["reader-1", "reader-2", "reader-3"];
    const entries = [
      ...readers.map(role),
      entry("aws:s3/bucket:Bucket", "invoices", { bucket: "invoices" }, { team: "data" }),
      entry("aws:sqs/queue:Queue", "jobs", { sender: "reader-1" }, { team: "data" }),
      entry("aws:s3/bucketPolicy:BucketPolicy", "invoices", { bucket: "invoices", policy: JSON.stringify(readers) }),
    ];
    const { parts, crossing } = splitObjects(entries, parseSplit("tag:team"));
    assert.deepEqual(
      parts.map(({ name, objects }) => [name, objects.length]),
      [
        ["access", 3],
        ["data", 3],
      ],
    );
    assert.ok(crossing.every(({ toPart }) => toPart === "access"));
  });

  it("relates the name of a bucket to the bucket, not to a policy with the same ID", () => {
    const entries = [
      entry("aws:s3/bucket:Bucket", "invoices", { bucket: "invoices" }, { team: "data" }),
      entry("aws:s3/bucketPolicy:BucketPolicy", "invoices", { bucket: "invoices" }),
      entry("aws:lambda/function:Function", "sum-up", { s3Bucket: "invoices" }, { team: "web" }),
      entry("aws:lambda/function:Function", "send", { s3Bucket: "invoices" }, { team: "web" }),
    ];
    for (const ordered of [entries, entries.toReversed()]) {
      const { parts, crossing } = splitObjects(ordered, parseSplit("tag:team"));
      assert.deepEqual(
        parts.map(({ name, objects }) => [name, objects.length]),
        [
          ["data", 2],
          ["web", 2],
        ],
      );
      assert.deepEqual([...new Set(crossing.map(({ to }) => to.type))], ["aws:s3/bucket:Bucket"]);
    }
  });

  it("exports the values that later parts contain, but not those that earlier parts contain", () => {
    const key = { tags: { team: "app" } };
    const cyclic = [
      entry("aws:ec2/vpc:Vpc", "vpc-0001", { arn: "arn:vpc-0001", peer: "i-00001" }, { team: "net" }),
      entry("aws:ec2/instance:Instance", "i-00001", { vpcId: "vpc-0001", vpcArn: "arn:vpc-0001" }, key.tags),
    ];
    const split = splitObjects(cyclic, parseSplit("tag:team"));
    assert.deepEqual(
      split.parts.map(({ name }) => [name, [...crossingProperties(name, split)]]),
      [
        ["app", [[cloudObjectKey({ type: "aws:ec2/instance:Instance", id: "i-00001" }), ["id"]]]],
        ["net", []],
      ],
    );
    const acyclic = splitObjects(cyclic.slice(1).concat(vpc("vpc-0001")), parseSplit("tag:team"));
    assert.deepEqual(
      acyclic.parts.map(({ name }) => [name, [...crossingProperties(name, acyclic).values()]]),
      [
        ["web", [["id"]]],
        ["app", []],
      ],
    );
  });

  it("gives each part another file name", () => {
    const parts = ["Web", "web", "a/b ../c", "日本", ""].map((name) => ({ name, objects: [] }));
    assert.deepEqual(partFiles("out/found.json", parts), [
      ...["out/found-web.json", "out/found-web-2.json", "out/found-a-b-c.json", "out/found-part.json"],
      "out/found-part-2.json",
    ]);
    assert.deepEqual(partFiles("found", parts.slice(0, 1)), ["found-web"]);
  });

  for (const text of ["", "tag:", "zone", "by=", "tag"])
    it(`rejects --split ${JSON.stringify(text)}`, () => assert.throws(() => parseSplit(text), ImpError));
});
