import assert from "node:assert/strict";
import { languages } from "../../generators/index.ts";
import { ImpError } from "../../src/domain/errors.ts";
import { findRunner } from "../../src/run/preview-program.ts";

describe("findRunner", () => {
  const find = (runtime?: string) =>
    findRunner(
      languages,
      { project: { name: "orchard", root: "/orchard", runtime, plugins: [] } },
      { env: { PATH: "" }, homeDir: "/nowhere" },
    );

  for (const [title, runtime, hint] of [
    ["setting a missing runtime", undefined, /^Set `runtime` in the project file/],
    [
      "installing a missing language host",
      "haskell",
      /^Install Pulumi.* or add pulumi-language-haskell to the PATH\.$/,
    ],
  ] as const)
    it(`suggests ${title}`, () => {
      assert.throws(
        () => find(runtime),
        (error) => error instanceof ImpError && error.code === "VERIFY_RUNTIME" && hint.test(error.explanation.hint),
      );
    });

  it("runs Node.js programs without a language host", () => {
    assert.equal(find("nodejs").kind, "command");
  });
});
