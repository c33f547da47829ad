import assert from "node:assert/strict";
import { specIdOf } from "../../src/domain/spec-id.ts";
import type { ImportSpec } from "../../src/import-file/import-specs.ts";
import { withStackOutputs } from "../../src/import-file/with-stack-outputs.ts";
import { formatPath } from "../../src/value/path.ts";

const where = { file: "specs.json", line: 1, column: 1 };
const spec = (type: string, logicalName: string): ImportSpec => ({
  specId: specIdOf("found", type, logicalName),
  where,
  locations: { type: where, name: where },
  type,
  name: logicalName,
  logicalName,
  properties: [],
  inputsFrom: [],
  component: false,
  remote: false,
});

const named = (specs: readonly ImportSpec[], properties: readonly string[], taken: readonly string[] = []) =>
  withStackOutputs(specs, () => properties, taken).map(({ stackOutputs = new Map() }) =>
    Object.fromEntries([...stackOutputs].map(([name, path]) => [name, formatPath(path)])),
  );

describe("stack outputs of import specs", () => {
  it("have the name of the resource, its type, and the property", () => {
    assert.deepEqual(
      named([spec("aws:ec2/vpc:Vpc", "main"), spec("aws:iam/role:Role", "runner-role")], ["id", "arn"]),
      [
        { mainVpcId: "id", mainVpcArn: "arn" },
        { runnerRoleId: "id", runnerRoleArn: "arn" },
      ],
    );
  });

  it("begin with a letter, also for names without one", () => {
    for (const name of ["7f3a", "日本", "", "-", "$"])
      for (const outputs of named([spec("aws:ec2/vpc:Vpc", name)], ["id"]))
        for (const output of Object.keys(outputs)) assert.match(output, /^vpc\w*Id$/);
  });

  it("are unique in the stack", () => {
    const specs = [spec("a:b:Vpc", "main"), spec("c:d:Vpc", "main"), spec("a:b:Vpc", "ma-in")];
    assert.deepEqual(named(specs, ["id"], ["mainVpcId"]), [
      { mainVpcId2: "id" },
      { mainVpcId3: "id" },
      { maInVpcId: "id" },
    ]);
  });

  it("refer to a nested property", () => {
    assert.deepEqual(named([spec("a:b:Thing", "x")], ["endpoints[0].host"]), [
      { xThingEndpoints0Host: "endpoints[0].host" },
    ]);
  });

  it("are omitted if no property is needed", () => assert.deepEqual(named([spec("a:b:C", "x")], []), [{}]));
});
