import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Estate, makeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { assertEngineAgrees, assertNoLeaks, imp } from "./judge-import.ts";
import { type Judges, requireJudges } from "./judges.ts";
import { type Ran, showRun } from "./run-process.ts";
import { simcloudExecutable } from "./simcloud.ts";
import { openStack, type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

describe("an import of 104 simulated resources in YAML", () => {
  const tools = requireTools();
  const project = "name: estate\nruntime: yaml # beside Main.yaml\n";
  const stacks: RealStack[] = [];
  let judges: Judges;

  before(function () {
    const found = requireJudges("imp run on an estate (YAML)");
    if (found === undefined) return this.skip();
    judges = found;
  });
  after(() => Promise.all(stacks.map((stack) => stack.dispose())));

  it("gives an empty preview, and keeps the project file", async () => {
    const estate = makeEstate({ seed: 7, resources: 104 });
    const stack = await openYamlStack(estate);
    const state = await assertImported(stack, estate);
    assert.ok(state.length > 90, `${state.length} resources`);
    assert.ok(state.some(({ urn }) => urn.endsWith("::pulumi:providers:simcloud::default")));
    assert.equal(readFileSync(join(stack.directory, "Pulumi.yaml"), "utf8"), project);
    // The program refers to a configured string by its key if the key is unambiguous.
    const code = readFileSync(join(stack.directory, "Main.yaml"), "utf8");
    assert.match(code, /^ {2}(\w+Password):\n {4}type: string\n {4}secret: true$[\s\S]*password: \$\{\1\}$/m);
  });

  it("uses the version of a package declaration, and keeps a numeric secret as a string", async () => {
    const estate = makeEstate({ seed: 11, resources: 30 });
    const stack = await openYamlStack(estate);
    mkdirSync(join(stack.directory, "sdks"));
    const declaration = "packageDeclarationVersion: 1\nname: simcloud\nversion: 1.0.0\n";
    writeFileSync(join(stack.directory, "sdks", "simcloud.yaml"), declaration);
    const state = await assertImported(stack, estate, "12345");
    assert.ok(state.some(({ urn }) => urn.endsWith("::pulumi:providers:simcloud::default_1_0_0")));
    const code = readFileSync(join(stack.directory, "Main.yaml"), "utf8");
    assert.match(code, /^ {2}(\w+)Value:\n {4}name: \1\n {4}type: string\n {4}secret: true$/m);
    // SDKs of other languages convert this argument to JSON text. Pulumi YAML keeps the object.
    assert.deepEqual(state.find(({ urn }) => urn.endsWith("::in-role"))?.inputs, {
      version: "1.0.0",
      __internal: {},
      ...role,
    });
  });

  async function openYamlStack(estate: Estate): Promise<RealStack> {
    const stack = await openStack({ tools, providers: { simcloud: simcloudExecutable }, sdks: [] });
    stacks.push(stack);
    symlinkSync(judges.yamlHost, join(stack.root, "bin", "pulumi-language-yaml"));
    writeFileSync(join(stack.directory, "Pulumi.yaml"), project);
    const [cloud, journal] = [join(stack.root, "cloud.json"), join(stack.root, "journal.jsonl")];
    Object.assign(stack.env, { SIMCLOUD_FILE: cloud, SIMCLOUD_REGION: "us-east-1", SIMCLOUD_JOURNAL: journal });
    writeFileSync(cloud, JSON.stringify(estate.cloud));
    return stack;
  }
});

const role = { region: "us-east-1", assumeRole: { roleArn: "arn:sim:iam::1:role/r", tags: { a: "b" } } };

/** Imports the estate, and asserts that the real CLI finds no changes. @returns the resources of the state */
async function assertImported(stack: RealStack, estate: Estate, password?: string) {
  const specs = join(stack.root, "specs.json");
  const provider = { type: "pulumi:providers:simcloud", name: "in-role", inputs: role };
  writeFileSync(specs, JSON.stringify({ resources: [provider, ...entriesOf(estate, password)] }));
  const ran: Ran = await imp(stack, "run", specs, "--yes", "--json");
  assert.equal(ran.code, 0, showRun(ran));
  const ours = await stack.exportState({ showSecrets: true });
  await assertEngineAgrees(stack, ours);
  assertNoLeaks(stack, estate.canaries, [ran]);
  return resourcesOf(ours);
}

/** Pulumi YAML registers only remote components. */
function entriesOf(estate: Estate, password: string | undefined): readonly SpecEntry[] {
  return estate.specs.resources.flatMap(({ parent, ...entry }) => {
    if (entry.component === true) return [];
    if (password === undefined || entry.inputs?.password === undefined) return [entry];
    return [{ ...entry, inputs: { ...entry.inputs, password } }];
  });
}
