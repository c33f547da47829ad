import assert from "node:assert/strict";
import type { Program } from "../../src/ir/program.ts";
import { node, program, reference, stackReference } from "./build.ts";
import { loadGenerator } from "./generator-of.ts";

const written: Program = {
  ...program([stackReference("network", "organization/network/prod"), node("one", "sim:a:First")]),
  outputs: [
    { name: "oneId", value: reference("one", "id") },
    { name: "oneUrn", value: reference("one", "urn") },
  ],
};

describe("outputs of the stack in a file for a user's program", () => {
  it("sets the outputs in the function of an appended Go file, which returns only an error", async () => {
    const generator = await loadGenerator("go");
    const [file] = await generator.print(written, { fileName: "more.go", isAppended: true });
    const text = file?.text ?? assert.fail();
    assert.match(text, /^func newMoreResources\(ctx \*pulumi\.Context\) error \{$/m);
    assert.match(text, /\t_, err := pulumi\.NewStackReference\(ctx, "organization\/network\/prod", nil\)\n/);
    assert.match(text, /\tone, err := a\.NewFirst\(/);
    assert.match(
      text,
      /\tctx\.Export\("oneId", one\.ID\(\)\)\n\tctx\.Export\("oneUrn", one\.URN\(\)\)\n\treturn nil\n\}/,
    );
  });

  it("sets the outputs in the method of an appended Java file", async () => {
    const fileName = "src/main/java/myproject/More.java";
    const [file] = await (await loadGenerator("java")).print(written, { fileName, isAppended: true });
    assert.match(file?.text ?? "", /final var one = new First\([\s\S]*\n {8}ctx\.export\("oneId", one\.id\(\)\);\n/);
  });
});

describe("outputs of a custom resource of Kubernetes", () => {
  it("rejects an output in C# and Java that the class of the core SDK does not have", async () => {
    const open = { ...node("cron", "kubernetes:apiextensions:CustomResource"), isOpen: true } as const;
    const outputs = [{ name: "name", value: reference("cron", "metadata", "name") }];
    for (const language of ["csharp", "java"]) {
      const generator = await loadGenerator(language);
      const printed = generator.print({ ...program([open]), outputs }, {});
      await assert.rejects(printed, { code: "GENERATOR_CANNOT_EXPRESS" });
      const ids = [{ name: "id", value: reference("cron", "id") }];
      assert.ok(await generator.print({ ...program([open]), outputs: ids }, {}));
    }
  });
});
