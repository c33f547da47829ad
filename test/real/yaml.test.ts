/** The compiler and the runtime of Pulumi YAML accept printed programs, and register the resources of the IR. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { ImpError } from "../../src/domain/errors.ts";
import type { Link, LinkPart } from "../../src/domain/graph.ts";
import type { Program } from "../../src/ir/program.ts";
import { lower } from "../../src/lower/lower.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema } from "../../src/schema/types.ts";
import type { Path } from "../../src/value/path.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import type { PropertyMap } from "../../src/value/value.ts";
import { enumType, node, program, text } from "../generators/build.ts";
import { loadGenerator } from "../generators/generator-of.ts";
import {
  anyText,
  hostileProgram,
  meaning,
  programOfTexts,
  smallTexts,
  sortedEntries,
} from "../generators/hostile-programs.ts";
import { syntheticProgram } from "../generators/synthetic.ts";
import { runs } from "../support/runs.ts";
import { type Judges, type Registered, readYaml, registerYaml, requireJudges } from "./judges.ts";
import { describeRegistrations } from "./registrations.ts";
import { simcloudSchema } from "./simcloud.ts";
import { testSchemas } from "./test-schemas.ts";
import { requireTools } from "./tools.ts";

describe("printed YAML in the official runtime", () => {
  const tools = requireTools();
  let judges: Judges;
  let folder: string;

  before(function () {
    const found = requireJudges("printed YAML, judged");
    if (found === undefined) return this.skip();
    judges = found;
    folder = mkdtempSync(join(tmpdir(), "imp-yaml-"));
  });
  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it("keeps the values of unusual programs, and 10,000 random strings", async () => {
    const programs = [
      ...fc.sample(hostileProgram, runs(500)),
      programOfTexts(smallTexts()),
      programOfTexts(fc.sample(anyText, 10_000)),
    ];
    const printed = (await Promise.all(programs.map(printUnlessRefused))).flatMap((code, index) => {
      const written = programs[index];
      return code === undefined || written === undefined ? [] : [{ code, written }];
    });
    assert.ok(printed.length > programs.length * 0.9, `${printed.length} of ${programs.length}`);
    const read = await readYaml(
      judges,
      printed.map(({ code }) => code),
    );
    for (const [index, { written }] of printed.entries()) {
      assert.deepEqual(read[index]?.map(withSortedKeys), meaning(written));
    }
  });

  it("prints a value that a strict enum does not list so that the runtime accepts it", async () => {
    const type = enumType("wordy:index:Mode", [{ value: "fast" }]);
    const written = program([node("a", "wordy:index:Car", { inputs: [["mode", text("slow", type)]] })]);
    const file = join(folder, "wordy.json");
    writeFileSync(file, JSON.stringify(wordy));
    const code = (await printUnlessRefused(written)) ?? assert.fail();
    assert.deepEqual(await registerYaml(judges, [file], [code]), [
      [{ type: "wordy:index:Car", name: "a", inputs: { mode: "slow" } }],
    ]);
    const plain = code.replace(/mode:[\s\S]*/, "mode: slow\n");
    await assert.rejects(registerYaml(judges, [file], [plain]), /Allowed values are "fast"/);
  });

  it("prints JSON properties with a function, without which the runtime rejects them", async () => {
    const document = { $ref: "pulumi.json#/Json" };
    const inputProperties = {
      document,
      documents: { type: "array", items: document },
      byName: { type: "object", additionalProperties: document },
      rule: { $ref: "#/types/papers:index:Rule" },
      either: { oneOf: [document, { type: "integer" }] },
    };
    const papers = {
      name: "papers",
      version: "1.0.0",
      resources: { "papers:index:Paper": { inputProperties, properties: { text: { type: "string" } } } },
      types: { "papers:index:Rule": { type: "object", properties: { document } } },
    };
    const file = join(folder, "papers.json");
    writeFileSync(file, JSON.stringify(papers));
    const inputs = {
      document: '{"a":{"b":[1,true,null]}}',
      documents: ["plain\ntext\n", '{"z":1,"a":2}', 5, { c: "d" }],
      byName: { k: "[]", l: [] },
      rule: { document: "x" },
      either: "y",
    };
    const type = "papers:index:Paper";
    const written = paperProgram(loadSchema(Buffer.from(JSON.stringify(papers))), fromPlainMap(inputs));
    const code = (await printUnlessRefused(written)) ?? assert.fail();
    const [registered] = await registerYaml(judges, [file], [code]);
    assert.deepEqual(registered?.slice(0, 1), [{ type, name: "a", inputs }]);
    // Mocked outputs are null, so the test only shows that the runtime accepts them.
    assert.deepEqual(
      registered?.slice(1).map(({ name }) => name),
      ["b"],
    );
    const plain = "resources:\n  a: {type: papers:Paper, properties: {document: x}}\n";
    await assert.rejects(registerYaml(judges, [file], [plain]), /Cannot assign type 'string' to type/);
  });

  it("prints resources of every test schema so that the runtime registers their values", async () => {
    let count = 0;
    const published = testSchemas().map(({ bytes }) => bytes);
    for (const [index, bytes] of [Buffer.from(await simcloudSchema(tools)), ...published].entries()) {
      const schema = loadSchema(bytes);
      const { program: every } = syntheticProgram(schema);
      const file = join(folder, `schema_${index}.json`);
      writeFileSync(file, bytes);
      const registrations = await register(judges, file, (await printUnlessRefused(every)) ?? assert.fail());
      if (registrations === undefined) {
        console.log(`SKIPPED: ${schema.name}, schema ${index}: it refers to a schema that is not available`);
        continue;
      }
      const { sent, meant } = describeRegistrations(every, schema, registrations);
      assert.deepEqual(sent, meant, `${schema.name}, schema ${index}`);
      count += every.resources.length;
    }
    assert.ok(count >= 90, `${count} resources`);
  });
});

/** Returns a program with a resource with these inputs, and a second resource that refers to it in every JSON input. */
function paperProgram(schema: PackageSchema, inputs: PropertyMap): Program {
  const type = "papers:index:Paper";
  const options = {
    protect: false,
    retainOnDelete: false,
    ignoreChanges: [],
    dependsOn: [],
    additionalSecretOutputs: [],
  };
  const resource = (name: string, inputs: PropertyMap, links: readonly Link[]) => ({
    urn: `urn:pulumi:dev::p::${type}::${name}`,
    type,
    name,
    kind: "custom" as const,
    package: { name: "papers" },
    inputs,
    links,
    notes: [],
    options,
  });
  const link = (path: Path, ...parts: readonly LinkPart[]): Link => ({ path, parts });
  const output = { kind: "output", referent: `urn:pulumi:dev::p::${type}::a`, property: ["text"] } as const;
  const links = [
    link(["document"], output),
    link(["documents", 0], { kind: "text", text: "is " }, output),
    link(["documents", 1], { kind: "text", text: '{"is":"' }, output, { kind: "text", text: '"}' }),
    link(["byName", "k"], output),
    link(["rule", "document"], output),
  ];
  const reported = { document: "t", documents: ["is t", '{"is":"t"}'], byName: { k: "t" }, rule: { document: "t" } };
  const resources = [resource("a", inputs, []), resource("b", fromPlainMap(reported), links)];
  const graph = { project: "p", stack: "dev", resources };
  return lower(graph, new Map([["papers", schema]]), { project: "p", configKeys: new Map() }).program;
}

const wordy = {
  name: "wordy",
  version: "1.0.0",
  resources: { "wordy:index:Car": { inputProperties: { mode: { $ref: "#/types/wordy:index:Mode" } } } },
  types: { "wordy:index:Mode": { type: "string", enum: [{ value: "fast" }] } },
};

/** Returns the registrations of the program. Returns undefined if the schema refers to another package, whose schema is missing. */
async function register(judges: Judges, schema: string, code: string): Promise<readonly Registered[] | undefined> {
  try {
    const [registrations] = await registerYaml(judges, [schema], [code]);
    return registrations;
  } catch (error) {
    if (/binding type .*no schema file was given/s.test(String(error))) return undefined;
    throw error;
  }
}

async function printUnlessRefused(program: Program): Promise<string | undefined> {
  try {
    const [file] = await (await loadGenerator("yaml")).print(program, {});
    return file?.text ?? assert.fail();
  } catch (error) {
    assert.equal((error as ImpError).code, "GENERATOR_CANNOT_EXPRESS", String(error));
    return undefined;
  }
}

function withSortedKeys({ type, name, inputs }: Registered): unknown {
  return { type, name, inputs: sorted(inputs) };
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const { entries } = value as { readonly entries: readonly (readonly [string, unknown])[] };
  return sortedEntries(entries.map(([key, inner]) => [key, sorted(inner)] as const));
}
