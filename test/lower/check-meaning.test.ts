import assert from "node:assert/strict";
import type { Program } from "../../src/ir/program.ts";
import { checkMeaning } from "../../src/lower/check-meaning.ts";
import { evaluateInputs } from "../../src/lower/values.ts";
import { secretValue, stringValue } from "../../src/value/value.ts";
import { graph, lowered, plain, resource, vpcType } from "./lowered.ts";

describe("checkMeaning", () => {
  const source = graph(resource(vpcType, "a", plain({ cidr: "x", tags: { a: "b", z: "0" } })));
  const changed = (change: (text: string) => string) => {
    const { program } = lowered(source);
    const resources = JSON.parse(change(JSON.stringify(program.resources))) as Program["resources"];
    return checkMeaning({ ...program, resources }, source, []).map(({ path, message }) => `${path}: ${message}`);
  };

  it("finds every kind of difference between the program and the inputs", () => {
    assert.deepEqual(
      changed((text) => text),
      [],
    );
    assert.deepEqual(
      changed((text) => text.replace('"value":"b"', '"value":"c"')),
      ["tags.a: The program has a different value."],
    );
    assert.deepEqual(
      changed((text) => text.replace('"key":"z"', '"key":"y"')),
      [
        "tags.z: The program does not set the property.",
        "tags.y: The program sets the property, but imp did not check it with the provider.",
      ],
    );
    assert.deepEqual(
      changed((text) => text.replace('"logicalName":"a"', '"logicalName":"b"')),
      [": The program gives the resource a different name."],
    );
    assert.deepEqual(
      changed(() => "[]"),
      [": The program does not contain the resource."],
    );
  });

  it("finds a secret that is missing from the configuration", () => {
    const secret = graph(resource(vpcType, "a", new Map([["cidr", secretValue(stringValue("x"))]])));
    const { program } = lowered(secret);
    assert.equal(checkMeaning(program, secret, []).length, 1);
    assert.equal(checkMeaning(program, secret, [{ key: "p:aCidr", value: stringValue("y"), secret: true }]).length, 1);
  });

  it("evaluates the inputs of a single node", () => {
    const { program } = lowered(source);
    const [node] = program.resources;
    const values = evaluateInputs(program, node ?? assert.fail(), {
      reference: () => assert.fail(),
      call: () => assert.fail(),
      config: () => undefined,
    });
    assert.deepEqual(values, plain({ cidr: "x", tags: { a: "b", z: "0" } }));
  });
});
