import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { map, node, program, text } from "./build.ts";
import { loadGenerator } from "./generator-of.ts";

describe("printed TypeScript", () => {
  it("prints TypeScript that compiles with the published SDK in strict mode", () => {
    const golden = fileURLToPath(new URL("../../fixtures/programs/sdk/random/index.ts", import.meta.url));
    const compiled = ts.createProgram([golden], {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: ["node"],
    });
    const messages = ts
      .getPreEmitDiagnostics(compiled)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
    assert.deepEqual(messages, []);
  });

  it("reports inputs that the TypeScript SDK does not send", async () => {
    const inner = ["inner", map([["id", text("x")]])] as const;
    const inputs = [["id", text("x")], inner, ["name", text("x")], ["urn", text("x")]] as const;
    const written = program([node("a", "simcloud:storage:Bucket", { inputs })]);
    const [file] = await (await loadGenerator("typescript")).print(written, {});
    assert.deepEqual(
      file?.diagnostics.map(({ path }) => path),
      ["id", "urn"],
    );
    const printed = file?.text.match(/^.*SDK does not send.*\n.*$/gm);
    assert.deepEqual(printed, [
      '    // The SDK does not send an input called "id".\n    id: "x",',
      '    // The SDK does not send an input called "urn".\n    urn: "x",',
    ]);
  });
});
