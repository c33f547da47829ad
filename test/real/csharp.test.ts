/** A current C# grammar parses printed C#. An older compiler compiles it with the official SDKs, and the program runs. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { ImpError } from "../../src/domain/errors.ts";
import type { Program } from "../../src/ir/program.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { estateProgram, withoutMisfits, withSecretObjects } from "../generators/estate-program.ts";
import { loadGenerator } from "../generators/generator-of.ts";
import {
  anyText,
  documentProgram,
  documentPrograms,
  hostileProgram,
  meaning,
  programOfTexts,
  type Registration,
  shallow,
  smallTexts,
  sortedEntries,
  withoutNulls,
} from "../generators/hostile-programs.ts";
import { type Cut, cuts, printFiles } from "../generators/print-files.ts";
import { anyProgram } from "../generators/programs.ts";
import { secretAssetsProgram, secretAssetsSchema, sentSecretAssets } from "../generators/secret-assets.ts";
import { sentByStackProgram, stackProgram, stackProgramSchema } from "../generators/stack-program.ts";
import { syntheticProgram } from "../generators/synthetic.ts";
import { runs } from "../support/runs.ts";
import { type Csharp, compile, csharpSdk, requireCsharp, run } from "./csharp.ts";
import { asClass, olderCsharp } from "./older-csharp.ts";
import { projectRoot } from "./project-root.ts";
import { describeRegistrations, type Registration as Sent } from "./registrations.ts";
import { simcloudSchema } from "./simcloud.ts";
import { overlays, testSchemas, whyNoSdk } from "./test-schemas.ts";
import { requireTools } from "./tools.ts";

const goldens = join(projectRoot, "fixtures", "programs");
const csharpFolder = join(projectRoot, "test", "real", "csharp");

describe("printed C# with the official SDKs", () => {
  const tools = requireTools();
  let csharp: Csharp;
  let folder: string;

  before(async function () {
    const found = await requireCsharp("printed C#, judged");
    if (found === undefined) return this.skip();
    csharp = found;
    folder = mkdtempSync(join(tmpdir(), "imp-csharp-"));
  });
  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it("prints C# that parses, without unused imports", async () => {
    const names = readdirSync(goldens, { recursive: true, encoding: "utf8" });
    const texts = names.filter((name) => name.endsWith(".cs")).map((name) => readFileSync(join(goldens, name), "utf8"));
    assert.ok(texts.length >= 20, `${texts.length} goldens`);
    const programs = [...fc.sample(anyProgram, runs(150)), ...fc.sample(hostileProgram, runs(100))];
    let refused = 0;
    // The grammar does not parse interpolated expressions after an escaped brace, and ends strings at quotes inside these expressions.
    for (const program of programs.map(shallow)) {
      const text = await printed(program);
      if (text === undefined) refused += 1;
      else texts.push(text);
    }
    // Random programs often have values that do not match their types, which imp rejects.
    assert.ok(texts.length > refused / 4, `${refused} of ${programs.length} were rejected`);
    for (const text of texts) {
      const root = csharp.grammar.parse(text);
      assert.ok(typeof root !== "string", `${String(root)}\n${text}`);
      assert.deepEqual(unusedImports(text), [], text);
    }
  });

  it("prints C# that compiles and sends the program's values", async function () {
    this.timeout(300_000);
    let judged = 0;
    const synthetic = [Buffer.from(await simcloudSchema(tools)), readFileSync(join(csharpFolder, "wide.json"))];
    for (const [index, bytes] of [...synthetic, ...testSchemas().map(({ bytes }) => bytes)].entries()) {
      const schema = loadSchema(bytes);
      const { program } = syntheticProgram(schema, overlays(bytes));
      const sdk = await csharpSdk(csharp, bytes).catch((error: unknown) => {
        console.log(`SKIPPED: ${schema.name}: the official generator cannot generate its SDK: ${whyNoSdk(error)}`);
      });
      if (sdk === undefined) continue;
      const texts = [
        (await printed(program)) ?? assert.fail(),
        ...(schema.name === "random" ? [golden("sdk/random")] : []),
      ];
      const [sent] = await runAll(join(folder, `schema_${index}`), texts, sdk).catch((error: unknown) => {
        const own = String(error).match(/^.*\): error .*$/gm) ?? [];
        if (own.length === 0 || own.some((line) => !line.includes("/sdk/csharp/"))) throw error;
        console.log(`SKIPPED: ${schema.name}: its SDK does not compile: ${own[0]?.replace(/^.*: error/, "error")}`);
        return [];
      });
      if (sent === undefined) continue;
      const described = describeRegistrations(
        program,
        schema,
        sent.map((line) => JSON.parse(line) as Sent),
      );
      assert.deepEqual(described.sent, described.meant, schema.name);
      judged += program.resources.length;
    }
    assert.ok(judged >= 90, `${judged} resources`);
  });

  it("prints plain and secret assets in C# that compile and are sent", async () => {
    const program = secretAssetsProgram();
    const text = (await printed(program)) ?? assert.fail();
    const [sent = []] = await runAll(join(folder, "assets"), [text], await csharpSdk(csharp, secretAssetsSchema));
    const lines = sent.map((line) => JSON.parse(line) as Sent);
    assert.deepEqual(describeRegistrations(program, loadSchema(secretAssetsSchema), lines).sent, sentSecretAssets);
  });

  it("prints references, parents, and secrets in C# that compile and are sent", async () => {
    const bytes = Buffer.from(await simcloudSchema(tools));
    const program = withoutMisfits(estateProgram(150));
    const text = (await printed(program)) ?? assert.fail();
    const [sent = []] = await runAll(join(folder, "estate"), [text], await csharpSdk(csharp, bytes));
    const lines = sent.map((line) => JSON.parse(line) as Sent & { readonly options: { readonly parent?: string } });
    const described = describeRegistrations(program, loadSchema(bytes), lines);
    // The SDK sends no null. The configuration of this test has only strings, so values of other types are excluded.
    const keys = new Set(program.config.filter(({ type }) => type.kind !== "string").map(({ key }) => key));
    const there = (_: string, value: unknown) => (value === null || keys.has(String(value)) ? undefined : value);
    assert.deepEqual(
      JSON.parse(JSON.stringify(described.sent, there)),
      JSON.parse(JSON.stringify(described.meant, there)),
    );
    const names = new Map(program.resources.map(({ id, logicalName }) => [id, logicalName]));
    assert.deepEqual(
      lines.map(({ name, options }) => [name, options.parent]),
      program.resources.map(({ logicalName, options }) => [logicalName, names.get(options.parent ?? "")]),
    );
  });

  it("prints C# in several files that compiles and sends the same values", async () => {
    const sdk = await csharpSdk(csharp, Buffer.from(await simcloudSchema(tools)));
    const program = withSecretObjects(withoutMisfits(estateProgram(150)));
    assert.match((await printed(program)) ?? "", /= Output\.CreateSecret\(new /);
    const text = (await printed(program)) ?? assert.fail();
    const [whole = []] = await runAll(join(folder, "whole"), [text], sdk);
    for (const cut of cuts) {
      const sent = await runParts(join(folder, cut), program, cut, sdk);
      assert.deepEqual([...sent].sort(), [...whole].sort());
    }
  });

  it("prints stack references and outputs in C# that compile and are sent, in one file and in several", async () => {
    const sdk = await csharpSdk(csharp, stackProgramSchema);
    const text = (await printed(stackProgram)) ?? assert.fail();
    const [single = []] = await runAll(join(folder, "stacks"), [text], sdk);
    for (const lines of [single, await runParts(join(folder, "stacks-parted"), stackProgram, "per-type", sdk)]) {
      const parsed = lines.map((line) => JSON.parse(line) as Partial<Sent> & { output?: string; value?: unknown });
      const sent = parsed.flatMap(({ name, inputs }) => (name === undefined ? [] : [[name, inputs] as const]));
      assert.deepEqual(Object.fromEntries(sent), sentByStackProgram("main.id"));
      const outputs = parsed.flatMap(({ output, value }) => (output === undefined ? [] : [[output, value]]));
      assert.deepEqual(outputs, [
        ["main-subnet", "main.id"],
        ['a "worker"', "worker.arn"],
      ]);
    }
  });

  it("keeps all short strings of special characters, and 10,000 random strings", async function () {
    this.timeout(300_000);
    const hostile = fc.sample(hostileProgram, runs(150)).map(shallow);
    const documents = [...fc.sample(documentProgram, runs(100)), ...fc.sample(policyProgram, runs(100))];
    const programs = [
      ...hostile,
      ...documents,
      programOfTexts(smallTexts()),
      programOfTexts(fc.sample(anyText, 10_000)),
    ];
    const texts = await Promise.all(programs.map(async (program) => (await printed(program)) ?? assert.fail()));
    for (const form of [
      "JsonSerializer.Serialize(new",
      "Output.JsonSerialize(",
      "Output.Format($$",
      'Output.Format($"',
    ]) {
      assert.ok(
        texts.some((code) => code.includes(form)),
        form,
      );
    }
    const sim = join(csharpFolder, "Sim.cs");
    const made = await runAll(join(folder, "hostile"), texts, [sim]);
    made.forEach((lines, index) => {
      const registrations = lines.map((line) => registrationOf(JSON.parse(line)));
      const meant = withoutNulls(meaning(programs[index] ?? assert.fail())) as readonly Registration[];
      const expected = meant.map(sameEmpties);
      assert.deepEqual(nearly(registrations, expected), expected);
    });
  });

  it("prints C# that no longer compiles if a value gets another type", async () => {
    const schema = Buffer.from(await simcloudSchema(tools));
    const sdk = await csharpSdk(csharp, schema);
    const { program } = syntheticProgram(loadSchema(schema));
    const text = (await printed(program)) ?? assert.fail();
    const wrong: readonly (readonly [string, string])[] = [
      ["new InputList<", "new InputMap<"],
      ["PolicyDocument = ", "Policy = "],
      [" = true", ' = "true"'],
    ];
    for (const [index, [right, other]] of wrong.entries()) {
      assert.ok(text.includes(right), right);
      const changed = text.replace(right, other);
      await assert.rejects(runAll(join(folder, `wrong_${index}`), [changed], sdk), /error CS/, other);
    }
  });

  /** Prints a program to several files, and runs it. @returns the lines that it prints */
  async function runParts(directory: string, program: Program, cut: Cut, sdk: readonly string[]) {
    const [main, ...others] = await printFiles(directory, program, "csharp", cut);
    assert.ok(main !== undefined && others.length > 2);
    for (const file of [main, ...others]) assert.deepEqual(unusedImports(file.text), [], file.text);
    const classes = others.map(({ path, text: code }) => {
      const file = join(directory, `older-${path}`);
      writeFileSync(file, olderCsharp(code, csharp.grammar, new Set()));
      return file;
    });
    const [sent = []] = await runAll(`${directory}-made`, [main.text], [...classes, ...sdk]);
    return sent;
  }

  /** Compiles the programs into a single one, and runs it. @returns the lines that each program prints */
  async function runAll(
    directory: string,
    texts: readonly string[],
    sources: readonly string[],
  ): Promise<readonly (readonly string[])[]> {
    mkdirSync(directory, { recursive: true });
    const files = texts.map((text, index) => {
      const file = join(directory, `program_${index}.cs`);
      writeFileSync(file, asClass(olderCsharp(text, csharp.grammar, new Set()), `Program${index}`));
      return file;
    });
    const calls = texts.map((_, index) => `Program${index}.Run(); Pulumi.Wire.Flush("end");`);
    writeFileSync(join(directory, "main.cs"), `static class Start { static void Main() { ${calls.join("\n")} } }`);
    const program = join(directory, "programs.exe");
    await compile(csharp.directory, [...files, join(directory, "main.cs"), ...sources], program);
    const parts = (await run(csharp.directory, program)).split(/^end\n/m);
    return texts.map((_, index) => (parts[index] ?? "").split("\n").filter((line) => line !== ""));
  }
});

/** Random programs with long JSON documents that have few escapes. */
const policyProgram = documentPrograms(
  fc.oneof(
    {
      weight: 20,
      arbitrary: fc.constantFrom("Allow", "s3:GetObject", "a text of some length, as they are in policies"),
    },
    fc.constantFrom("+", "'", "`", "<", "é", "\\", "tab\t", "\u007f", "\b"),
  ),
);

/** Prints the program, or returns undefined if imp rejects it. */
async function printed(program: Program): Promise<string | undefined> {
  const generator = await loadGenerator("csharp");
  const [file] = await generator.print(program, {}).catch((error: ImpError) => {
    if (error.code !== "GENERATOR_CANNOT_EXPRESS") throw error;
    return [undefined];
  });
  return file?.text;
}

function golden(name: string): string {
  return readFileSync(join(goldens, name, "Program.cs"), "utf8");
}

const typesOf: Readonly<Record<string, RegExp>> = {
  Pulumi:
    /Deployment\.|\bOutput\.|ResourceOptions\b|ComponentResource\b|Input(List|Map)<|new Config|CustomTimeouts\b|Asset\b|Archive\b|Union<|\bStackReference\b/,
  System: /\bTimeSpan\./,
  "System.Collections.Generic": /new Dictionary</,
  "System.Collections.Immutable": /Immutable(Array|Dictionary)\b/,
  "System.Text.Json": /\bJson(Serializer|Document|Element)\b/,
};

function unusedImports(text: string): readonly string[] {
  const [header = "", ...body] = text.split("\n\n");
  return header.split("\n").filter((line) => {
    const [, alias, namespace = ""] = /^using (?:(\S+) = )?(\S+);$/.exec(line) ?? assert.fail(line);
    const used = alias === undefined ? typesOf[namespace] : new RegExp(`\\b${alias}\\.`);
    return used?.test(body.join("\n\n")) !== true;
  });
}

function registrationOf(line: unknown): Registration {
  const { type, name, inputs } = line as { type: string; name: string; inputs: unknown };
  return sameEmpties({ type, name, inputs: withEntries(inputs) });
}

/** Returns `meant` if both are nearly equal numbers, because Mono rounds the last digit differently. */
function nearly(made: unknown, meant: unknown): unknown {
  if (typeof made === "number" && typeof meant === "number") {
    const allowed = Math.max(Math.abs(meant) * 1e-15, 1e-322);
    return made !== 0 && Math.abs(made - meant) <= allowed ? meant : made;
  }
  if (Array.isArray(made)) return made.map((item, at) => nearly(item, Array.isArray(meant) ? meant[at] : undefined));
  if (typeof made !== "object" || made === null) return made;
  const other = (typeof meant === "object" ? meant : null) as Readonly<Record<string, unknown>> | null;
  return Object.fromEntries(Object.entries(made).map(([key, inner]) => [key, nearly(inner, other?.[key])] as const));
}

function withEntries(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withEntries);
  if (typeof part !== "object" || part === null) return part;
  return sortedEntries(Object.entries(part).map(([key, inner]) => [key, withEntries(inner)] as const));
}

/** Converts empty maps to empty lists, because `new()` can be either, depending on the type of the property. */
function sameEmpties(registration: Registration): Registration {
  const { entries } = registration.inputs as { readonly entries: readonly (readonly [string, unknown])[] };
  const isEmpty = (value: unknown) => JSON.stringify(value) === '{"entries":[]}';
  return { ...registration, inputs: { entries: entries.map(([key, value]) => [key, isEmpty(value) ? [] : value]) } };
}
