/** Printed Java before the judges: its formatter, the compiler with every warning, and what official SDKs would send. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { loadGenerator } from "../../generators/index.ts";
import { jsonParts } from "../../generators/shared/json-parts.ts";
import type { Expression, Property } from "../../src/ir/expression.ts";
import { fits } from "../../src/ir/fits.ts";
import type { Program } from "../../src/ir/program.ts";
import { dependencies, walk } from "../../src/ir/walk.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema } from "../../src/schema/types.ts";
import { estateProgram } from "../generators/estate-program.ts";
import { hostileProgram } from "../generators/hostile-programs.ts";
import { anyProgram } from "../generators/programs.ts";
import { syntheticProgram } from "../generators/synthetic.ts";
import { runs } from "../support/runs.ts";
import { formatJava, type Java, type Job, javaSdk, judgeJava, requireJava } from "./java.ts";
import { projectRoot } from "./project-root.ts";
import { describeRegistrations } from "./registrations.ts";
import { simcloudSchema } from "./simcloud.ts";
import { requireTools } from "./tools.ts";

describe("printed Java, judged", () => {
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

  it("is left as it is by prettier, and imports nothing in vain", async () => {
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

  it("compiles without a warning against the official SDKs, which send what the program means", async () => {
    const made = await Promise.all(
      [Buffer.from(await simcloudSchema(tools)), ...sharedSchemas()].map(async (bytes, index) => {
        const schema = loadSchema(bytes);
        const { program } = syntheticProgram(schema, overlays(bytes));
        const sent = sendable(program);
        const sdk = await javaSdk(java, bytes).catch((error: unknown) => {
          console.log(`SKIPPED: ${schema.name}: the official generator cannot make its SDK: ${firstLine(error)}`);
        });
        const files = [program, sent].map((_, at) => join(folder, `program_${index}_${at}`, "App.java"));
        for (const [at, written] of [program, sent].entries()) {
          mkdirSync(join(folder, `program_${index}_${at}`));
          writeFileSync(files[at] ?? "", await print(written));
        }
        const programs = [program, sent].map((_, at) => ({ file: files[at] ?? "", run: at === 1 }));
        return { schema, program, sent, job: sdk === undefined ? undefined : { sdk, programs } };
      }),
    );
    const whole = made.filter((each): each is (typeof made)[number] & { job: Job } => each.job !== undefined);
    const verdicts = await judgeJava(
      java,
      whole.map(({ job }) => job),
      folder,
    );
    let count = 0;
    for (const [index, { schema, program, sent }] of whole.entries()) {
      const { broken, programs } = verdicts[index] ?? assert.fail();
      if (broken.length > 0) console.log(`SKIPPED: ${schema.name}: its SDK does not compile: ${broken[0]}`);
      else count += program.resources.length;
      for (const { complaints } of programs) assert.deepEqual(complaints, [], schema.name);
      const { registrations, failure } = programs[1] ?? {};
      assert.equal(failure, undefined, schema.name);
      if (registrations !== undefined) assertSent(sent, schema, registrations);
    }
    console.log(`      ${count} resources of ${whole.length} SDKs`);
    assert.ok(count >= 90, `${count} resources`);
  });
});

function assertSent(
  program: Program,
  schema: PackageSchema,
  registrations: Parameters<typeof describeRegistrations>[2],
): void {
  const { sent, meant } = describeRegistrations(program, schema, registrations);
  assert.deepEqual(sent, meant, schema.name);
}

async function print(program: Program): Promise<string> {
  const [file] = await (await loadGenerator("java")).print(program, {});
  return file?.text ?? assert.fail();
}

/** Classes that are imported and not there again. */
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

/** What Java has no form for is refused: it is left out here. */
function sayable(program: Program): Program {
  const resources = program.resources.map((node) => ({
    ...node,
    inputs: node.kind === "component" ? [] : node.inputs.flatMap(sayableProperty),
  }));
  return { ...program, resources };
}

/** All that its programs ask of the configuration are texts, whatever they say it is. */
function withTexts(program: Program): Program {
  return { ...program, config: program.config.map((node) => ({ ...node, type: { kind: "string" } })) };
}

function sayableProperty(property: Property): readonly Property[] {
  const { undeclared, value, ...rest } = property;
  const said = sayableValue(value);
  return said === undefined || rest.name === "" ? [] : [{ ...rest, value: said }];
}

function sayableValue(value: Expression): Expression | undefined {
  const isJson = value.kind === "json" && jsonParts(value.value) === undefined;
  if (isJson || (value.kind === "config" && value.type.kind === "enum")) return undefined;
  switch (value.kind) {
    case "null":
      return value;
    case "list":
      return fits(value) ? { ...value, items: value.items.flatMap((item) => sayableValue(item) ?? []) } : undefined;
    case "map": {
      const entries = value.entries.flatMap(({ key, value: inner }) => {
        const said = sayableValue(inner);
        return said === undefined ? [] : [{ key, value: said }];
      });
      return fits(value) ? { ...value, entries } : undefined;
    }
    case "object":
      return { ...value, properties: value.properties.flatMap(sayableProperty) };
    case "secret": {
      const said = sayableValue(value.value);
      return said === undefined ? undefined : { ...value, value: said };
    }
    case "archive":
      // Of assets only: what is typed otherwise does not compile.
      return value.source.from === "assets" ? undefined : value;
    default:
      return fits(value) ? value : undefined;
  }
}

/** The SDK has enums of integers and inputs called `id` and `urn`, and cannot send them: resources that need none are without. */
function sendable(program: Program): Program {
  const ids = new Set<string>();
  const resources = program.resources.flatMap((node) => {
    const [left, kept] = [node.inputs.filter(isLost), node.inputs.filter((input) => !isLost(input))];
    if (left.some(({ required }) => required === true) || !dependencies(node).every((id) => ids.has(id))) return [];
    ids.add(node.id);
    return [{ ...node, inputs: kept }];
  });
  return { ...program, resources };
}

function isLost({ name, value }: Property): boolean {
  let is = name === "id" || name === "urn";
  walk(value, ({ type, kind }) => {
    is ||= kind === "enum" && type.kind === "enum" && type.element === "integer";
  });
  return is;
}

/** Schemas that a checkout may have beside it. */
function sharedSchemas(): readonly Buffer[] {
  const folders = ["small", "real"].map((name) => join(projectRoot, "..", "shared", "data", "schemas", name));
  const there = folders.filter((path) => existsSync(path));
  if (there.length === 0) console.log("SKIPPED: Java of published test schemas: they are not beside this checkout");
  return there.flatMap((path) =>
    readdirSync(path)
      .filter((name) => name.endsWith(".json"))
      .map((name) => readFileSync(join(path, name))),
  );
}

/** Classes that no generator makes. */
function overlays(schema: Buffer): ReadonlySet<string> {
  const { resources = {} } = JSON.parse(schema.toString("utf8")) as {
    resources?: Record<string, { isOverlay?: true }>;
  };
  return new Set(Object.keys(resources).filter((token) => resources[token]?.isOverlay === true));
}

function firstLine(error: unknown): string {
  const lines = String(error).split("\n");
  return lines.find((line) => /panic|gensdk:/.test(line)) ?? lines[0] ?? "";
}
