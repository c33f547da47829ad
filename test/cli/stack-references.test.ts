/** `imp run` sets outputs of a stack, and refers to the outputs of other stacks. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun, stackFile } from "../support/cli-project.ts";

interface Entry {
  readonly urn: string;
  readonly type: string;
  readonly external?: boolean;
  readonly dependencies?: readonly string[];
  readonly propertyDependencies?: Readonly<Record<string, readonly string[]>>;
  readonly outputs?: Readonly<Record<string, unknown>>;
}
interface Stored {
  readonly checkpoint: { readonly latest: { readonly resources: readonly Entry[] } };
}

const vpc = { type: "simcloud:network/vpc:Vpc", name: "main", id: "vpc-cbaa8a527bac7177e" };
const role = { type: "simcloud:iam/role:Role", name: "runner", id: "bookshop-order-runner" };
const subnet = { type: "simcloud:network/subnet:Subnet", name: "public", id: "subnet-128efe6a078553a5b" };
const handler = { type: "simcloud:compute/function:Function", name: "handler", id: "bookshop-order-handler" };

const other = ".pulumi/stacks/orchard/network.json";
const reference = "urn:pulumi:dev::orchard::pulumi:pulumi:StackReference::organization/orchard/network";
const roleArn = "arn:sim:iam::123456789012:role/bookshop-order-runner";

/** Returns the text without line breaks. */
const wordsOf = (text: string): string => text.replace(/\s+/g, " ");

describe("imp run with several stacks", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({
      files: {
        "Pulumi.network.yaml": stackFile,
        [other]: '{"version":0,"checkpoint":{"stack":"organization/orchard/network"}}',
      },
    });
  });
  afterEach(async () => {
    await project.assertTidy();
    await project.remove();
  });
  const specs = (name: string, ...resources: readonly object[]) => {
    project.write(name, JSON.stringify({ resources }, null, 2));
    return name;
  };
  const there = (file: string, ...flags: readonly string[]) =>
    project.run([file, "--stack", "network", "--out", "network", "--yes", ...flags]);
  const here = (file: string, ...flags: readonly string[]) =>
    project.run([file, "--yes", "--stack-reference", "network", ...flags]);
  const entries = (name: string) => (project.json(name) as Stored).checkpoint.latest.resources;
  const outputsOf = (name: string) => entries(name)[0]?.outputs;

  it("sets the outputs that the import file requests, in the program and in the state", async () => {
    const file = specs(
      "network.specs.json",
      { ...vpc, stackOutputs: { mainVpcId: "id" } },
      { ...role, stackOutputs: { runnerArn: "arn" } },
    );
    await exitsWith(0, there(file));
    assert.deepEqual(outputsOf(other), { mainVpcId: vpc.id, runnerArn: roleArn });
    const program = project.read("network/index.ts");
    assert.match(program, /\nexport const mainVpcId = main\.id;\nexport const runnerArn = runner\.arn;\n$/);
  });

  it("refers to the outputs of another stack, and records the stack reference in the state", async () => {
    const file = specs("network.specs.json", { ...vpc, stackOutputs: { mainVpcId: "id" } });
    await exitsWith(0, there(file));
    await exitsWith(0, here(specs("app.json", subnet)));
    const program = project.read("index.ts");
    assert.match(program, /const network = new pulumi\.StackReference\("organization\/orchard\/network"\);/);
    assert.match(program, /vpcId: network\.requireOutput\("mainVpcId"\)/);
    assert.ok(!program.includes(vpc.id));
    const byUrn = new Map(entries(checkpoint).map((entry) => [entry.urn, entry]));
    const stored = byUrn.get(reference);
    assert.equal(stored?.external, true);
    assert.deepEqual(stored?.outputs?.outputs, { mainVpcId: vpc.id });
    const consumer = entries(checkpoint).find(({ type }) => type === subnet.type);
    assert.deepEqual(consumer?.dependencies, [reference]);
    assert.deepEqual(consumer?.propertyDependencies?.vpcId, [reference]);
    // The next run adds a resource to the program, which already has the stack reference.
    await exitsWith(0, here(specs("more.json", { ...subnet, name: "more", id: "subnet-59c33a299e46f2e1b" })));
    assert.equal(project.read("index.ts").match(/new pulumi\.StackReference/g)?.length, 1);
    assert.equal(entries(checkpoint).filter(({ external }) => external === true).length, 1);
    await exitsWith(
      0,
      project.run(["undo", "--yes"].slice(1), {}).then(() => project.plain(["undo", "--yes"])),
    );
  });

  it("offers to add missing outputs to the other stack with an import file", async () => {
    await exitsWith(0, there(specs("network.specs.json", vpc, role)));
    const app = specs("app.json", subnet, handler);
    const planned = await exitsWith(
      0,
      here(app, "--plan-only").then((ran) => ran),
    );
    assert.ok(!Object.keys(project.files()).some((name) => name.startsWith("imp-outputs")), showRun(planned));
    const ran = await exitsWith(0, here(app));
    assert.match(
      wordsOf(ran.stdout),
      /has no outputs for them: main\.id, runner\.arn\. .*`imp run imp-outputs-orchard-network\.json`/,
    );
    assert.ok(project.read("index.ts").includes(vpc.id));
    await exitsWith(0, there("imp-outputs-orchard-network.json"));
    assert.deepEqual(outputsOf(other), { mainVpcId: vpc.id, runnerRoleArn: roleArn });
    await exitsWith(0, project.plain(["undo", "--yes"]));
    await exitsWith(0, here(app));
    const program = project.read("index.ts");
    assert.match(program, /role: network\.requireOutput\("runnerRoleArn"\)/);
    assert.ok(!program.includes(vpc.id) && !program.includes(roleArn));
  });

  it("removes outputs and stack references with imp undo", async () => {
    await exitsWith(0, there(specs("network.specs.json", vpc)));
    const before = entries(other);
    await exitsWith(0, there(specs("outputs.json", { ...vpc, stackOutputs: { mainVpcId: "id" } })));
    assert.deepEqual(outputsOf(other), { mainVpcId: vpc.id });
    await exitsWith(0, project.plain(["undo", "--yes", "--stack", "network"]));
    assert.deepEqual(entries(other), before);
    assert.doesNotMatch(project.read("network/index.ts"), /export/);
  });

  it("leaves outputs to the user's code", async () => {
    await exitsWith(0, there(specs("network.specs.json", vpc)));
    project.write("network/index.ts", `${project.read("network/index.ts")}\nexport const own = 1;\n`);
    const before = [project.read("network/index.ts"), project.read(other)];
    const outputs = specs("outputs.json", { ...vpc, stackOutputs: { mainVpcId: "id" } });
    const edited = await exitsWith(0, there(outputs));
    assert.match(wordsOf(edited.stdout), /mainVpcId was not set: imp does not change how your program sets/);
    assert.deepEqual([project.read("network/index.ts"), project.read(other)], before);
    project.write("index.ts", "export const own = 1;\n");
    const files = ["--append-file", "more.ts"];
    const appended = specs("role.json", { ...role, stackOutputs: { runnerArn: "arn" } });
    const ran = await exitsWith(0, project.run([appended, "--yes", ...files]));
    assert.match(wordsOf(ran.stdout), /runnerArn was not set/);
    assert.equal(outputsOf(checkpoint), undefined);
  });

  it("reports outputs that it cannot set", async () => {
    const missing = await exitsWith(
      0,
      there(specs("network.specs.json", { ...vpc, stackOutputs: { one: "id", two: "nothing.here" } })),
    );
    assert.match(wordsOf(missing.stdout), /two was not set: the resource has no property nothing\.here/);
    assert.deepEqual(outputsOf(other), { one: vpc.id });
    const ran = await exitsWith(0, there(specs("taken.json", { ...role, stackOutputs: { one: "arn" } })));
    assert.match(wordsOf(ran.stdout), /one was not set: the stack has an output with this name and another value/);
    assert.deepEqual(outputsOf(other), { one: vpc.id });
  });

  it("rejects names that are not identifiers", async () => {
    const before = project.files();
    const ran = await exitsWith(
      2,
      project.run([specs("wrong.json", { ...vpc, stackOutputs: { "vpc-id": "id" } }), "--yes"]),
    );
    assert.match(ran.stderr, /wrong\.json:8:9[\s\S]*Invalid name "vpc-id" of a stack output/);
    const { "wrong.json": _, ...files } = project.files();
    assert.deepEqual(files, before);
  });

  for (const [what, flag, code] of [
    ["the own stack", "dev", "OTHER_STACK_SAME"],
    ["an unknown stack", "nowhere", "OTHER_STACK_NOT_FOUND"],
    ["a stack without resources", "network", "OTHER_STACK_EMPTY"],
    ["a file", "./network.json", "OTHER_STACK_NOT_FOUND"],
  ] as const)
    it(`rejects ${what} as --stack-reference, and changes nothing`, async () => {
      if (flag === "dev") await exitsWith(0, project.run(["specs.json", "--yes"]));
      const app = specs("app.json", { ...subnet, name: "another" });
      const before = project.files();
      const ran = await project.run([app, "--yes", "--stack-reference", flag]);
      assert.match(ran.stderr, new RegExp(`\\(${code}\\)`), showRun(ran));
      assert.deepEqual(project.files(), before);
    });

  it("rejects a stack that reads outputs of this stack", async () => {
    await exitsWith(0, project.run([specs("dev.json", { ...role, stackOutputs: { arn: "arn" } }), "--yes"]));
    await exitsWith(0, there(specs("back.json", handler), "--stack-reference", "dev"));
    const ran = await exitsWith(2, here(specs("app.json", subnet)));
    assert.match(ran.stderr, /\(STACK_REFERENCE_CYCLE\)/);
  });

  it("does not copy secrets of the other stack without its passphrase", async () => {
    await exitsWith(0, there(specs("network.specs.json", { ...vpc, stackOutputs: { mainVpcId: "id" } })));
    const stored = project.json(other) as { checkpoint: { latest: { resources: { outputs?: object }[] } } };
    const [root] = stored.checkpoint.latest.resources;
    const secret = {
      "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
      ciphertext: "v1:AAAA:AAAA",
    };
    if (root !== undefined) root.outputs = { ...root.outputs, password: secret };
    project.write(other, JSON.stringify(stored));
    await exitsWith(0, here(specs("app.json", subnet), "--no-verify"));
    const entry = entries(checkpoint).find(({ urn }) => urn === reference);
    assert.deepEqual(entry?.outputs?.outputs, { mainVpcId: vpc.id });
    assert.match(project.read("index.ts"), /requireOutput\("mainVpcId"\)/);
  });
});
