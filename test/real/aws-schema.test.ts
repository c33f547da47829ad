/** imp prints all 1,527 resources of a published schema, with their required inputs, in every language. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { parseDocument } from "yaml";
import type { Program } from "../../src/ir/program.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { languageNames, loadGenerator } from "../generators/generator-of.ts";
import { syntheticProgram } from "../generators/synthetic.ts";
import { readAwsSchema } from "../support/published-schemas.ts";
import { bindPcl } from "./bind-pcl.ts";
import { requireCsharp } from "./csharp.ts";
import { type Judges, registerYaml, requireJudges } from "./judges.ts";
import { projectRoot } from "./project-root.ts";
import { mustRun } from "./run-process.ts";
import { onPath, requireTools } from "./tools.ts";

describe("every resource of the AWS schema", () => {
  let judges: Judges;
  let schema: Buffer;
  let program: Program;

  before(function () {
    const found = requireJudges("every resource of the AWS schema");
    if (found === undefined) return this.skip();
    judges = found;
    schema = readAwsSchema();
    const { program: whole, left } = syntheticProgram(loadSchema(schema));
    assert.deepEqual(left, []);
    program = { ...whole, resources: whole.resources.filter(({ logicalName }) => logicalName.startsWith("required ")) };
    assert.ok(program.resources.length > 1500, `${program.resources.length} resources`);
  });

  for (const language of languageNames) {
    it(`prints a program of all AWS resource types that parses as ${language}`, async function () {
      const parse = parsers[language];
      const missing = parse === undefined ? "no parser for the language is available" : parse.missing();
      if (parse === undefined || missing !== undefined) {
        console.log(`SKIPPED: every resource of the AWS schema in ${language}: ${missing}`);
        return this.skip();
      }
      await parse.check(await print(language, program), program.resources.length, judges);
    });
  }

  it("prints YAML that passes Pulumi's type checks, and registers the same resources", async () => {
    const folder = mkdtempSync(join(tmpdir(), "imp-aws-"));
    try {
      const file = join(folder, "schema.json");
      writeFileSync(file, schema);
      const [registered = []] = await registerYaml(judges, [file], [await print("yaml", program)]);
      const tokens = registered.map(({ type }) => type.replace(/^pulumi:providers:.*/, "provider"));
      const meant = program.resources.map(({ resource, kind }) => (kind === "provider" ? "provider" : resource.token));
      assert.deepEqual(tokens.sort(), meant.sort());
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("prints PCL that binds in strict mode", async function () {
    if (process.env.IMP_PROVE !== "1") {
      console.log(
        "SKIPPED: binding the AWS schema with the official binder: takes half a minute, and runs only if IMP_PROVE=1",
      );
      return this.skip();
    }
    const folder = mkdtempSync(join(tmpdir(), "imp-aws-"));
    try {
      writeFileSync(join(folder, "main.pp"), await print("pcl", program));
      const bound = await bindPcl(requireTools(), folder, [schema.toString("utf8")]);
      assert.deepEqual(bound, { errors: [], warnings: [], resources: program.resources.length, components: 0 });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

interface Parser {
  /** Returns why the parser is not available. */
  missing(): string | undefined;
  check(code: string, resources: number, judges: Judges): Promise<void>;
}

/** The parsers, each of which runs in its own process. They count the resources, to prove that they parsed something. */
const parsers: Readonly<Partial<Record<string, Parser>>> = {
  typescript: {
    missing: () => undefined,
    check: async (code, resources) => {
      const { diagnostics = [] } = ts.transpileModule(code, { reportDiagnostics: true });
      assert.deepEqual(
        diagnostics.map(({ messageText }) => messageText),
        [],
      );
      const source = ts.createSourceFile("index.ts", code, ts.ScriptTarget.ES2022);
      assert.ok(source.statements.length >= resources);
    },
  },
  python: {
    missing: () => (onPath("python3") ? undefined : "python3 is not on the PATH"),
    check: async (code, resources) => {
      const script = "import ast, sys; print(len(ast.parse(sys.stdin.buffer.read()).body))";
      const { stdout } = await mustRun(["python3", "-c", script], { input: code });
      assert.ok(Number(stdout) >= resources, stdout);
    },
  },
  go: {
    missing: () => (onPath("gofmt") ? undefined : "gofmt is not on the PATH"),
    check: async (code) => assert.equal((await mustRun(["gofmt", "-e"], { input: code })).stdout, code),
  },
  csharp: {
    missing: () => undefined,
    check: async (code, resources) => {
      const csharp = await requireCsharp("every resource of the AWS schema in C#");
      if (csharp === undefined) return;
      const root = csharp.grammar.parse(code);
      assert.ok(typeof root !== "string", String(root));
      assert.equal(code.match(/^ {4}var \w+ = new /gm)?.length, resources);
    },
  },
  java: {
    missing: () => (onPath("javac") && onPath("java") ? undefined : "javac is not on the PATH"),
    check: async (code, resources) => {
      const parser = join(projectRoot, "test", "real", "java", "Parse.java");
      const { stdout } = await mustRun(["java", parser], { input: code });
      assert.ok(Number(stdout) >= resources, stdout);
    },
  },
  yaml: {
    missing: () => undefined,
    check: async (code, resources) => {
      const document = parseDocument(code);
      assert.deepEqual(document.errors, []);
      assert.equal(Object.keys(document.toJS().resources).length, resources);
    },
  },
  pcl: {
    missing: () => undefined,
    check: async (code, resources, { parsePcl }) => {
      const { stdout } = await mustRun([parsePcl], { input: code });
      assert.ok(Number(stdout) >= resources, stdout);
    },
  },
};

async function print(language: string, program: Program): Promise<string> {
  const [file] = await (await loadGenerator(language)).print(program, {});
  return file?.text ?? assert.fail();
}
