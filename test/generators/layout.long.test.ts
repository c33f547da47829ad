/** Compares the TypeScript layout of imp with prettier. */
import assert from "node:assert/strict";
import fc from "fast-check";
import * as babel from "prettier/plugins/babel";
import * as estree from "prettier/plugins/estree";
import { format } from "prettier/standalone";
import { importTable } from "../../generators/shared/imports.ts";
import { layOut } from "../../generators/shared/layout.ts";
import { page } from "../../generators/typescript/layout.ts";
import { solveNames } from "../../generators/typescript/names.ts";
import { resourceStatement } from "../../generators/typescript/statements.ts";
import type { Program } from "../../src/ir/program.ts";
import { node, program, secret, text as textOf } from "./build.ts";
import { estateProgram } from "./estate-program.ts";
import { loadGenerator } from "./generator-of.ts";
import { anyProgram } from "./programs.ts";

async function print(program: Program): Promise<string> {
  const [file] = await (await loadGenerator("typescript")).print(program, {});
  return file?.text ?? assert.fail();
}

function prettier(text: string): Promise<string> {
  return format(text, {
    parser: "babel-ts",
    plugins: [babel, estree].map((plugin) => plugin.default ?? plugin),
    printWidth: page.width,
    tabWidth: page.indent,
    quoteProps: "preserve",
    embeddedLanguageFormatting: "off",
  });
}

describe("TypeScript layout", () => {
  it("prints TypeScript in prettier style", async () => {
    await fc.assert(
      fc.asyncProperty(anyProgram, async (made) => {
        const text = await print(made);
        assert.equal(text, await prettier(text));
      }),
      { numRuns: process.env.IMP_PROVE === "1" ? 5000 : 300 },
    );
  });

  it("prints the line breaks that prettier chooses for statements that are each on one line", async () => {
    await fc.assert(
      fc.asyncProperty(anyProgram, async (made) => {
        const nodes = new Map(made.resources.map((resource) => [resource.id, resource]));
        const around = { program: made, names: solveNames(made), nodes };
        const statements = made.resources.map((resource) => resourceStatement(resource, around, importTable()));
        const endless = statements.map((statement) => layOut(statement, { ...page, width: Infinity })).join("\n");
        const text = await print(made);
        assert.ok(text.endsWith(await prettier(endless)), text);
      }),
      { numRuns: process.env.IMP_PROVE === "1" ? 5000 : 100 },
    );
  });

  it("breaks the line before a call with a short argument, and inside a call with a longer one", async () => {
    const inputs = [66, 74, 82].flatMap((width) =>
      [21, 22, 23, 24, 25].map(
        (length) => [`${"k".repeat(width)}${length}`, secret(textOf("w".repeat(length)))] as const,
      ),
    );
    const text = await print(program([node("x", "sim:a:Plain", { inputs })]));
    assert.equal(text, await prettier(text));
  });

  it("adds no line breaks around a multiline string in a call", async () => {
    const inputs = [["content", secret(textOf("a\nb\nc"))]] as const;
    const text = await print(program([node("x", "sim:a:Plain", { inputs })]));
    assert.ok(text.endsWith('new sim.a.Plain("x", {\n    content: pulumi.secret(`a\nb\nc`),\n});\n'), text);
  });

  it("prints a large TypeScript program in prettier style", async () => {
    const estate = estateProgram(300);
    assert.ok(estate.resources.length >= 300);
    const text = await print(estate);
    assert.equal(text, await prettier(text));
  });
});
