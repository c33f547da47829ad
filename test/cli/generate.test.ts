/** `imp generate` prints the program of a state. It only reads the state, and calls providers only for schemas. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { edit, exported, programOf } from "./generate.ts";

const urn = (type: string, name: string): string => `urn:pulumi:dev::orchard::simcloud:${type}::${name}`;
const queue = urn("queue/queue:Queue", "orders");
const bucket = urn("storage/bucket:Bucket", "covers");
describe("imp generate", () => {
  let project: CliProject;
  before(async () => {
    project = makeProject();
    await exitsWith(0, project.run(["specs.json", "--yes"]));
  });
  after(() => project.remove());

  it("prints the same program as imp run, and calls the provider only for the schema", async () => {
    const before = project.read(checkpoint);
    const calls = project.calls().length;
    const ran = await exitsWith(0, project.imp(["generate", "--out", "again", "--yes"]));
    assert.match(ran.stdout, /^Generated 12 resources of stack dev\. The state was not changed\.$/m);
    assert.equal(project.read("again/index.ts"), project.read("index.ts"));
    assert.equal(project.read(checkpoint), before);
    const methods = new Set(project.calls().slice(calls));
    assert.deepEqual([...methods].sort(), ["Cancel", "GetPluginInfo", "GetSchema", "Handshake"]);
    await project.assertTidy();
  });

  for (const flag of ["--plan-only", "--dry-run"])
    it(`lists the files and writes nothing with ${flag}`, async () => {
      const before = project.files();
      const ran = await exitsWith(0, project.imp(["generate", "--out", "planned", flag]));
      assert.match(
        ran.stdout,
        /Nothing was written \(--plan-only\)\. These files would be written:\n {2}planned\/index\.ts/,
      );
      assert.deepEqual(project.files(), before);
    });
  it("prints only the resources of --target, and counts those that pulumi up would delete", async () => {
    const ran = await exitsWith(0, project.imp(["generate", "--out", "part", "--target", "**::orders"]));
    assert.match(ran.stdout, /would delete the 11 other resources of the stack/);
    const program = project.read("part/index.ts");
    assert.match(
      program,
      /\/\/ in stack dev, this value comes from urn:pulumi:dev::orchard::simcloud:queue\/queue:Queue::orders-failed\n/,
    );
    assert.equal(program.match(/new simcloud/g)?.length, 1);
  });
  it("prints the resource options of the state", async () => {
    const program = await programOf(project, (latest) => {
      edit(latest, "orders", { protect: false, retainOnDelete: true, ignoreChanges: ["tags.stage", "name"] });
      edit(latest, "orders", { dependencies: [urn("queue/queue:Queue", "orders-failed"), bucket] });
      edit(latest, "covers", { additionalSecretOutputs: ["region"] });
      edit(latest, "order-handler", { deletedWith: queue, customTimeouts: { create: 5400, delete: 90.5, update: 0 } });
    });
    const orders = /const orders = [\s\S]*?\n\);/.exec(program)?.[0] ?? "";
    assert.match(
      orders,
      /dependsOn: \[covers\],\n\s+retainOnDelete: true,\n\s+ignoreChanges: \["tags\.stage", "name"\]/,
    );
    assert.doesNotMatch(orders, /protect/);
    assert.match(/const covers = [\s\S]*?\n\);/.exec(program)?.[0] ?? "", /additionalSecretOutputs: \["region"\]/);
    const handler = /const orderHandler = [\s\S]*?\n\);/.exec(program)?.[0] ?? "";
    assert.match(handler, /deletedWith: orders,\n\s+customTimeouts: \{\s+create: "90m",\s+delete: "90\.5s",\s+\}/);
    assert.doesNotMatch(program, /deletedWith in the state/);
  });

  it("prints aliases, and reports options that the program cannot have", async () => {
    const program = await programOf(project, (latest) => {
      edit(latest, "orders", { aliases: [urn("queue/queue:Queue", "once")], ignoreChanges: ["tags.stage", "tags["] });
      edit(latest, "order-handler", { replaceWith: [bucket], replaceOnChanges: ["runtime"] });
      edit(latest, "www", { hideDiff: ["ttl"], replacementTrigger: "one" });
    });
    const named = [...program.matchAll(/^Not in the program: (.*) of \S+::([\w-]+)\. The next/gm)];
    assert.deepEqual(Object.fromEntries(named.map(([, options, name]) => [name, options])), {
      orders: "ignoreChanges",
      "order-handler": "replaceOnChanges, replaceWith",
      www: "hideDiffs, replacementTrigger",
    });
    assert.match(program, /ignoreChanges: \["tags\.stage"\]/);
    assert.match(program, /aliases: \["urn:[^"]*::once"\]/);
  });

  it("reports dependsOn and deletedWith if they name resources outside of --target", async () => {
    const state = exported(project, (latest) => {
      edit(latest, "www", { dependencies: [queue], propertyDependencies: {}, deletedWith: bucket });
    });
    project.write("depending.json", state);
    const words = ["generate", "--state", "depending.json", "--out", "depending", "--target", "**::www", "--json"];
    const ran = await exitsWith(0, project.imp(words));
    const { withoutOptions } = JSON.parse(ran.stdout) as { withoutOptions: unknown };
    assert.deepEqual(withoutOptions, [{ urn: urn("dns/record:Record", "www"), options: ["dependsOn", "deletedWith"] }]);
  });

  it("prints an `import` option if the state has it, so that pulumi up changes nothing", async () => {
    const program = await programOf(project, (latest) => edit(latest, "covers", { importID: "bookshop-covers-7f3a" }));
    assert.equal(program.match(/import: "/g)?.length, 1);
    const covers = /const covers = [\s\S]*?\n\);/.exec(program)?.[0] ?? "";
    assert.match(covers, /protect: true,\s+import: "bookshop-covers-7f3a"/);
  });

  it("omits values in __defaults, and inputs that the schema lacks", async () => {
    const program = await programOf(project, (latest) => {
      const orders = latest.resources.find((resource) => resource.urn === queue);
      edit(latest, "orders", { inputs: { ...orders?.inputs, __defaults: ["visibilityTimeoutSeconds"], retired: 1 } });
      const covers = latest.resources.find((resource) => resource.urn === bucket);
      const rules = [
        { __defaults: ["prefix"], enabled: true, prefix: "drafts/", expiration: { days: 30, __defaults: [] } },
      ];
      edit(latest, "covers", { inputs: { ...covers?.inputs, lifecycleRules: rules } });
    });
    assert.doesNotMatch(program.split("---")[0] ?? "", /visibilityTimeoutSeconds|retired|__defaults/);
    assert.match(program, /lifecycleRules: \[\n\s+\{\n\s+enabled: true,\n\s+expiration: \{ days: 30 \},?\n\s+\}/);
    assert.match(
      program,
      new RegExp(`Not in the program: retired of ${queue}, because the schema has no such input\\.`),
    );
  });
  it("prints tainted and external resources, and two resources with one ID", async () => {
    const program = await programOf(project, (latest) => {
      const copy = structuredClone(latest.resources.find((resource) => resource.urn === queue));
      assert.ok(copy);
      latest.resources.push({ ...copy, urn: urn("queue/queue:Queue", "twin"), taint: true });
      edit(latest, "www", { external: true });
    });
    assert.match(program, /const twin = new/);
    assert.match(program, /const www = simcloud\.dns\.Record\.get\(/);
  });

  for (const [title, args, code, reported] of [
    [
      "a missing state",
      ["--state", "nowhere.json", "--stack-name", "dev"],
      "GENERATE_NOTHING",
      /The state does not exist/,
    ],
    ["a --target that matches nothing", ["--target", "**::nobody"], "TARGET_UNKNOWN", /nobody/],
    ["a file that is not a state", ["--state", "specs.json"], "STATE_", /specs\.json/],
    ["an unknown language", ["--language", "cobol"], "USAGE", /cobol/],
    ["--project without --state", ["--project", "x"], "USAGE", /--state/],
  ] as const) {
    it(`rejects imp generate with ${title}, and starts no plugin`, async () => {
      const [files, calls] = [project.files(), project.calls().length];
      const ran = await project.imp(["generate", ...args, "--out", "refused"]);
      assert.notEqual(ran.code, 0);
      assert.match(ran.stderr, new RegExp(`\\(${code}`), showRun(ran));
      assert.match(ran.stderr, reported);
      assert.deepEqual([project.files(), project.calls().length], [files, calls]);
    });
  }

  it("never changes a user's program (imp generate)", async () => {
    project.write("mine/index.ts", "// mine\n");
    const ran = await exitsWith(1, project.imp(["generate", "--out", "mine"]));
    assert.match(ran.stderr, /\(PROGRAM_CHANGED\)/);
    assert.equal(project.read("mine/index.ts"), "// mine\n");
  });

  it("writes nothing if the plugin of a package is missing", async () => {
    const [files, before] = [project.files(), project.read(checkpoint)];
    const state = exported(project)
      .replaceAll("simcloud:queue/", "nocloud:queue/")
      .replaceAll("simcloud:dns/", "nocloud:dns/");
    project.write(
      "odd.json",
      state.replaceAll(/"provider": "[^"]*simcloud::default[^"]*"/g, (text) => text),
    );
    const ran = await exitsWith(1, project.imp(["generate", "--state", "odd.json", "--out", "odd"]));
    assert.match(ran.stderr, /\(PLUGIN_NOT_FOUND\)[\s\S]*nocloud/);
    const { "odd.json": _, ...after } = project.files();
    assert.deepEqual([after, project.read(checkpoint)], [files, before]);
  });
});
