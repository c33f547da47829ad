/** Printed HCL parses, is formatted, and keeps its values. The language host of Pulumi HCL runs imported programs with empty previews. */
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { type Estate, makeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import type { ImpError } from "../../src/domain/errors.ts";
import type { Program } from "../../src/ir/program.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { languageNames, loadGenerator } from "../generators/generator-of.ts";
import {
  anyText,
  hostileProgram,
  meaning,
  programOfTexts,
  smallTexts,
  sortedEntries,
} from "../generators/hostile-programs.ts";
import { syntheticProgram } from "../generators/synthetic.ts";
import { answeredEstate } from "../support/answered-estate.ts";
import { runs } from "../support/runs.ts";
import { compareStates, type StateDifference, showDifferences } from "./compare-states.ts";
import {
  assertFormatted,
  assertHclParses,
  convertHcl,
  type HclHost,
  type HclResource,
  parseHcl,
  readHcl,
  requireHclHost,
  useHcl,
} from "./hcl.ts";
import { assertNoLeaks, imp, touch } from "./judge-import.ts";
import { type Judges, requireJudges } from "./judges.ts";
import { olderHcl } from "./older-hcl.ts";
import { exitsWith } from "./run-process.ts";
import { openSimcloudStack, simcloudSchema } from "./simcloud.ts";
import { type RealStack, resourcesOf } from "./stack.ts";
import { testSchemas } from "./test-schemas.ts";
import { requireTools } from "./tools.ts";
import { worldProgram, worldSecrets } from "./world.ts";

describe("printed HCL in the official parser", () => {
  const tools = requireTools();
  let judges: Judges;

  before(function () {
    const found = requireJudges("printed HCL, parsed");
    if (found === undefined || !isPrinted("printed HCL, parsed")) return this.skip();
    judges = found;
  });

  it("keeps the values of unusual programs, and 10,000 random strings", async () => {
    // Strings in HCL are in Unicode's normal form C, so imp refuses other strings.
    const strings = fc.sample(anyText, 10_000).map((text) => text.normalize("NFC"));
    const texts = [programOfTexts(smallTexts()), programOfTexts(strings)];
    const programs = [...texts, ...fc.sample(hostileProgram, runs(500))];
    const printed = (await Promise.all(programs.map(printUnlessRefused))).flatMap((code, index) => {
      const written = programs[index];
      return code === undefined || written === undefined ? [] : [{ code, written }];
    });
    for (const program of texts) assert.ok(printed.some(({ written }) => written === program));
    assert.ok(printed.length > programs.length * 0.4, `${printed.length} of ${programs.length}`);
    const parsed = await parseHcl(
      judges,
      printed.map(({ code }) => code),
    );
    for (const [index, { written }] of printed.entries()) {
      const { diagnostics = [], resources = [] } = parsed[index] ?? {};
      assert.deepEqual(diagnostics, []);
      assert.deepEqual(resources.map(described), meaning(written));
    }
    assertFormatted(
      printed.map(({ code }) => code),
      parsed,
    );
  });

  it("prints resources of every test schema so that they parse and are formatted", async () => {
    let count = 0;
    for (const bytes of [Buffer.from(await simcloudSchema(tools)), ...testSchemas().map((schema) => schema.bytes)]) {
      const { program: every } = syntheticProgram(loadSchema(bytes));
      const code = (await printUnlessRefused(every)) ?? "";
      await assertHclParses(judges, [code]);
      count += every.resources.length;
    }
    assert.ok(count >= 90, `${count} resources`);
  });
});

describe("a program in Pulumi HCL for an older language host", () => {
  it("has labels as names, options next to inputs, and providers as resources", async function () {
    const judges = requireJudges("HCL for an older language host");
    if (judges === undefined) return this.skip();
    const schema = JSON.stringify({ functions: { "sim:index/getRegion:getRegion": {} } });
    const [older] = await olderHcl(judges, [{ "main.tf": currentProgram }], schema);
    assert.deepEqual(older, { files: { "main.hcl": olderProgram }, missing: ["stack references"] });
  });
});

const currentProgram = `terraform {}

provider "sim" {
  alias = "south"
}

data "sim_region" "here" {}

resource "sim_vpc" "public_a" {
  provider = sim.south
  text     = data.sim_region.here.name

  pulumi {
    name                      = "public-a"
    protect                   = true
    additional_secret_outputs = [pass_word]
  }
}

resource "sim_group" "group" {
  vpc = sim_vpc.public_a.id

  rule {
    ports = [1, 2]
  }

  rule {
    name = "b"
  }
}

resource "pulumi_stack_reference" "network" {
  name = "organization/network/dev"
}
`;

const olderProgram = `pulumi {}

resource "pulumi_providers_sim" "south" {
}

data "sim_get_region" "here" {}

resource "sim_vpc" "public-a" {
  provider = pulumi_providers_sim.south
  text     = data.sim_get_region.here.name

  additional_secret_outputs = ["passWord"]
  lifecycle {
    prevent_destroy = true
  }
}

resource "sim_group" "group" {
  vpc = sim_vpc.public-a.id

  rule {
    ports = tolist([1, 2])
    name  = true ? null : "b"
  }

  rule {
    name  = "b"
    ports = true ? null : tolist([1, 2])
  }
}

resource "pulumi_stack_reference" "network" {
  name = "organization/network/dev"
}
`;

describe("an import of 104 simulated resources in HCL", () => {
  const tools = requireTools();
  const stacks: RealStack[] = [];
  let host: HclHost;

  before(function () {
    const found = requireHclHost("imp run on an estate (HCL)");
    if (found === undefined || !isPrinted("imp run on an estate (HCL)")) return this.skip();
    host = found;
    console.log(`      the language host of the ${host.dialect} dialect`);
  });
  after(() => Promise.all(stacks.map((stack) => stack.dispose())));

  it("gives an empty preview, and keeps the project file", async () => {
    const estate = makeEstate({ seed: 7, resources: 104 });
    const stack = await openHclStack(estate.cloud);
    const project = readFileSync(join(stack.directory, "Pulumi.yaml"), "utf8");
    await assertImported(stack, estate);
    const state = resourcesOf(await stack.exportState());
    assert.ok(state.length > 90, `${state.length} resources`);
    assert.equal(readFileSync(join(stack.directory, "Pulumi.yaml"), "utf8"), project);
  });

  it("imports several estates, with empty previews", async () => {
    for (const seed of [11, 12, 13]) {
      const estate = makeEstate({ seed, resources: 40 });
      await assertImported(await openHclStack(estate.cloud), estate);
    }
  });

  it("prints a program for the state of a handwritten program, with an empty preview", async () => {
    const stack = await openSimcloudStack(tools);
    stacks.push(stack);
    await stack.compile(withoutComponents(worldProgram));
    await stack.up();
    for (const name of ["index.ts", "bin"]) rmSync(join(stack.directory, name), { recursive: true });
    useHcl(host, stack);
    const ran = await exitsWith(0, imp(stack, "generate", "--language", "hcl"));
    await assertRuns(stack);
    assertNoLeaks(stack, worldSecrets, [ran]);
  });

  it("prints function calls as data sources, with an empty preview", async () => {
    const { account, cloud, specs } = answeredEstate();
    const stack = await openHclStack(cloud);
    const file = join(stack.root, "specs.json");
    writeFileSync(file, JSON.stringify(specs));
    await exitsWith(0, imp(stack, "run", file, "--yes", "--functions", "--language", "hcl", ...verification(host)));
    const program = readFileSync(join(stack.directory, "main.tf"), "utf8");
    assert.match(program, /^data "simcloud_caller_identity" /m);
    // Only a description and a tag have the account ID as a literal.
    assert.equal(program.split(account).length - 1, 2, program);
    await assertRuns(stack);
  });

  async function openHclStack(cloud: object): Promise<RealStack> {
    const stack = await openSimcloudStack(tools, { SIMCLOUD_REGION: "us-east-1" });
    stacks.push(stack);
    useHcl(host, stack);
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(cloud));
    return stack;
  }

  async function assertImported(stack: RealStack, estate: Estate): Promise<void> {
    const specs = join(stack.root, "specs.json");
    writeFileSync(specs, JSON.stringify({ resources: entriesOf(estate, host) }));
    const ran = await exitsWith(
      0,
      imp(stack, "run", specs, "--yes", "--json", "--language", "hcl", ...verification(host)),
    );
    await assertRuns(stack);
    assertNoLeaks(stack, estate.canaries, [ran]);
  }

  /** Asserts that the program parses and is formatted, and that its preview is empty if the dialect of the host has everything that it uses. */
  async function assertRuns(stack: RealStack): Promise<void> {
    const sources = readHcl(stack.directory);
    assert.notDeepEqual(sources, {});
    await assertHclParses(host.judges, Object.values(sources));
    const missing = await convertHcl(host, stack, await simcloudSchema(tools));
    if (missing.length > 0) console.log(`SKIPPED: a preview in HCL: the older dialect lacks ${missing.join(", ")}`);
    // Converted programs register null values and other dependencies, so an update changes the state.
    else if (host.dialect === "older") await exitsWith(0, stack.previewExpectingNoChanges());
    else await assertUpdates(stack);
  }
});

/** Asserts that the preview is empty, and that an update keeps the state. */
async function assertUpdates(stack: RealStack): Promise<void> {
  await exitsWith(0, stack.previewExpectingNoChanges());
  const before = await stack.exportState({ showSecrets: true });
  touch(stack);
  assert.deepEqual(Object.keys(await stack.up()), ["same"]);
  const differences = compareStates(before, await stack.exportState({ showSecrets: true }));
  const unexpected = differences.filter((difference) => !isKnownDifference(difference));
  assert.equal(showDifferences(unexpected), "");
}

function isKnownDifference(difference: StateDifference): boolean {
  // Inside a secret, the language host sends no other secrets.
  return isNestedDependency(difference) || isSetBySdks(difference) || difference.path.endsWith(".plaintext");
}

/** SDKs set these options from the schema, and the language host does not. */
function isSetBySdks({ path }: StateDifference): boolean {
  return /^(?:replaceOnChanges|additionalSecretOutputs)\b/.test(path);
}

/** The language host also sends the properties of nested blocks as inputs without dependencies. */
function isNestedDependency({ path, before, after }: StateDifference): boolean {
  return path.startsWith("propertyDependencies.") && before === undefined && isDeepStrictEqual(after, []);
}

/** Verification would start the language host, which cannot read the current dialect if it is older. */
function verification({ dialect }: HclHost): readonly string[] {
  return dialect === "older" ? ["--no-verify"] : [];
}

/** Returns whether imp prints HCL. Otherwise, prints that the suite is skipped. */
function isPrinted(suite: string): boolean {
  if (languageNames.some((name) => name === "hcl")) return true;
  console.log(`SKIPPED: ${suite}: imp does not print HCL`);
  return false;
}

/** HCL registers only remote components. The older dialect reads the input `aliases` of a type as an option. */
function entriesOf(estate: Estate, { dialect }: HclHost): readonly SpecEntry[] {
  return estate.specs.resources.flatMap(({ parent, ...entry }) => {
    if (entry.component === true) return [];
    return dialect === "older" && entry.type === "simcloud:bridge/legacy:Legacy" ? [] : [entry];
  });
}

/** Removes the component, and the provider that only the component uses. HCL registers neither. */
function withoutComponents(program: string): string {
  return program.replace(/^const (?:site|south) = .*$/gm, "").replaceAll(", { parent: site }", "");
}

async function printUnlessRefused(program: Program): Promise<string | undefined> {
  try {
    const [file] = await (await loadGenerator("hcl")).print(program, {});
    return file?.text ?? assert.fail();
  } catch (error) {
    assert.equal((error as ImpError).code, "GENERATOR_CANNOT_EXPRESS", String(error));
    return undefined;
  }
}

/** Describes a resource as `meaning` does, whose types are `a.First`. */
function described({ type, name, inputs }: HclResource): unknown {
  const member = type.split("_").at(-1) ?? "";
  return { type: `a.${member.charAt(0).toUpperCase()}${member.slice(1)}`, name, inputs: sorted(inputs) };
}

function sorted(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("<<sim_a_first|first|", "<<a.First|");
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  // A string that consists of one reference is converted to text.
  if ("call" in value && value.call === "tostring" && "arguments" in value) return [sorted(value.arguments)].flat()[0];
  const { entries } = value as { readonly entries: readonly (readonly [string, unknown])[] };
  return sortedEntries(entries.map(([key, inner]) => [key, sorted(inner)] as const));
}
