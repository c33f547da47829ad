/** Compiles and runs printed TypeScript with every resource of the test schemas, and compares the inputs that the official SDKs send. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, dirname, join, sep } from "node:path";
import pLimit from "p-limit";
import type { GeneratedFile } from "../../generators/generator.ts";
import type { Diagnostic } from "../../src/domain/diagnostic.ts";
import type { Program } from "../../src/ir/program.ts";
import { loadSchema } from "../../src/schema/load.ts";
import type { PackageSchema } from "../../src/schema/types.ts";
import { withSecretObjects } from "../generators/estate-program.ts";
import { loadGenerator } from "../generators/generator-of.ts";
import { syntheticProgram } from "../generators/synthetic.ts";
import type { PublishedSchema } from "../support/published-schemas.ts";
import { projectRoot } from "./project-root.ts";
import { describeRegistrations, type Registration } from "./registrations.ts";
import { exitsWith, runProcess } from "./run-process.ts";
import { nodejsSources } from "./sdk.ts";
import { simcloudSchema } from "./simcloud.ts";
import { overlays, testSchemas, whyNoSdk } from "./test-schemas.ts";
import { requireTools } from "./tools.ts";
import { checkStrictly } from "./typescript.ts";

interface Candidate {
  readonly name: string;
  readonly schema: PackageSchema;
  /** The printed program. */
  readonly program: Program;
  readonly folder: string;
}

describe("printed TypeScript with the official SDKs", () => {
  const tools = requireTools();
  let directory: string;

  before(() => {
    directory = realpathSync(mkdtempSync(join(tmpdir(), "imp-typescript-")));
    // Every SDK and program uses the same core SDK.
    symlinkSync(join(projectRoot, "node_modules"), join(directory, "node_modules"));
  });
  after(() => {
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  });

  it("prints TypeScript that compiles in strict mode and sends the program's values", async () => {
    const simcloud = { name: "simcloud", bytes: Buffer.from(await simcloudSchema(tools)) };
    const schemas = [simcloud, ...testSchemas()];
    const limit = pLimit(availableParallelism());
    const secret = limit(() => candidate({ ...simcloud, name: "simcloud-secrets" }, withSecretObjects));
    const made = await Promise.all([secret, ...schemas.map((each) => limit(() => candidate(each)))]);
    const candidates = made.filter((each) => each !== undefined);
    const { checked, wrong, broken } = checkStrictly(candidates.map(({ folder }) => folder));
    for (const [folder, why] of broken) {
      console.log(
        `SKIPPED: ${basename(folder)}: its SDK does not compile without the program: ${why.replace(folder, "")}`,
      );
    }
    assert.deepEqual(wrong, []);
    assert.equal(checked, candidates.length);
    const whole = candidates.filter(({ folder }) => !broken.has(folder));
    await Promise.all(
      whole.map((each) =>
        limit(async () => {
          const { sent, meant } = await compared(each);
          assert.deepEqual(sent, meant, each.name);
        }),
      ),
    );
    const count = whole.reduce((sum, { program }) => sum + program.resources.length, 0);
    console.log(`      ${checked} programs checked; ${whole.length} schemas, ${count} resources`);
    assert.ok(count >= 90, `${count} resources`);
  });

  it("fails the check of this suite if a value, a module, or a resource is wrong", async () => {
    const flaws = {
      right: ["size: 3", "size: 3"],
      typed: ["size: 3", 'size: "3"'],
      absent: ["size: 3", "size: undefined"],
      module: ["@pulumi/flawed", "@pulumi/missing"],
      sent: ["size: 3", "size: 4"],
      lost: [/const every.*\n?/, ""],
    } as const;
    const bytes = Buffer.from(JSON.stringify(flawedSchema));
    const made = await Promise.all(
      Object.entries(flaws).map(async ([name, [from, to]]) => {
        const each = (await candidate({ name, bytes })) ?? assert.fail();
        const path = join(each.folder, "program.ts");
        const text = readFileSync(path, "utf8");
        assert.match(text, new RegExp(from));
        writeFileSync(path, text.replace(from, to));
        return each;
      }),
    );
    writeFileSync(join(directory, "right", "sdk", "flaw.ts"), 'export const flaw: number = "x";\n');
    const { checked, wrong, broken } = checkStrictly(made.map(({ folder }) => folder));
    assert.equal(checked, made.length);
    assert.deepEqual([...broken.keys()], [join(directory, "right")]);
    const refused = Object.keys(flaws).filter((name) =>
      wrong.some((text) => text.startsWith(join(directory, name) + sep)),
    );
    assert.deepEqual(refused, ["typed", "absent", "module"], wrong.join("\n"));
    for (const each of made.filter(({ name }) => !refused.includes(name))) {
      const { sent, meant } = await compared(each);
      if (each.name === "right") assert.deepEqual(sent, meant);
      else assert.notDeepEqual(sent, meant, each.name);
    }
  });

  /** Prints a program for the schema. If the SDK is missing, prints a message, and returns undefined. */
  async function candidate(
    { name, bytes }: PublishedSchema,
    change = (program: Program): Program => program,
  ): Promise<Candidate | undefined> {
    const schema = loadSchema(bytes);
    const skip = overlays(bytes);
    const { program: made, left } = syntheticProgram(schema, skip);
    const program = change(made);
    const folder = join(directory, name);
    try {
      link(folder, await nodejsSources(tools, bytes, join(folder, "sdk")));
    } catch (error) {
      console.log(`SKIPPED: ${name}: the official generator cannot generate its SDK: ${whyNoSdk(error)}`);
      return undefined;
    }
    for (const token of skip) console.log(`SKIPPED: ${name}: ${token}: its SDK has no class for the token`);
    for (const token of left) console.log(`SKIPPED: ${name}: ${token}: a required type is not in the schema`);
    const { text, diagnostics } = await print(program);
    writeFileSync(join(folder, "program.ts"), text);
    return { name, schema, program: without(program, diagnostics), folder };
  }
});

/** Compares the registrations of a program with its IR. */
async function compared({ program, schema, folder }: Candidate): Promise<ReturnType<typeof describeRegistrations>> {
  return describeRegistrations(program, schema, await record(folder));
}

const flawedSchema = {
  name: "flawed",
  version: "1.0.0",
  resources: {
    "flawed:index:Thing": {
      inputProperties: { size: { type: "integer" }, text: { type: "string" } },
      requiredInputs: ["size"],
    },
  },
};

/** Links the SDK next to a program as an importable package. */
function link(folder: string, packageName: string): void {
  const path = join(folder, "node_modules", packageName);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(join(folder, "sdk"), path);
}

async function print(program: Program): Promise<GeneratedFile> {
  const [file] = await (await loadGenerator("typescript")).print(program, {});
  return file ?? assert.fail();
}

/** Removes inputs that the SDK does not send, which the printer reports. */
function without(program: Program, diagnostics: readonly Diagnostic[]): Program {
  const unsent = new Set(diagnostics.map(({ resource, path }) => `${resource} ${path}`));
  const resources = program.resources.map((node) => {
    return { ...node, inputs: node.inputs.filter(({ name }) => !unsent.has(`${node.urn} ${name}`)) };
  });
  return { ...program, resources };
}

/** Returns the registrations of the compiled program under the mocks of the adjacent SDK. */
async function record(folder: string): Promise<readonly Registration[]> {
  const recorder = join(projectRoot, "dist", "test", "real", "record-mocks.js");
  const ran = await exitsWith(0, runProcess([process.execPath, recorder, join(folder, "program.js")], { cwd: folder }));
  return JSON.parse(ran.stdout) as readonly Registration[];
}
