import assert from "node:assert/strict";
import type { Program } from "../../src/ir/program.ts";
import { config, interpolation, list, node, program, property, reference, string, text } from "./build.ts";
import { loadGenerator } from "./generator-of.ts";

async function print(language: string, written: Program): Promise<string> {
  const [file] = await (await loadGenerator(language)).print(written, {});
  return file?.text ?? assert.fail();
}

describe("TypeScript", () => {
  it("prints shorthand properties if a variable has the name of the property", async () => {
    const nodes = [
      node("parent", "sim:a:First"),
      node("provider", "pulumi:providers:sim"),
      node("b", "sim:a:First", {
        properties: [
          property("token", config("token")),
          property("name", config("word")),
          property("arn", reference("parent", "arn")),
        ],
        options: { parent: "parent", provider: "provider" },
      }),
    ];
    const code = await print("typescript", program(nodes));
    assert.match(
      code,
      /\{\n {8}token,\n {8}name: word,\n {8}arn: parent\.arn,\n {4}\},\n {4}\{\n {8}parent,\n {8}provider,/,
    );
    const only = await print(
      "typescript",
      program([nodes[0] ?? assert.fail(), node("c", "sim:a:First", { options: { parent: "parent" } })]),
    );
    assert.match(only, /\{ parent \}/);
  });

  it("imports the core SDK only if TypeScript code uses it", async () => {
    const printed = node("a", "sim:a:First", { inputs: [["x", text("pulumi.Config")]], comments: ["pulumi.secret"] });
    assert.doesNotMatch(await print("typescript", program([printed])), /@pulumi\/pulumi"/);
    for (const input of [config("word"), interpolation("a", reference("a", "arn")), list([config("w")], string)]) {
      const using = program([printed, node("b", "sim:a:First", { inputs: [["x", input]] })]);
      assert.match(await print("typescript", using), /^import \* as pulumi from "@pulumi\/pulumi";$/m);
    }
  });
});

describe("PCL", () => {
  it("keeps a capitalized name in PCL, which its binder accepts", async () => {
    const code = await print("pcl", program([{ ...node("orders", "sim:a:First"), logicalName: "Orders" }]));
    assert.match(code, /^resource Orders "sim:a:First" \{\}$/m);
    assert.doesNotMatch(code, /__logicalName/);
  });
});
