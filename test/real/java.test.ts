/** Printed Java is formatted, compiles with the official SDKs without warnings, and registers the right resources. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { jsonParts } from "../../generators/shared/json-parts.ts";
import type { Expression, InterpolationPart, Property, ReferenceExpression } from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Program } from "../../src/ir/program.ts";
import { children } from "../../src/ir/walk.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema } from "../../src/schema/types.ts";
import { signatureKey, signatures } from "../../src/value/signatures.ts";
import { estateProgram, withoutMisfits, withSecretObjects } from "../generators/estate-program.ts";
import { loadGenerator } from "../generators/generator-of.ts";
import { hostileProgram } from "../generators/hostile-programs.ts";
import { cuts, printFiles } from "../generators/print-files.ts";
import { anyProgram } from "../generators/programs.ts";
import { secretAssetsProgram, secretAssetsSchema, sentSecretAssets } from "../generators/secret-assets.ts";
import {
  longStackProgram,
  sentByStackProgram,
  stackProgram,
  stackProgramOutputs,
  stackProgramSchema,
} from "../generators/stack-program.ts";
import { syntheticProgram } from "../generators/synthetic.ts";
import { runs } from "../support/runs.ts";
import { formatJava, type Java, javaSdk, judgeJava, requireJava, withoutFlaws } from "./java.ts";
import { componentProgram, publishedProgram } from "./java-published.ts";
import { projectRoot } from "./project-root.ts";
import { describeRegistrations } from "./registrations.ts";
import { simcloudSchema } from "./simcloud.ts";
import { overlays, testSchemas, whyNoSdk } from "./test-schemas.ts";
import { requireTools } from "./tools.ts";

describe("printed Java with the official SDKs", () => {
  const tools = requireTools();
  let java: Java;
  let folder: string;

  before(function () {
    const found = requireJava("printed Java, judged");
    if (found === undefined) return this.skip();
    java = found;
    folder = mkdtempSync(join(tmpdir(), "imp-java-"));
  });
  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it("prints Java in prettier style without unused imports", async () => {
    const programs = [
      ...fc.sample(anyProgram, runs(150)).map(withTexts).map(sayable),
      ...fc.sample(hostileProgram, runs(100)),
      sayable(estateProgram(300)),
    ];
    const texts = (await Promise.all(programs.map(print))).concat(goldens());
    assert.ok(texts.length > 200);
    for (const text of texts) {
      assert.equal(await formatJava(java, text).catch((error: unknown) => `${error}\n${text}`), text);
      assert.deepEqual(unused(text), []);
    }
  });

  it("prints Java that compiles without warnings and sends the program's values", async () => {
    const published = testSchemas().map(({ bytes }) => bytes);
    const schemas = [Buffer.from(await simcloudSchema(tools)), Buffer.from(jsonSchema), ...published];
    const made = (await Promise.all(schemas.map((bytes, index) => prepare(bytes, String(index))))).flat();
    const verdicts = await judgeJava(
      java,
      made.map(({ job }) => job),
      folder,
    );
    let count = 0;
    for (const [index, { schema, printed, meant }] of made.entries()) {
      const { broken, programs } = verdicts[index] ?? assert.fail();
      if (broken.length > 0) console.log(`SKIPPED: ${schema.name}: its SDK does not compile: ${broken[0]}`);
      for (const [at, { complaints, registrations, failure }] of programs.entries()) {
        assert.deepEqual(complaints, [], schema.name);
        assert.equal(failure, undefined, schema.name);
        count += printed[at]?.resources.length ?? 0;
        if (registrations !== undefined) assertSent(meant[at] ?? assert.fail(), schema, registrations);
      }
    }
    console.log(`      ${count} resources with ${made.length} SDKs`);
    assert.ok(count >= 180, `${count} resources`);
  });

  it("prints plain and secret assets in Java that compile and are sent", async () => {
    const program = secretAssetsProgram();
    const file = join(folder, "assets", "App.java");
    mkdirSync(dirname(file));
    writeFileSync(file, await print(program));
    const sdk = await javaSdk(java, secretAssetsSchema);
    const [verdict] = await judgeJava(java, [{ sdk, programs: [{ file, run: true }] }], dirname(file));
    const { complaints, failure, registrations } = verdict?.programs[0] ?? assert.fail();
    assert.deepEqual([complaints, failure], [[], undefined]);
    const { sent } = describeRegistrations(program, loadSchema(secretAssetsSchema), registrations ?? []);
    assert.deepEqual(sent, sentSecretAssets);
  });

  it("prints stack references and outputs in Java that compile and are sent, in one file and in several", async () => {
    const place = join(folder, "stacks");
    const main = join(place, "App.java");
    mkdirSync(place);
    writeFileSync(main, await print(stackProgram));
    const parted = join(folder, "stacks-parted");
    for (const { text } of await printFiles(parted, stackProgram, "java", "per-type")) {
      assert.equal(await formatJava(java, text), text);
    }
    const files = [main, join(parted, "src", "main", "java", "myproject", "App.java")];
    const programs = files.map((file) => ({ file, run: true, stackOutputs: stackProgramOutputs }));
    const [verdict] = await judgeJava(java, [{ sdk: await javaSdk(java, stackProgramSchema), programs }], folder);
    for (const { complaints, failure, registrations = [] } of verdict?.programs ?? assert.fail()) {
      assert.deepEqual([complaints, failure], [[], undefined]);
      const sent = Object.fromEntries(registrations.map(({ name, inputs }) => [name, inputs]));
      assert.deepEqual(sent, sentByStackProgram("main"));
    }
  });

  it("sets outputs in the nested classes of a Java program too long for one method", async () => {
    const place = join(folder, "stacks-long");
    const [file, sdk] = [join(place, "App.java"), await javaSdk(java, stackProgramSchema)];
    mkdirSync(place);
    const text = await print(longStackProgram(700));
    assert.ok((text.match(/private static final class Part\d+ \{/g) ?? []).length > 2);
    assert.equal((text.match(/ctx\.export\(/g) ?? []).length, 700);
    writeFileSync(file, text);
    const programs = [{ file, run: true, stackOutputs: stackProgramOutputs }];
    const [verdict] = await judgeJava(java, [{ sdk, programs }], place);
    const { complaints, failure, registrations } = verdict?.programs[0] ?? assert.fail();
    assert.deepEqual([complaints, failure, registrations?.length], [[], undefined, 701]);
  });

  it("prints several Java files that compile without warnings", async () => {
    const sdk = await javaSdk(java, withoutFlaws(Buffer.from(await simcloudSchema(tools))));
    const estate = withSecretObjects(withoutMisfits(estateProgram(150)));
    const programs = [];
    for (const cut of cuts) {
      const place = join(folder, cut);
      for (const { text } of await printFiles(place, estate, "java", cut)) {
        assert.equal(await formatJava(java, text), text);
        assert.deepEqual(unused(text), []);
      }
      programs.push({ file: join(place, "src", "main", "java", "myproject", "App.java"), run: false });
    }
    const [verdict] = await judgeJava(java, [{ sdk, programs }], folder);
    assert.deepEqual(verdict, { broken: [], programs: [{ complaints: [] }, { complaints: [] }] });
  });

  it("prints Java that compiles without warnings with four published SDKs", async () => {
    const [{ complaints } = assert.fail()] = await judgePublished([publishedProgram], false);
    assert.deepEqual(complaints, []);
  });

  it("prints component classes that register their arguments", async () => {
    const [judged = assert.fail()] = await judgePublished([componentProgram], true);
    assert.deepEqual(judged.complaints, []);
    assert.equal(judged.failure, undefined);
    const made = Object.fromEntries(judged.registrations?.map(({ name, inputs }) => [name, inputs]) ?? []);
    assert.deepEqual(made, {
      main: {},
      group: { size: 3, "my-name": "x-main", class: ["a", "main", { k: 1.5 }] },
      inner: { secret: { [signatureKey]: signatures.secret, value: "x" } },
    });
  });

  async function judgePublished(programs: readonly Program[], run: boolean) {
    const directory = mkdtempSync(join(folder, "published-"));
    const texts = await Promise.all(programs.map(print));
    const files = texts.map((text, index) => {
      const file = join(directory, String(index), "App.java");
      mkdirSync(dirname(file));
      writeFileSync(file, text);
      return { file, run, config: { "synthetic:userData": "x" } };
    });
    const [verdict] = await judgeJava(java, [{ sdk: { published: java.published }, programs: files }], directory);
    for (const text of texts) assert.equal(await formatJava(java, text), text);
    return verdict?.programs ?? [];
  }

  /** Prepares two programs for the SDK of a schema: one with literals, and one with outputs instead of strings. */
  async function prepare(bytes: Buffer, name: string) {
    const schema = loadSchema(bytes);
    const { program } = syntheticProgram(schema, overlays(bytes));
    const flawless = withoutFlaws(bytes);
    const sent = withoutIds(program);
    const outputs = withOutputs(sent);
    const all = [
      { sdkOf: bytes, printed: [program], meant: [program], run: false },
      { sdkOf: flawless, printed: [sent, outputs.printed], meant: [sent, outputs.meant], run: true },
    ];
    return (
      await Promise.all(
        (flawless === bytes ? all.slice(1) : all).map(async ({ sdkOf, run, ...programs }, variant) => {
          const sdk = await javaSdk(java, sdkOf).catch((error: unknown) => {
            console.log(`SKIPPED: ${schema.name}: the official generator cannot generate its SDK: ${whyNoSdk(error)}`);
          });
          if (sdk === undefined) return [];
          const files = programs.printed.map((_, at) => join(folder, `program_${name}_${variant}_${at}`, "App.java"));
          for (const [at, written] of programs.printed.entries()) {
            mkdirSync(dirname(files[at] ?? ""));
            writeFileSync(files[at] ?? "", await print(written));
          }
          return [{ schema, ...programs, job: { sdk, programs: files.map((file) => ({ file, run })) } }];
        }),
      )
    ).flat();
  }
});

function assertSent(
  program: Program,
  schema: PackageSchema,
  registrations: Parameters<typeof describeRegistrations>[2],
): void {
  const { sent, meant } = describeRegistrations(program, schema, registrations);
  assert.deepEqual(sent, meant, schema.name);
}

/** A schema with JSON strings, which Java SDKs accept as JSON elements. No other test schema has any. */
const jsonSchema = JSON.stringify({
  name: "documents",
  version: "1.0.0",
  resources: {
    "documents:index:Document": {
      inputProperties: {
        content: { $ref: "pulumi.json#/Json" },
        parts: { type: "array", items: { $ref: "pulumi.json#/Json" } },
        byName: { type: "object", additionalProperties: { $ref: "pulumi.json#/Json" } },
      },
    },
  },
});

async function print(program: Program): Promise<string> {
  const [file] = await (await loadGenerator("java")).print(program, {});
  return file?.text ?? assert.fail();
}

/** Returns imported classes that the text does not use. */
function unused(text: string): readonly string[] {
  const imported = [...text.matchAll(/^import (.*);$/gm)].map(([, name = ""]) => name);
  const rest = text.replace(/^(import|package) .*$/gm, "").replace(/"(?:[^"\\]|\\.)*"|\/\/.*/g, "");
  return imported.filter((name) => !new RegExp(`(?<![\\w.])${name.split(".").at(-1)}\\b`).test(rest));
}

function goldens(): readonly string[] {
  const place = join(projectRoot, "fixtures", "programs");
  const names = readdirSync(place, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith("App.java"));
  assert.ok(names.length > 20);
  return names.map((name) => readFileSync(join(place, name), "utf8"));
}

/** Removes values that imp rejects because Java cannot express them. */
function sayable(program: Program): Program {
  const resources = program.resources.map((node) => ({
    ...node,
    inputs: node.inputs.flatMap(sayableProperty),
  }));
  return { ...program, resources };
}

/** Changes all configuration to strings, whatever its types. */
function withTexts(program: Program): Program {
  return { ...program, config: program.config.map((node) => ({ ...node, type: { kind: "string" } })) };
}

function sayableProperty(property: Property): readonly Property[] {
  const { undeclared, value, ...rest } = property;
  const reported = sayableValue(value);
  return reported === undefined || rest.name === "" ? [] : [{ ...rest, value: reported }];
}

function sayableValue(value: Expression): Expression | undefined {
  const isJson = value.kind === "json" && jsonParts(value.value) === undefined;
  if (isJson || (value.kind === "config" && value.type.kind === "enum")) return undefined;
  switch (value.kind) {
    case "null":
      return value;
    case "json":
      return references(value).every(isNamed) ? value : undefined;
    case "list":
      return fits(value) ? { ...value, items: value.items.flatMap((item) => sayableValue(item) ?? []) } : undefined;
    case "map": {
      const entries = value.entries.flatMap(({ key, value: inner }) => {
        const reported = sayableValue(inner);
        return reported === undefined ? [] : [{ key, value: reported }];
      });
      return fits(value) ? { ...value, entries } : undefined;
    }
    case "object":
      return { ...value, properties: value.properties.flatMap(sayableProperty) };
    case "secret": {
      const reported = sayableValue(value.value);
      return reported === undefined ? undefined : { ...value, value: reported };
    }
    case "reference":
    case "interpolation":
      return fits(value) && references(value).every(isNamed) ? value : undefined;
    case "archive":
      // Archives of assets are kept, because they compile in spite of a mismatched type. Other mismatched values don't.
      return value.source.from === "assets" ? undefined : value;
    default:
      return fits(value) ? value : undefined;
  }
}

/** Returns false if the first output has an empty name, because Java methods need a name. */
function isNamed({ path }: ReferenceExpression): boolean {
  return path[0] !== "";
}

function references(value: Expression): readonly ReferenceExpression[] {
  const own = value.kind === "reference" ? [value] : [];
  return [...own, ...children(value).flatMap(({ expression }) => references(expression))];
}

/** Removes inputs named `id` and `urn`, because the SDK does not send them. */
function withoutIds(program: Program): Program {
  const resources = program.resources.map((node) => {
    return { ...node, inputs: node.inputs.filter(({ name }) => name !== "id" && name !== "urn") };
  });
  return { ...program, resources };
}

/** Replaces strings in turn with a reference, an interpolation, a secret, and a secret reference. */
function withOutputs(program: Program): { readonly printed: Program; readonly meant: Program } {
  const target = program.resources.find(({ kind }) => kind === "custom");
  if (target === undefined) return { printed: program, meant: program };
  let turn = 0;
  const id: ReferenceExpression = { kind: "reference", node: target.id, path: ["id"], type: { kind: "string" } };
  // In this test, the name of a resource is its ID.
  const name = target.logicalName;
  const change = (text: Expression): readonly [Expression, string] => {
    const { type } = text;
    if (text.kind === "json") {
      const document = { kind: "map", entries: [{ key: "a", value: id }], type: { kind: "any" } } as const;
      return [{ ...text, value: document }, `{"a":"${name}"}`];
    }
    const parts: readonly InterpolationPart[] = [
      { kind: "text", text: "100% " },
      { kind: "reference", reference: id },
    ];
    const all = [
      [id, name],
      [{ kind: "interpolation", parts, type: id.type }, `100% ${name}`],
      [{ kind: "secret", value: { kind: "string", value: "x", type }, type }, "x"],
      [{ kind: "secret", value: id, type: id.type }, name],
    ] as const;
    turn += 1;
    return all[turn % all.length] ?? all[0];
  };
  const pairs = program.resources.map((node) => {
    const isBefore = program.resources.indexOf(node) <= program.resources.indexOf(target);
    const inputs = node.inputs.map((input) => (isBefore || input.plain ? [input, input] : changed(input, change)));
    return [0, 1].map((side) => ({ ...node, inputs: inputs.map((both) => both[side] ?? assert.fail()) }));
  });
  const side = (at: number): Program => ({ ...program, resources: pairs.map((both) => both[at] ?? assert.fail()) });
  return { printed: side(0), meant: side(1) };
}

/** Returns two copies of a part of a program: one with outputs instead of strings, and one with the values of these outputs. */
function changed<T>(part: T, change: (text: Expression) => readonly [Expression, string]): readonly [T, T] {
  if (typeof part !== "object" || part === null || part instanceof Map) return [part, part];
  if (Array.isArray(part)) {
    const items = part.map((item) => changed(item, change));
    return [items.map(([first]) => first) as T, items.map(([, second]) => second) as T];
  }
  const { kind, type, plain, value } = part as {
    readonly kind?: string;
    readonly type?: { readonly kind: string };
    readonly plain?: boolean;
    readonly value?: unknown;
  };
  if (plain === true) return [part, part];
  if (kind === "json") {
    const [output, text] = change(part as unknown as Expression);
    return [output as T, { kind: "string", value: text, type } as unknown as T];
  }
  // Other strings are constants.
  if (kind === "string" && type?.kind === "string" && value === "a text") {
    const [output, text] = change(part as unknown as Expression);
    return [output as T, { ...part, value: text }];
  }
  const entries = Object.entries(part).map(([key, inner]) => {
    return [key, key === "type" || key === "union" ? [inner, inner] : changed(inner, change)] as const;
  });
  return [0, 1].map((at) => Object.fromEntries(entries.map(([key, both]) => [key, both[at]]))) as unknown as [T, T];
}
