/** Golden files with one program and one printed file per language. `UPDATE_GOLDENS=1` writes them. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { ImpError } from "../../src/domain/errors.ts";
import { checkProgram } from "../../src/ir/check.ts";
import { programFromJson, programToJson } from "../../src/ir/codec.ts";
import type { Program } from "../../src/ir/program.ts";
import { splitProgram } from "../../src/ir/split-program.ts";
import { isLocalComponent } from "../../src/ir/walk.ts";
import { config, node, program, reference, stackOutput, stackReference, text } from "./build.ts";
import { cases } from "./cases.ts";
import { languageNames, languageOf, loadGenerator } from "./generator-of.ts";

/**
 * A provider, a component, a resource that two files use, an unused file, and a secret of the configuration. Two files use a stack reference, and the
 * program sets outputs of a resource that another file uses, and of one that no file uses.
 */
const layoutResources = program([
  stackReference("network", "organization/network/prod"),
  node("east", "pulumi:providers:aws", { inputs: [["region", text("us-east-1")]] }),
  node("web", "acme:index:Site", { kind: "component" }),
  node("main", "aws:ec2/vpc:Vpc", { inputs: [["cidrBlock", text("10.0.0.0/16")]], options: { provider: "east" } }),
  node("spare", "aws:ec2/vpc:Vpc", {
    inputs: [
      ["cidrBlock", text("10.1.0.0/16")],
      ["ipv4IpamPoolId", stackOutput("network", "sparePoolId")],
    ],
  }),
  node("public", "aws:ec2/subnet:Subnet", {
    inputs: [["vpcId", reference("main", "id")]],
    options: { parent: "web", provider: "east" },
  }),
  node("db", "aws:rds/instance:Instance", {
    inputs: [
      ["password", config("dbPassword")],
      ["securityGroup", stackOutput("network", "databaseGroupId")],
      ["subnet", reference("public", "id")],
    ],
    options: { dependsOn: ["main"] },
  }),
]);
const layoutCase: Program = {
  ...layoutResources,
  outputs: [
    { name: "publicSubnetId", value: reference("public", "id") },
    { name: "spareVpc", value: reference("spare", "arn") },
  ],
};

/** HCL has no components without a package. */
function withoutLocalComponents(written: Program): Program {
  const resources = written.resources.flatMap((each) => {
    if (isLocalComponent(each)) return [];
    return each.options.parent === "web" ? [{ ...each, options: { ...each.options, parent: undefined } }] : [each];
  });
  return { ...written, resources };
}

const goldens = fileURLToPath(new URL("../../fixtures/programs", import.meta.url));
const compared = new Set<string>();
const isUpdate = process.env.UPDATE_GOLDENS === "1";

for (const [name, program] of Object.entries(cases)) {
  describe(`program ${name}`, () => {
    it("is a valid program", () => assert.deepEqual(checkProgram(program), []));

    it("reads the program back from program.json", () => {
      const golden = compareGolden(name, "program.json", `${JSON.stringify(programToJson(program), null, 1)}\n`);
      assert.deepEqual(programFromJson(JSON.parse(golden)), program);
    });

    for (const language of languageNames) {
      it(`prints the expected ${language} program, also if it is printed twice`, async () => {
        const generator = await loadGenerator(language);
        const [file] = await generator.print(program, {}).catch((error: unknown) => [refusal(error, language)]);
        assert.ok(file);
        if (typeof file === "string") {
          compareGolden(name, `${basename(languageOf(language).fileName)}.refused`, file);
          return;
        }
        assert.deepEqual(await generator.print(program, {}), [file]);
        assert.ok(file.text.endsWith("\n") && !file.text.endsWith("\n\n"));
        compareGolden(name, basename(file.path), file.text);
        if (language === "typescript") assert.deepEqual(syntaxErrors(file.text), []);
      });
    }
  });
}

describe("a program of several files", () => {
  for (const language of languageNames.filter((name) => languageOf(name).oneFile === undefined)) {
    it(`prints a program of several files in ${language}`, async () => {
      const written = language === "hcl" ? withoutLocalComponents(layoutCase) : layoutCase;
      assert.deepEqual(checkProgram(written), []);
      const generator = await loadGenerator(language);
      const files = await generator.print(written, { parts: splitProgram(written, "per-type") });
      assert.ok(files.length > 2);
      for (const { path, text } of files) compareGolden(`layouts/per-type/${language}`, basename(path), text);
    });
  }
});

describe("generators", () => {
  it("prints to another file name on request", async () => {
    for (const language of languageNames) {
      const generator = await loadGenerator(language);
      const [file] = await generator.print(cases["basics/network"] ?? assert.fail(), { fileName: "more" });
      assert.equal(file?.path, "more");
    }
  });
});

describe("goldens", () => {
  it("has golden files only for existing programs", () => {
    const there = readdirSync(goldens, { recursive: true, encoding: "utf8", withFileTypes: true });
    const left = there.filter((entry) => entry.isFile() && !compared.has(join(entry.parentPath, entry.name)));
    assert.deepEqual(
      left.map(({ name }) => name),
      [],
    );
  });
});

/** Compares content with the golden file, or writes it. @returns the content of the file */
function compareGolden(name: string, fileName: string, text: string): string {
  const path = join(goldens, name, fileName);
  compared.add(path);
  if (isUpdate) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  assert.ok(existsSync(path), `${path} is missing: run with UPDATE_GOLDENS=1`);
  const golden = readFileSync(path, "utf8");
  assert.equal(text, golden);
  return golden;
}

/** Formats a rejection as the content of a golden file. */
function refusal(error: unknown, language: string): string {
  const { code, explanation } = error as ImpError;
  assert.equal(code, "GENERATOR_CANNOT_EXPRESS", String(error));
  assert.ok(explanation.what.endsWith(` in ${language}`));
  return `${explanation.where}: ${explanation.why}\n`;
}

function syntaxErrors(text: string): readonly string[] {
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
  return (diagnostics ?? []).map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
}
