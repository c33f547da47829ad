/**
 * Side-by-side goldens: one program, one file a language. `UPDATE_GOLDENS=1` writes them anew.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { type Language, languages, loadGenerator } from "../../generators/index.ts";
import type { ImpError } from "../../src/errors.ts";
import { checkProgram } from "../../src/ir/check.ts";
import { programFromJson, programToJson } from "../../src/ir/codec.ts";
import { cases } from "./cases.ts";

const isUpdate = process.env.UPDATE_GOLDENS === "1";

for (const [name, program] of Object.entries(cases)) {
  describe(`program ${name}`, () => {
    it("is whole", () => assert.deepEqual(checkProgram(program), []));

    it("is what program.json says, there and back", () => {
      const golden = compareGolden(name, "program.json", `${JSON.stringify(programToJson(program), null, 1)}\n`);
      assert.deepEqual(programFromJson(JSON.parse(golden)), program);
    });

    for (const language of languages) {
      it(`prints as ${language}, twice the same`, async () => {
        const generator = await loadGenerator(language);
        const [file] = await generator.print(program, {}).catch((error: unknown) => [refusal(error, language)]);
        assert.ok(file);
        if (typeof file === "string") {
          compareGolden(name, `${basename(generator.fileName)}.refused`, file);
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

describe("generators", () => {
  it("print to another file name when asked", async () => {
    for (const language of languages satisfies readonly Language[]) {
      const generator = await loadGenerator(language);
      const [file] = await generator.print(cases["basics/network"] ?? assert.fail(), { fileName: "more" });
      assert.equal(file?.path, "more");
    }
  });
});

/** Compares with the file, or writes it. @returns what the file holds */
function compareGolden(name: string, fileName: string, text: string): string {
  const path = fileURLToPath(new URL(`../../fixtures/programs/${name}/${fileName}`, import.meta.url));
  if (isUpdate) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  assert.ok(existsSync(path), `${path} is missing: run with UPDATE_GOLDENS=1`);
  const golden = readFileSync(path, "utf8");
  assert.equal(text, golden);
  return golden;
}

/** What a language cannot say it says so, in words that are a golden too. */
function refusal(error: unknown, language: Language): string {
  const { code, explanation } = error as ImpError;
  assert.equal(code, "GENERATOR_CANNOT_EXPRESS", String(error));
  assert.ok(explanation.what.endsWith(` in ${language}`));
  return `${explanation.where}: ${explanation.why}\n`;
}

function syntaxErrors(text: string): readonly string[] {
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true });
  return (diagnostics ?? []).map((diagnostic) => ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
}
