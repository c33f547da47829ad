import assert from "node:assert/strict";
import { languages } from "../../generators/index.ts";
import { ImpError } from "../../src/domain/errors.ts";
import { compiledFile, findRunner } from "../../src/run/preview-program.ts";
import { projectRoot } from "../support/imp-process.ts";

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

describe("the command of a Node.js program", () => {
  const commandOf = (options: Readonly<Record<string, string | boolean>>) =>
    languages
      .find(({ runtimes }) => runtimes.includes("nodejs"))
      ?.runCommand?.({
        project: "orchard",
        stack: "dev",
        root: projectRoot,
        directory: projectRoot,
        main: ".",
        options,
        monitorAddress: "127.0.0.1:1",
        engineAddress: "127.0.0.1:2",
      });

  it("has the arguments in the options of the runtime", () => {
    const args = commandOf({ nodeargs: "--loader ts-node/esm --title='a b'" })?.args ?? [];
    assert.deepEqual(args.slice(0, 3), ["--loader", "ts-node/esm", "--title=a b"]);
    assert.match(commandOf({})?.args[0] ?? "", /@pulumi[\\/]pulumi[\\/]cmd[\\/]run/);
  });

  it("does not compile TypeScript if an option of the runtime turns it off", () => {
    assert.equal(commandOf({})?.env.PULUMI_NODEJS_TYPESCRIPT, "true");
    assert.equal(commandOf({ typescript: false })?.env.PULUMI_NODEJS_TYPESCRIPT, "false");
  });
});

describe("compiledFile", () => {
  const fileOf = (runtime: string, runtimeOptions: Readonly<Record<string, string>> = {}) =>
    compiledFile(languages, {
      project: { name: "orchard", root: "/orchard", runtime, runtimeOptions, plugins: [] },
      stack: "dev",
      config: new Map(),
      programDir: "/orchard",
    });

  it("returns the binary in the options of the runtime", () => {
    assert.equal(fileOf("go", { binary: "bin/shop" }), "bin/shop");
    assert.equal(fileOf("java", { binary: "target/shop.jar" }), "target/shop.jar");
  });

  it("returns undefined if the runtime compiles the source code", () => {
    assert.equal(fileOf("go"), undefined);
    assert.equal(fileOf("nodejs"), undefined);
  });
});
