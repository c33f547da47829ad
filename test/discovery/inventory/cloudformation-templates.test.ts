import assert from "node:assert/strict";
import {
  readCloudFormationTemplate,
  withTemplates,
} from "../../../src/discovery/inventory/cloudformation-templates.ts";

const yaml = `
AWSTemplateFormatVersion: "2010-09-09"
Parameters: {Name: {Type: String}}
Resources:
  Logs:
    Type: AWS::S3::Bucket
    DeletionPolicy: Retain
    Properties:
      BucketName: !Sub "\${Name}-logs"
  Queue:
    Type: AWS::SQS::Queue
    Properties: {RedrivePolicy: {deadLetterTargetArn: !GetAtt [Dead, Arn]}}
`;

describe("a CloudFormation template", () => {
  it("is read from YAML with short forms, and from JSON", () => {
    const json = JSON.stringify({
      Resources: { Logs: { Type: "AWS::S3::Bucket", DeletionPolicy: "Retain" }, Queue: { Type: "AWS::SQS::Queue" } },
    });
    for (const text of [yaml, json]) {
      const template = readCloudFormationTemplate(text);
      assert.deepEqual([...(template?.resources ?? [])], ["Logs", "Queue"], text);
      assert.deepEqual([...(template?.retained ?? [])], ["Logs"]);
    }
  });

  for (const text of [
    "",
    "[]",
    '{"Resources": []}',
    '{"Resources": [{"Type": "AWS::S3::Bucket", "Arn": "a"}]}',
    "Resources: {a: {Type: x}}",
    "Resources: [\nType: a",
  ])
    it(`is not ${JSON.stringify(text)}`, () => assert.equal(readCloudFormationTemplate(text), undefined));

  it("belongs to the stack whose resources it has", () => {
    const template = readCloudFormationTemplate(yaml);
    assert.ok(template !== undefined);
    const stacks = [
      { name: "a", resources: ["Logs", "Queue"] },
      { name: "b", resources: ["Logs", "Other"] },
    ];
    assert.deepEqual(
      withTemplates(stacks, [template]).map(({ retained }) => retained),
      [["Logs"], undefined],
    );
  });
});
