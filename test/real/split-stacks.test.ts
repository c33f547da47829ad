/** `imp discover --split` and `imp run --stack-reference`: six teams get a stack each, and the real preview of each stack is empty. */
import assert from "node:assert/strict";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { groupBy } from "../../src/domain/order/maps.ts";
import { buildGo, goSdk } from "./go-sdk.ts";
import { assertEngineAgrees, imp, type Report } from "./judge-import.ts";
import { type Judges, requireJudges } from "./judges.ts";
import { projectRoot } from "./project-root.ts";
import { type Python, pythonSdk, requirePython } from "./python.ts";
import { exitsWith, type Ran } from "./run-process.ts";
import { openSimcloudStack, simcloudSchema } from "./simcloud.ts";
import { type Checkpoint, type RealStack, resourcesOf, unexpectedChanges } from "./stack.ts";
import { type Team, type TeamReference, teamEstate, teams } from "./team-estate.ts";
import { onPath, requireTools } from "./tools.ts";

/** The document of `imp discover --split --json`. */
interface SplitDocument {
  readonly resources: number;
  readonly parts: readonly { readonly name: Team; readonly file: string; readonly resources: number }[];
  readonly crossing: readonly unknown[];
}

/** An entry of an import file. */
interface Entry {
  readonly type: string;
  readonly id: string;
  readonly stackOutputs?: Readonly<Record<string, string>>;
}

/** Each runtime has a stack that reads outputs of other stacks, and a stack whose outputs others read. */
const runtimes = {
  network: "yaml",
  security: "nodejs",
  data: "go",
  orders: "nodejs",
  billing: "python",
  web: "yaml",
} as const satisfies Record<Team, string>;

const programFiles = { yaml: "Main.yaml", nodejs: "index.ts", go: "main.go", python: "__main__.py" } as const;

/** Inputs that the simulated cloud can update. Changes of others are replacements, which protected resources reject. */
const updatableInputs: ReadonlySet<string> = new Set(["environment", "policy"]);

const stackName = "prod";

describe("a split of 1,000 simulated resources into six stacks", () => {
  const tools = requireTools();
  const estate = teamEstate();
  const crossing = estate.references.filter(({ from, to }) => from.team !== to.team);
  const stacks = new Map<Team, RealStack>();
  let judges: Judges;
  let python: Python;
  let document: SplitDocument;

  before(async function () {
    const suite = "imp discover --split into real stacks";
    const [foundJudges, foundPython] = [requireJudges(suite), requirePython(suite)];
    if (foundJudges === undefined || foundPython === undefined) return this.skip();
    if (!onPath("go")) {
      console.log(`SKIPPED: ${suite}: go is not on the PATH`);
      return this.skip();
    }
    [judges, python] = [foundJudges, foundPython];
    for (const team of teams) stacks.set(team, await openTeamStack(team));
    writeFileSync(String(stackOf("network").env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
  });
  after(() => Promise.all([...stacks.values()].map((stack) => stack.dispose())));

  it("writes one file for each team, in the order of their references", async () => {
    const words = ["discover", "simcloud", "--split", "tag:team", "--json", "--cwd", folder()];
    const ran = await exitsWith(0, imp(stackOf("network"), ...words));
    document = JSON.parse(ran.stdout) as SplitDocument;
    assert.deepEqual(
      document.parts.map(({ name }) => name),
      teams,
    );
    for (const { name, file, resources } of document.parts) {
      const expected = estate.objects.filter(({ team }) => team === name).map(({ type, id }) => `${type} ${id}`);
      assert.equal(resources, expected.length);
      assert.deepEqual(
        entriesOf(file)
          .map(({ type, id }) => `${type} ${id}`)
          .sort(),
        expected.sort(),
      );
    }
    assert.equal(document.resources, 1004);
    const [all, across] = [countPairs(estate.references), countPairs(crossing)];
    assert.ok(all >= 2000, `${all} references`);
    assert.equal(document.crossing.length, across);
    console.log(
      `      ${document.resources} resources (${estate.untagged} without a tag), ${all} references, ${across} across ${document.parts.length} stacks`,
    );
  });

  for (const team of teams) {
    it(`imports ${team} (${runtimes[team]}), with an empty preview and no ID of another stack in the program`, async () => {
      const stack = stackOf(team);
      const { file = "" } = document.parts.find(({ name }) => name === team) ?? {};
      // The tests' host of Go doesn't compile programs.
      const flags = runtimes[team] === "go" ? ["--no-verify"] : [];
      const ran = await importPart(stack, join(folder(), file), referredTeams(team), ...flags);
      const report = JSON.parse(ran.stdout) as Report;
      assert.deepEqual([...new Set(report.resources.map(({ verdict }) => verdict))], ["clean"]);
      await exitsWith(0, stack.pulumi("stack", "select", stackName));
      await build(team);
      await assertEngineAgrees(stack, await stack.exportState({ showSecrets: true }));
      assertNoLiterals(team);
      assertReferences(team, await stack.exportState());
      await assertOutputs(team, entriesOf(file));
      console.log(
        `      ${report.resources.length} resources in ${ran.seconds.toFixed(1)} s, ${outgoing(team).length} values of ${referredTeams(team).length} other stacks, ${namesOf(team).length} of them as literal names`,
      );
    });
  }

  it("gives a preview with changes after an output of another stack was changed", async () => {
    for (const team of teams) {
      const reference = outgoing(team).findLast(({ input, isName }) => updatableInputs.has(input) && !isName);
      if (reference === undefined) continue;
      const [reader, owner] = [stackOf(team), stackOf(reference.to.team)];
      const before = await owner.exportState();
      await importState(owner, withOtherOutput(before, reference.text));
      const { stdout } = await exitsWith(unexpectedChanges, reader.previewExpectingNoChanges());
      assert.match(stdout, /^ +~ \d+ to update$/m);
      await importState(owner, before);
    }
  });

  function stackOf(team: Team): RealStack {
    return stacks.get(team) ?? assert.fail(team);
  }

  /** Returns the folder of the import files, which is outside the projects. */
  function folder(): string {
    return stackOf("network").root;
  }

  /** Opens a project without a stack. All projects have the same backend and cloud. */
  async function openTeamStack(team: Team): Promise<RealStack> {
    const first = stacks.get("network")?.env;
    const shared = ["PULUMI_BACKEND_URL", "SIMCLOUD_FILE"].flatMap((name) =>
      first === undefined ? [] : [[name, String(first[name])] as const],
    );
    const runtime = runtimes[team];
    const schema = Buffer.from(await simcloudSchema(tools));
    const interpreter = {
      PYTHONPATH: await pythonSdk(tools, schema),
      IMP_PYTHON: python.interpreter,
      IMP_PYTHON_RUNNER: join(projectRoot, "test", "real", "python", "run_program.py"),
    };
    const env = { ...Object.fromEntries(shared), ...(runtime === "python" ? interpreter : {}) };
    const stack = await openSimcloudStack(tools, env, { project: team, stack: stackName });
    await exitsWith(0, stack.pulumi("stack", "rm", "--yes", stackName));
    if (runtime === "yaml") symlinkSync(judges.yamlHost, join(stack.root, "bin", "pulumi-language-yaml"));
    writeFileSync(join(stack.directory, "Pulumi.yaml"), `name: ${team}\nruntime: ${runtime}\n`);
    return stack;
  }

  function entriesOf(file: string): readonly Entry[] {
    const text = readFileSync(join(folder(), file), "utf8");
    return (JSON.parse(text) as { readonly resources: readonly Entry[] }).resources;
  }

  function outgoing(team: Team): readonly TeamReference[] {
    return crossing.filter(({ from }) => from.team === team);
  }

  function namesOf(team: Team): readonly TeamReference[] {
    return outgoing(team).filter(({ isName }) => isName);
  }

  function referredTeams(team: Team): readonly Team[] {
    return teams.filter((other) => outgoing(team).some(({ to }) => to.team === other));
  }

  async function build(team: Team): Promise<void> {
    if (runtimes[team] === "nodejs") await stackOf(team).compile();
    if (runtimes[team] === "go")
      await buildGo(stackOf(team).directory, await goSdk(tools, Buffer.from(await simcloudSchema(tools))));
  }

  /** Asserts that the program contains no ID or ARN of another team's object, except names under keys that tell nothing. */
  function assertNoLiterals(team: Team): void {
    const program = readFileSync(join(stackOf(team).directory, programFiles[runtimes[team]]), "utf8");
    const names = groupBy(namesOf(team), ({ text }) => text);
    const literals = outgoing(team).filter(
      ({ text }) => program.split(text).length - 1 !== (names.get(text)?.length ?? 0),
    );
    assert.deepEqual(
      literals.map(({ from, input, text }) => `${from.id} ${input}: ${text}`),
      [],
    );
  }

  /** Asserts that the state has the stack reference as a dependency of each input with a value of another stack. */
  function assertReferences(team: Team, state: Checkpoint): void {
    const byObject = new Map(resourcesOf(state).map((resource) => [`${resource.type} ${resource.id}`, resource]));
    for (const { from, to, input } of outgoing(team)) {
      const { propertyDependencies = {} } = byObject.get(`${from.type} ${from.id}`) ?? assert.fail(from.id);
      const urn = `urn:pulumi:${stackName}::${team}::pulumi:pulumi:StackReference::organization/${to.team}/${stackName}`;
      const urns = (propertyDependencies as Readonly<Record<string, readonly string[]>>)[input] ?? [];
      assert.ok(urns.includes(urn), `${from.id} ${input}: ${urns.join(", ")}`);
    }
  }

  /** Asserts that the outputs of the stack are the values of the cloud's objects. */
  async function assertOutputs(team: Team, entries: readonly Entry[]): Promise<void> {
    const shown = await exitsWith(0, stackOf(team).pulumi("stack", "output", "--json"));
    const outputs = JSON.parse(shown.stdout) as Readonly<Record<string, unknown>>;
    const objects = new Map(estate.objects.map((object) => [`${object.type} ${object.id}`, object]));
    const expected = entries.flatMap(({ type, id, stackOutputs = {} }) =>
      Object.entries(stackOutputs).map(([name, property]) => {
        const value = property === "id" ? id : objects.get(`${type} ${id}`)?.settings[property];
        return [name, value] as const;
      }),
    );
    assert.deepEqual(outputs, Object.fromEntries(expected));
    const needed = crossing.filter(({ to }) => to.team === team).map(({ text }) => text);
    assert.deepEqual(new Set(Object.values(outputs)), new Set(needed));
  }
});

/** Runs `imp run` for a new stack. */
function importPart(stack: RealStack, file: string, others: readonly Team[], ...flags: string[]): Promise<Ran> {
  const references = others.flatMap((other) => ["--stack-reference", `${other}/${stackName}`]);
  const words = ["run", file, "--yes", "--json", "--create-stack", "--stack", stackName, ...references, ...flags];
  return exitsWith(0, imp(stack, ...words));
}

function countPairs(references: readonly TeamReference[]): number {
  return new Set(references.map(({ from, to }) => JSON.stringify([from.type, from.id, to.type, to.id]))).size;
}

/** Returns the state with another value of the output that has this value. */
function withOtherOutput(state: Checkpoint, value: string): Checkpoint {
  const text = JSON.stringify(resourcesOf(state).find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs);
  const outputs = JSON.parse(text.replace(JSON.stringify(value), JSON.stringify(`${value}-moved`)));
  const resources = resourcesOf(state).map((resource) =>
    resource.type === "pulumi:pulumi:Stack" ? { ...resource, outputs } : resource,
  );
  return { ...state, deployment: { ...state.deployment, resources } };
}

async function importState(stack: RealStack, state: Checkpoint): Promise<void> {
  const file = join(stack.root, "state.json");
  writeFileSync(file, JSON.stringify(state));
  await exitsWith(0, stack.pulumi("stack", "import", "--file", file));
}
