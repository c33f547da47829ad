/** Printed Python passes formatters and strict type checkers, and registers the right resources with official SDKs. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { ImpError } from "../../src/domain/errors.ts";
import type { Program } from "../../src/ir/program.ts";
import { lower } from "../../src/lower/lower.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema } from "../../src/schema/types.ts";
import { fromPlain, type Plain } from "../../src/value/plain.ts";
import type { Value } from "../../src/value/value.ts";
import { estateProgram, withSecretObjects } from "../generators/estate-program.ts";
import { loadGenerator } from "../generators/generator-of.ts";
import { hostileProgram } from "../generators/hostile-programs.ts";
import { anyProgram } from "../generators/programs.ts";
import { syntheticProgram } from "../generators/synthetic.ts";
import { runs } from "../support/runs.ts";
import { projectRoot } from "./project-root.ts";
import { checkTypes, type Python, pythonSdk, requirePython, runModule } from "./python.ts";
import { describeRegistrations, type Registration } from "./registrations.ts";
import { exitsWith, type Ran, runProcess, showRun } from "./run-process.ts";
import { simcloudSchema } from "./simcloud.ts";
import { overlays, testSchemas, whyNoSdk } from "./test-schemas.ts";
import { requireTools } from "./tools.ts";

describe("printed Python with the official SDKs", () => {
  const tools = requireTools();
  let python: Python;
  let folder: string;

  before(function () {
    const found = requirePython("printed Python, judged");
    if (found === undefined) return this.skip();
    python = found;
    folder = mkdtempSync(join(tmpdir(), "imp-python-"));
  });
  after(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  it("prints Python in the style of ruff and black, without unused imports", async () => {
    const programs = [
      ...fc.sample(anyProgram, runs(150)).map(declared),
      ...fc.sample(hostileProgram, runs(100)),
      estateProgram(150),
    ];
    const directory = join(folder, "layout");
    mkdirSync(directory);
    let refused = 0;
    for (const [index, program] of programs.entries()) {
      const text = await print(program).catch((error: ImpError) => {
        // imp rejects programs with two names that are equal in Python.
        assert.equal(error.code, "GENERATOR_CANNOT_EXPRESS", String(error));
        refused += 1;
      });
      if (text !== undefined) writeFileSync(join(directory, `program_${index}.py`), text);
    }
    assert.ok(refused < programs.length / 10, `${refused} of ${programs.length} were rejected`);
    const goldens = join(projectRoot, "fixtures", "programs");
    // If nothing fits on a line, ruff and black break different brackets.
    await exitsWith(0, runModule(python, "black", "--check", "--diff", "-q", goldens));
    for (const where of [directory, goldens]) {
      const judges = [
        ["ruff", "format", "--isolated", "--check", "--diff"],
        // A program of several files resolves its modules only at the root.
        ["ruff", "check", "--isolated", "--no-cache", "--select", "F401,I", "--exclude", "layouts"],
      ];
      for (const judge of judges) {
        await exitsWith(0, runModule(python, ...judge, where));
      }
    }
  });

  it("prints Python that passes strict type checks and sends the program's values", async () => {
    const directory = join(folder, "sdks");
    const published = testSchemas().map(({ bytes }) => bytes);
    const simcloud = Buffer.from(await simcloudSchema(tools));
    const made = await Promise.all(
      [simcloud, simcloud, ...published].map(async (bytes, index) => {
        const schema = loadSchema(bytes);
        const { program: synthetic } = syntheticProgram(schema, overlays(bytes));
        const program = index === 0 ? withSecretObjects(synthetic) : synthetic;
        const root = `schema_${index}`;
        const sdk = await pythonSdk(tools, bytes).catch((error: unknown) => {
          console.log(`SKIPPED: ${schema.name}: the official generator cannot generate its SDK: ${whyNoSdk(error)}`);
        });
        if (sdk !== undefined) {
          cpSync(sdk, join(directory, root), { recursive: true });
          writeFileSync(join(directory, root, "program.py"), await print(program));
        }
        return { schema, program, root, sdk };
      }),
    );
    const whole = made.filter(({ sdk }) => sdk !== undefined);
    for (const { schema, program, root } of whole) {
      const registrations = await record(python, join(directory, root));
      if (registrations === undefined) {
        console.log(`SKIPPED: ${schema.name}, ${root}: its SDK refers to types that it does not contain`);
        rmSync(join(directory, root), { recursive: true });
        continue;
      }
      const { sent, meant } = describeRegistrations(program, schema, registrations);
      assert.deepEqual(sent, meant, `${schema.name}, ${root}`);
    }
    assert.deepEqual(await checkTypes(python, directory), []);
    const count = whole.reduce((sum, { program }) => sum + program.resources.length, 0);
    assert.ok(count >= 90, `${count} resources`);
  });

  it("rejects the same lists as the SDK at run time", async () => {
    const texts = { type: "array", items: { type: "string" } };
    const inputProperties = {
      text: { type: "string" },
      texts,
      byName: { type: "object", additionalProperties: { type: "string" } },
      either: { oneOf: [{ type: "string" }, texts] },
      document: { $ref: "pulumi.json#/Json" },
      any: { $ref: "pulumi.json#/Any" },
      anyByName: { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" } },
    };
    const near = { name: "near", version: "1.0.0", resources: { "near:index:Thing": { inputProperties } } };
    const bytes = Buffer.from(JSON.stringify(near));
    const directory = join(folder, "lists");
    cpSync(await pythonSdk(tools, bytes), directory, { recursive: true });
    const rows: readonly (readonly [name: string, argument: string, value: Plain])[] = [
      ["text", "text", ["a"]],
      ["texts", "texts", ["a"]],
      ["texts", "texts", [["a"]]],
      ["byName", "by_name", { k: ["a"] }],
      ["byName", "by_name", { k: { l: ["a"] } }],
      ["either", "either", ["a"]],
      ["document", "document", ["a"]],
      ["any", "any", ["a"]],
      ["anyByName", "any_by_name", { k: ["a"] }],
    ];
    for (const [name, argument, value] of rows) {
      const code = `import pulumi_near as near\nnear.Thing("t", ${argument}=${JSON.stringify(value)})\n`;
      writeFileSync(join(directory, "program.py"), code);
      const ran = await recording(python, directory);
      const program = thing(loadSchema(bytes), name, fromPlain(value));
      const isPrinted = await print(program).then(
        () => true,
        ({ code: why }: ImpError) => why !== "GENERATOR_CANNOT_EXPRESS",
      );
      assert.equal(isPrinted, !ran.stderr.includes("Expected 'list'"), `${code}\n${showRun(ran)}`);
    }
  });

  it("prints Python that passes strict type checks with the published SDK", async () => {
    const place = join(folder, "published");
    const program = join(place, "random", "program.py");
    cpSync(join(projectRoot, "fixtures", "programs", "sdk", "random", "__main__.py"), program);
    assert.deepEqual(await checkTypes(python, place), []);
    const strict = ["mypy", "--strict", "--follow-imports=silent", `--cache-dir=${join(folder, "mypy")}`];
    await exitsWith(0, runModule(python, ...strict, program));
  });
});

/** Removes inputs that are not in the schema, because imp rejects them in Python. */
function declared(program: Program): Program {
  const resources = program.resources.map((node) => ({
    ...node,
    inputs: node.inputs.map(({ undeclared, ...property }) => property),
  }));
  return { ...program, resources };
}

async function print(program: Program): Promise<string> {
  const [file] = await (await loadGenerator("python")).print(program, {});
  return file?.text ?? assert.fail();
}

function recording(python: Python, folder: string): Promise<Ran> {
  const runner = join(projectRoot, "test", "real", "python", "record_mocks.py");
  const env = { ...process.env, PYTHONPATH: folder };
  return runProcess([python.interpreter, runner, "program.py"], { env, cwd: folder });
}

/** Returns a program of one resource with one input. */
function thing(schema: PackageSchema, input: string, value: Value): Program {
  const type = "near:index:Thing";
  const options = {
    protect: false,
    retainOnDelete: false,
    ignoreChanges: [],
    dependsOn: [],
    additionalSecretOutputs: [],
  };
  const resource = {
    urn: `urn:pulumi:dev::p::${type}::t`,
    type,
    name: "t",
    kind: "custom" as const,
    package: { name: "near" },
    inputs: new Map([[input, value]]),
    links: [],
    notes: [],
    options,
  };
  const graph = { project: "p", stack: "dev", resources: [resource] };
  return lower(graph, new Map([["near", schema]]), { project: "p", configKeys: new Map() }).program;
}

/** Returns the resources that the program registers under mocks, or undefined if its generated SDK is broken. */
async function record(python: Python, folder: string): Promise<readonly Registration[] | undefined> {
  const ran = await recording(python, folder);
  if (ran.stderr.includes(" in get_type_hints\n")) return undefined;
  assert.equal(ran.code, 0, showRun(ran));
  return JSON.parse(ran.stdout) as readonly Registration[];
}
