/**
 * Against the published SDK: the golden compiles under `tsc --strict`. And the time for a thousand resources, printed, not asserted.
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { config, interpolation, list, map, node, num, program, reference, text } from "./build.ts";
import { languageNames, loadGenerator } from "./generator-of.ts";

describe("printed TypeScript", () => {
  it("pain 1: compiles against the published SDK, strictly", () => {
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

  it("reports which inputs the SDK does not send", async () => {
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

describe("a thousand resources", () => {
  const nodes = Array.from({ length: 1000 }, (_, at) =>
    node(`bucket${at}`, "simcloud:storage:Bucket", {
      inputs: [
        ["bucket", text(`acme-logs-${at}`)],
        ["acl", config("token")],
        [
          "rules",
          list([
            map([
              ["port", num(at)],
              ["cidrs", list([text("10.0.0.0/8"), text("192.168.0.0/16")])],
            ]),
          ]),
        ],
        [
          "tags",
          map([
            ["owner:team", text("platform")],
            ["env", text("prod")],
          ]),
        ],
        ...(at === 0 ? [] : ([["policy", interpolation(reference(`bucket${at - 1}`, "arn"), "/*")]] as const)),
      ],
      options: { protect: true },
    }),
  );
  const large = program(nodes);

  for (const language of languageNames) {
    it(`print as ${language}`, async function () {
      const generator = await loadGenerator(language);
      await generator.print(program(nodes.slice(0, 1)), {});
      const start = performance.now();
      const [file] = await generator.print(large, {});
      if (this.test)
        this.test.title += `: ${Math.round(performance.now() - start)} ms, ${file?.text.length} characters`;
      assert.equal(file?.text.match(/acme-logs-/g)?.length, 1000);
    });
  }
});
