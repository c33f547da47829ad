/** `imp run` sets outputs of a stack, and refers to the outputs of other stacks. */
import assert from "node:assert/strict";
import {
  type CliProject,
  checkpoint,
  exitsWith,
  makeProject,
  projectFileOf,
  showRun,
  stackFile,
} from "../support/cli-project.ts";

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
    await exitsWith(0, project.plain(["undo", "--yes"]));
  });

  it("repeats --stack and --stack-reference in the command for the remaining resources", async () => {
    await exitsWith(0, there(specs("network.specs.json", { ...vpc, stackOutputs: { mainVpcId: "id" } })));
    const file = specs("app.json", role, { ...subnet, id: "subnet-none" });
    const ran = await exitsWith(3, here(file, "--stack", "dev"));
    assert.match(wordsOf(ran.stdout), /then run: imp run imp-rest\.json --stack dev --stack-reference network /);
  });

  it("reports a stack reference that it does not use", async () => {
    await exitsWith(0, there(specs("network.specs.json", { ...vpc, stackOutputs: { mainVpcId: "id" } })));
    const unused = /--stack-reference organization\/orchard\/network is not used/;
    assert.match(wordsOf((await exitsWith(0, here(specs("role.json", role)))).stdout), unused);
    const later = specs("app.json", subnet);
    await exitsWith(0, project.run([later, "--yes"]));
    assert.match(wordsOf((await exitsWith(0, here(later))).stdout), unused);
    assert.doesNotMatch(project.read("index.ts"), /StackReference/);
  });

  it("leaves stack references to the user's program for a resource that this program declares", async () => {
    await exitsWith(0, there(specs("network.specs.json", { ...vpc, stackOutputs: { mainVpcId: "id" } })));
    const own =
      'import * as pulumi from "@pulumi/pulumi";\nimport * as simcloud from "@pulumi/simcloud";\n\n' +
      'const network = new pulumi.StackReference("organization/orchard/network");\n' +
      'new simcloud.network.Subnet("public", {\n    vpcId: network.requireOutput("mainVpcId"),\n    cidrBlock: "10.20.0.0/24",\n' +
      '    mapPublicIpOnLaunch: true,\n    tags: { app: "bookshop", stage: "live" },\n});\n';
    project.write("index.ts", own);
    const ran = await exitsWith(0, here(specs("app.json", subnet)));
    assert.match(wordsOf(ran.stdout), /declares this resource, so imp added no code/);
    assert.equal(project.read("index.ts"), own);
    assert.deepEqual(
      entries(checkpoint).filter(({ external }) => external === true),
      [],
    );
  });

  it("warns if the program reads an output that the other stack no longer has", async () => {
    await exitsWith(0, there(specs("network.specs.json", { ...vpc, stackOutputs: { mainVpcId: "id" } })));
    await exitsWith(0, here(specs("app.json", subnet)));
    project.write(other, project.read(other).replace('"mainVpcId"', '"renamed"'));
    const ran = await exitsWith(0, here(specs("role.json", role)));
    assert.match(
      wordsOf(ran.stdout),
      /reads the output mainVpcId of the stack organization\/orchard\/network, which does not/,
    );
    assert.match(ran.stdout, /pulumi preview {4}may show changes; see the warnings above/);
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
      /does not export them: main\.id, runner\.arn\. .*`imp run imp-outputs-orchard-network\.json --stack network`/,
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

  it("keeps outputs and the stack reference if the state loses a resource, or with --replace-entry", async () => {
    const file = specs("network.specs.json", { ...subnet, stackOutputs: { subnetId: "id", cidr: "cidrBlock" } });
    await exitsWith(0, there(file));
    const program = project.read("network/index.ts");
    const stored = project.json(other) as { checkpoint: { latest: { resources: Entry[] } } };
    const { latest } = stored.checkpoint;
    latest.resources = latest.resources.filter(({ type }) => type !== subnet.type);
    project.write(other, JSON.stringify(stored));
    await exitsWith(0, there(specs("again.json", subnet)));
    assert.equal(project.read("network/index.ts"), program);
    const second = specs("second.json", { ...subnet, id: "subnet-59c33a299e46f2e1b" });
    const urn = `urn:pulumi:network::orchard::${subnet.type}::public`;
    await exitsWith(0, there(second, "--replace-entry", urn));
    assert.deepEqual(outputsOf(other), { cidr: "10.20.1.0/24", subnetId: "subnet-59c33a299e46f2e1b" });
    assert.match(project.read("network/index.ts"), /export const subnetId = _public\.id;/);
  });

  it("writes the outputs of a program to the state when its resources are imported later", async () => {
    const file = specs("network.specs.json", { ...vpc, stackOutputs: { mainVpcId: "id" } });
    await exitsWith(0, there(file, "--code-only"));
    await exitsWith(0, there(file));
    assert.deepEqual(outputsOf(other), { mainVpcId: vpc.id });
    assert.equal(project.read("network/index.ts").match(/export const mainVpcId/g)?.length, 1);
  });

  it("keeps --stack-reference in a saved plan, and refuses the plan if its output was taken since", async () => {
    await exitsWith(0, there(specs("network.specs.json", { ...vpc, stackOutputs: { mainVpcId: "id" } })));
    const app = specs("app.json", { ...subnet, stackOutputs: { own: "id" } });
    await exitsWith(0, project.run([app, "--stack-reference", "network", "--plan-only", "--save", "plan.json"]));
    await exitsWith(0, project.run([specs("role.json", { ...role, stackOutputs: { own: "arn" } }), "--yes"]));
    const refused = await exitsWith(1, project.run(["plan.json", "--yes"]));
    assert.match(refused.stderr, /\(PLAN_OUTDATED\)/);
    await exitsWith(0, project.run(["plan.json", "--yes", "--accept-changes"]));
    assert.match(project.read("index.ts"), /vpcId: network\.requireOutput\("mainVpcId"\)/);
  });

  it("removes outputs with imp undo, also if the state changed since the run", async () => {
    await exitsWith(0, there(specs("vpc.json", { ...vpc, stackOutputs: { mainVpcId: "id" } })));
    await exitsWith(0, there(specs("role.json", { ...role, stackOutputs: { runnerArn: "arn" } })));
    const runs = await exitsWith(0, project.plain(["undo", "--list", "--json", "--stack", "network"]));
    const { runs: list } = JSON.parse(runs.stdout) as { readonly runs: readonly { readonly id: string }[] };
    await exitsWith(0, project.plain(["undo", list.at(-1)?.id ?? "", "--yes", "--stack", "network"]));
    assert.deepEqual(outputsOf(other), { runnerArn: roleArn });
    assert.match(project.read("network/index.ts"), /\nexport const runnerArn = runner\.arn;\n$/);
    assert.doesNotMatch(project.read("network/index.ts"), /mainVpcId/);
  });

  it("refers to an object that two stacks manage through the stack with an output", async () => {
    const third = ".pulumi/stacks/orchard/third.json";
    project.write("Pulumi.third.yaml", stackFile);
    project.write(third, '{"version":0,"checkpoint":{"stack":"organization/orchard/third"}}');
    await exitsWith(0, there(specs("network.specs.json", vpc)));
    const shared = specs("third.json", { ...vpc, stackOutputs: { sharedVpcId: "id" } });
    await exitsWith(0, project.run([shared, "--stack", "third", "--out", "third", "--yes"]));
    await exitsWith(0, here(specs("app.json", subnet), "--stack-reference", "third"));
    assert.match(project.read("index.ts"), /vpcId: third\.requireOutput\("sharedVpcId"\)/);
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

  it("does not set an output again that the user's Python code exports", async () => {
    project.write("Pulumi.yaml", projectFileOf("python"));
    project.write("__main__.py", 'import pulumi\n\npulumi.export("runnerArn", "mine")\n');
    const file = specs("role.json", { ...role, stackOutputs: { runnerArn: "arn", runnerName: "name" } });
    const ran = await exitsWith(0, project.run([file, "--yes", "--append-file", "more.py"]));
    assert.match(wordsOf(ran.stdout), /runnerArn was not set: imp does not change how your program sets/);
    assert.deepEqual(project.read("more.py").match(/export\(.*/g), ['export("runnerName", runner.name)']);
    assert.deepEqual(Object.keys(outputsOf(checkpoint) ?? {}), ["runnerName"]);
  });

  for (const flags of [
    ["--append-file", "more.ts"],
    ["--into", "index.ts"],
  ])
    it(`gives the stack reference another name than the user's, with ${flags[0]}`, async () => {
      await exitsWith(0, there(specs("network.specs.json", { ...vpc, stackOutputs: { mainVpcId: "id" } })));
      const own = 'const network = new pulumi.StackReference("organization/orchard/network");';
      project.write("index.ts", `import * as pulumi from "@pulumi/pulumi";\n\n${own}\n`);
      await exitsWith(0, here(specs("app.json", subnet), ...flags));
      assert.match(
        project.read(flags[1] ?? ""),
        /new pulumi\.StackReference\("organization\/orchard\/network-imported", \{\s+name: "organization\/orchard\/network"/,
      );
    });

  it("reports outputs that it cannot set", async () => {
    const missing = await exitsWith(
      0,
      there(specs("network.specs.json", { ...vpc, stackOutputs: { one: "id", two: "nothing.here" } })),
    );
    assert.match(wordsOf(missing.stdout), /two was not set: nothing\.here is not a property of the resource/);
    assert.deepEqual(outputsOf(other), { one: vpc.id });
    const ran = await exitsWith(0, there(specs("taken.json", { ...role, stackOutputs: { one: "arn" } })));
    assert.match(wordsOf(ran.stdout), /one was not set: the stack has an output with this name and another value/);
    assert.deepEqual(outputsOf(other), { one: vpc.id });
  });

  it("sets no output of a property that is partly secret", async () => {
    const cloud = project.json("../cloud.json") as { objects: Record<string, { environment?: object }> };
    const key = Object.keys(cloud.objects).find((name) => name.includes(handler.id)) ?? "";
    const environment = { variables: { STAGE: "live", DB: "postgres://u:hunter2@h/db" } };
    cloud.objects[key] = { ...cloud.objects[key], environment };
    project.write("../cloud.json", JSON.stringify(cloud));
    const ran = await exitsWith(0, there(specs("fn.json", { ...handler, stackOutputs: { env: "environment" } })));
    assert.match(wordsOf(ran.stdout), /env was not set: environment contains secrets/, showRun(ran));
    assert.equal(outputsOf(other), undefined);
  });

  it("rejects two entries that set the same output", async () => {
    const outputs = { stackOutputs: { same: "id" } };
    const file = specs("wrong.json", { ...vpc, ...outputs }, { ...role, ...outputs });
    const ran = await exitsWith(2, project.run([file, "--yes"]));
    assert.match(wordsOf(ran.stderr), /wrong\.json:11:5 .*Duplicate stack output "same": the entry at wrong\.json:3 /);
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

  it("rejects a stack that reads outputs of this stack through another one", async () => {
    project.write("Pulumi.third.yaml", stackFile);
    project.write(
      ".pulumi/stacks/orchard/third.json",
      '{"version":0,"checkpoint":{"stack":"organization/orchard/third"}}',
    );
    await exitsWith(0, project.run([specs("dev.json", { ...role, stackOutputs: { arn: "arn" } }), "--yes"]));
    const second = specs("second.json", { ...handler, stackOutputs: { bucket: "codeBucket" } });
    await exitsWith(0, there(second, "--stack-reference", "dev"));
    const stored = project.json(other) as { checkpoint: { latest: { resources: Entry[] } } };
    const link = stored.checkpoint.latest.resources.find(({ external }) => external === true);
    assert.ok(link !== undefined);
    const third = specs("third.json", vpc);
    await exitsWith(0, project.run([third, "--stack", "third", "--out", "third", "--yes"]));
    const path = ".pulumi/stacks/orchard/third.json";
    const last = project.json(path) as { checkpoint: { latest: { resources: object[] } } };
    const linkToSecond = JSON.parse(
      JSON.stringify(link)
        .replaceAll("orchard/dev", "orchard/network")
        .replaceAll("pulumi:network::", "pulumi:third::"),
    );
    const provider = stored.checkpoint.latest.resources.find(({ type }) => type === "pulumi:providers:pulumi");
    const ownProvider = JSON.parse(JSON.stringify(provider).replaceAll("pulumi:network::", "pulumi:third::"));
    linkToSecond.parent = linkToSecond.parent.replace("orchard-network", "orchard-third");
    last.checkpoint.latest.resources.splice(1, 0, ownProvider, linkToSecond);
    project.write(path, JSON.stringify(last));
    const ran = await exitsWith(2, project.run([specs("app.json", subnet), "--yes", "--stack-reference", "third"]));
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
