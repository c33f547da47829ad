/**
 * Random schemas of Terraform's SDK with an object each, through the real bridge: Read, Check, Diff, and previews of Create. Every program
 * is clean, recreates the object, and omits bridge metadata, in all languages.
 */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { languages } from "../../generators/index.ts";
import { printProgram } from "../../generators/print-program.ts";
import { problemOf } from "../../src/domain/outcome.ts";
import type { CloudResource } from "../../src/import/read/cloud-resource.ts";
import { lowerProven } from "../../src/lower/lower-proven.ts";
import { allBytes } from "../../src/value/json/byte-source.ts";
import { isEmpty, openOutput } from "../../src/value/open-value.ts";
import type { PropertyMap, Value } from "../../src/value/value.ts";
import { type OpenedImport, withImport } from "../import/import-estate.ts";
import { type Provider, requireProvider } from "./providers.ts";
import { mustRun } from "./run-process.ts";
import { nodejsSdk } from "./sdk.ts";
import { openStack } from "./stack.ts";
import { onPath, requireTools, type Tools } from "./tools.ts";

const title = "imp run with random types of a bridged provider";

/** The number of types per plugin, because each start costs the same. */
const batch = 100;
const batches = process.env.IMP_PROVE === "1" ? 50 : 2;

describe(title, function () {
  this.timeout(1_200_000);
  const tools = requireTools();
  let provider: Provider;

  before(function () {
    const built = requireProvider("bridged", title);
    if (built === undefined) return this.skip();
    provider = built;
  });

  for (let seed = 1; seed <= batches; seed += 1) {
    it(`prints complete programs with empty previews for ${batch} types (seed ${seed})`, async () => {
      const names = Array.from({ length: batch }, (_, index) => index);
      const resources = names.map((index) => ({
        type: `bridged:index/t${index}:T${index}`,
        name: `t${index}`,
        id: "object",
      }));
      const env = { BRIDGED_SEED: String(seed), BRIDGED_TYPES: String(batch) };
      const faults = await withImport({ bridged: provider.executable }, env, { resources }, async (opened) => [
        ...verdictFaults(opened),
        ...(await lostValues(opened)),
        ...(await programFaults(opened, tools)),
      ]);
      assert.deepEqual(faults, []);
    });
  }
});

function verdictFaults({ plan }: OpenedImport): readonly string[] {
  return plan.outcomes.flatMap((outcome) =>
    outcome.verdict === "clean" ? [] : [`${outcome.name} is ${outcome.verdict}: ${problemOf(outcome)?.message ?? ""}`],
  );
}

/** Returns read input values that a deployment of the program would not set. */
async function lostValues({ plan, open }: OpenedImport): Promise<readonly string[]> {
  const programs = new Map(plan.graph.resources.map(({ urn, inputs }) => [urn, inputs]));
  const lost = open.reads.map(async (read): Promise<readonly string[]> => {
    const program = read.kind === "read" ? programs.get(read.cloud.request.urn) : undefined;
    return read.kind !== "read" || program === undefined ? [] : await lostFrom(read.cloud, program);
  });
  return (await Promise.all(lost)).flat();
}

async function lostFrom(
  { request, provider, projected }: CloudResource,
  program: PropertyMap,
): Promise<readonly string[]> {
  const { urn, name, type } = request;
  const { inputs, failures } = await provider.check({
    urn,
    name,
    type,
    olds: new Map(),
    news: program,
    randomSeed: new Uint8Array(32),
  });
  if (failures.length > 0) return [`${name} is refused: ${failures.map(({ reason }) => reason).join(", ")}`];
  const { outputs } = await provider.previewCreate({ urn, name, type, news: inputs });
  return [...projected].flatMap(([key, value]) => (isMade(value, outputs.get(key)) ? [] : [`${name} loses ${key}`]));
}

/** Returns true if the planned value has all read values. Values that the cloud assigns are unknown in a plan, and sets have no order. */
function isMade(read: Value, planned: Value | undefined): boolean {
  const value = openOutput(read);
  const other = planned && openOutput(planned);
  if (isEmpty(value) || other?.kind === "unknown") return true;
  if (value.kind === "map") {
    return other?.kind === "map" && [...value.entries].every(([key, item]) => isMade(item, other.entries.get(key)));
  }
  if (value.kind === "list") {
    return (
      other?.kind === "list" &&
      value.items.every((item) =>
        isMade(
          item,
          other.items.find((one) => isMade(item, one)),
        ),
      )
    );
  }
  return isEqual(value, other);
}

function isEqual(value: Value, other: Value | undefined): boolean {
  return other !== undefined && "value" in value && "value" in other && value.value === other.value;
}

async function programFaults({ plan, open }: OpenedImport, tools: Tools): Promise<readonly string[]> {
  const { program, config } = lowerProven(plan.graph, open.schemas, { project: "orchard", config: new Map() });
  const kept = new Map(config.map(({ key, value }) => [key, value]));
  const files = await printProgram(program, languages, new Map(), kept, "single");
  await compileTypescript(tools, await schemaIn(open), files.find(({ path }) => path === "index.ts")?.text ?? "");
  const folder = mkdtempSync(join(tmpdir(), "imp-bridged-"));
  try {
    for (const { path, text } of files) {
      if (!path.endsWith(".py") || !onPath("python3")) continue;
      writeFileSync(join(folder, path), text);
      await mustRun(["python3", "-m", "py_compile", join(folder, path)]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const noted = files.filter(({ text }) => /__defaults|__meta|__pulumi_raw_state_delta/.test(text));
  return noted.map(({ path }) => `${path} has bookkeeping`);
}

/** Compiles a program with the official SDK of the schema. Throws the compiler output. */
async function compileTypescript(tools: Tools, schema: Uint8Array, program: string): Promise<void> {
  const stack = await openStack({ tools, providers: {}, sdks: [await nodejsSdk(tools, schema)] });
  try {
    await stack.compile(program);
  } finally {
    await stack.dispose();
  }
}

/** Reads the schema of the plugin, which depends on the seed. */
async function schemaIn({ reads }: OpenedImport["open"]): Promise<Uint8Array> {
  const instance = reads.flatMap((read) => (read.kind === "read" ? [read.cloud.instance] : []))[0];
  assert.ok(instance?.provider !== undefined);
  return allBytes(await instance.provider.getSchema());
}
