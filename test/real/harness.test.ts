/** The test harness runs a handwritten program in the real engine, and reports what is wrong. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ResourceNode, ResourceOptions } from "../../src/ir/program.ts";
import { node, program as printedOf, reference, text } from "../generators/build.ts";
import { loadGenerator } from "../generators/generator-of.ts";
import { pclTypes, pclValues } from "../support/pcl-values.ts";
import { bindPcl } from "./bind-pcl.ts";
import { compareStates, resourceOf, showDifferences } from "./compare-states.ts";
import { findLeaks } from "./find-leaks.ts";
import { exitsWith } from "./run-process.ts";
import { nodejsSdk } from "./sdk.ts";
import { type Checkpoint, moduleExecutable, openStack, type RealStack, unexpectedChanges } from "./stack.ts";
import { tinySchema } from "./tiny-provider.ts";
import { requireOlderTools, requireTools } from "./tools.ts";

const program = `
import * as pulumi from "@pulumi/pulumi";
import * as tiny from "@pulumi/tiny";

const config = new pulumi.Config();
const first = new tiny.Note("first", { text: "hello", token: config.requireSecret("token"), tags: { a: "b" } }, { protect: true });
new tiny.Note("second", { text: pulumi.interpolate\`after \${first.text}\` }, { parent: first });
`;

describe("the test harness with the real pulumi", () => {
  const tools = requireTools();
  let stack: RealStack;
  let created: Checkpoint;

  before(async () => {
    stack = await openTinyStack();
    await exitsWith(0, stack.pulumi("config", "set", "--secret", "token", "canary-0001"));
    await stack.compile(program);
  });
  after(() => stack?.dispose());

  it("finds no changes and an equal state after a second pulumi up", async () => {
    assert.equal((await stack.previewExpectingNoChanges()).code, unexpectedChanges);
    assert.deepEqual(await stack.up(), { create: 3 });
    created = await stack.exportState({ showSecrets: true });
    await exitsWith(0, stack.previewExpectingNoChanges());
    assert.deepEqual(await stack.up(), { same: 3 });
    const differences = compareStates(created, await stack.exportState({ showSecrets: true }));
    assert.equal(showDifferences(differences), "");
  });

  it("finds an unexpected change in the preview of a changed program", async () => {
    await stack.compile(program.replace("hello", "hallo"));
    const preview = await exitsWith(unexpectedChanges, stack.previewExpectingNoChanges());
    assert.match(preview.stdout, /hallo/);
  });

  it("rejects a program with type errors", async () => {
    await assert.rejects(stack.compile(program.replace('text: "hello"', 'txet: "hello"')), /txet/);
    await stack.compile(program);
  });

  it("finds the changed values of a state, which pulumi up then updates", async () => {
    const document = structuredClone(created) as unknown as { deployment: { resources: Record<string, unknown>[] } };
    const [note] = document.deployment.resources.filter(({ urn }) => String(urn).endsWith("::first"));
    assert.ok(note);
    assert.deepEqual(note.propertyDependencies, { tags: [], text: [], token: [] });
    (note.inputs as Record<string, unknown>).text = "other";
    (note.outputs as Record<string, unknown>).text = "other";
    (note.propertyDependencies as Record<string, unknown>).text = [document.deployment.resources[0]?.urn];
    const paths = compareStates(created, document as unknown as Checkpoint).map(({ path }) => path);
    assert.deepEqual(paths, ["inputs.text", "outputs.text", "propertyDependencies.text"]);

    const file = join(stack.root, "tmp", "mutated.json");
    writeFileSync(file, JSON.stringify(document));
    await exitsWith(0, stack.pulumi("stack", "import", "--file", file));
    assert.equal((await stack.previewExpectingNoChanges()).code, unexpectedChanges);
    assert.deepEqual(await stack.up(), { same: 2, update: 1 });
  });

  it("finds the test secret in the simulated cloud, but not in encrypted files", async () => {
    assert.deepEqual(
      findLeaks([join(stack.root, "backend"), join(stack.directory, "Pulumi.dev.yaml")], ["canary-0001"]),
      [],
    );
    const cloud = join(stack.root, "tiny.json");
    assert.deepEqual(
      findLeaks([cloud], ["canary-0001"]).map(({ form }) => form),
      ["plain"],
    );
    assert.equal(resourceOf(created, "::first").protect, true);
  });

  async function openTinyStack(): Promise<RealStack> {
    const sdks = [await nodejsSdk(tools, Buffer.from(tinySchema))];
    const executable = join(mkdtempSync(join(tmpdir(), "imp-tiny-")), "pulumi-resource-tiny");
    moduleExecutable(executable, "test/real/tiny-provider.js");
    const opened = await openStack({ tools, providers: { tiny: executable }, sdks });
    opened.env.TINY_FILE = join(opened.root, "tiny.json");
    return opened;
  }
});

describe("the PCL binder", () => {
  const tools = requireTools();
  const note = "tiny:index:Note";
  const group = "acme:index:Group";
  let directory: string;

  before(() => {
    directory = mkdtempSync(join(tmpdir(), "imp-pcl-"));
  });
  after(() => {
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  });

  async function bind(source: string, judge = tools) {
    writeFileSync(join(directory, "main.pp"), source);
    return bindPcl(judge, directory, [tinySchema]);
  }

  async function print(nodes: readonly ResourceNode[]): Promise<string> {
    const [file] = await (await loadGenerator("pcl")).print(printedOf(nodes), {});
    return file?.text ?? assert.fail();
  }

  it("binds PCL in strict mode", async () => {
    const good = await bind(
      'resource first "tiny:index:Note" {\n  text = "a"\n}\nresource b "tiny:index:Note" {\n  text = first.id\n}\n',
    );
    assert.deepEqual(good, { errors: [], warnings: [], resources: 2, components: 0 });
    const summaries = (await bind('resource first "tiny:index:Note" {\n  txet = "a"\n}\n')).errors.map(
      ({ summary }) => summary,
    );
    assert.match(summaries.join("\n"), /txet/);
    assert.notDeepEqual((await bind('resource a "tiny:index:Nota" {\n}\n')).errors, []);
    assert.notDeepEqual((await bind(`component a {\n  size = 1\n}\n`)).errors, []);
  });

  it("binds a resource with a capitalized name, and a reference to it", async () => {
    const names = ["Orders", "data_2", "orders-9", "options"];
    const nodes = names.map((name, at) => {
      const before = at === 0 ? text("a") : reference(`node${at - 1}`, "id");
      return { ...node(`node${at}`, note, { inputs: [["text", before]] }), logicalName: name };
    });
    const source = await print(nodes);
    assert.match(source, /^resource Orders "tiny:index:Note" \{$/m);
    assert.deepEqual(await bind(source), { errors: [], warnings: [], resources: names.length, components: 0 });
  });

  it("rejects the same values for a type as the PCL printer", async () => {
    const name = (index: number): string => `value${index}`;
    const schema = JSON.stringify({
      name: "shapes",
      version: "1.0.0",
      types: pclTypes,
      resources: {
        "shapes:index:Thing": {
          inputProperties: Object.fromEntries(pclValues.map((row, index) => [name(index), row.schema])),
        },
      },
    });
    const wrong: string[] = [];
    for (const [index, row] of pclValues.entries()) {
      const source = `resource a "shapes:index:Thing" {\n  ${name(index)} = ${row.hcl}\n}\n`;
      writeFileSync(join(directory, "main.pp"), source);
      const { errors } = await bindPcl(tools, directory, [schema]);
      if (errors.some(({ detail = "" }) => !/^Cannot assign value/.test(detail))) wrong.push(JSON.stringify(errors));
      if ((errors.length === 0) !== row.isTaken) wrong.push(`${row.hcl} for ${JSON.stringify(row.schema)}`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(pclValues.length > 100);
  });

  it("binds component blocks, which `pulumi convert` 3.255 rejects", async function () {
    const first = node("first", note, { inputs: [["text", text("a")]] });
    const outer = node("outer", group, {
      kind: "component",
      name: "the outer",
      inputs: [
        ["note", reference("first", "text")],
        ["options", text("b")],
        ["for-all", text("c")],
        ["null", text("d")],
        ["token", text("e")],
        ["$f", text("f")],
      ],
      options: {
        dependsOn: ["first"],
        protect: true,
        retainOnDelete: true,
        deletedWith: "first",
        ignoreChanges: [["note"]],
        additionalSecretOutputs: ["note"],
        customTimeouts: { create: 60 },
      },
    });
    const inner = node("inner", group, { kind: "component", options: { parent: "outer", dependsOn: ["outer"] } });
    const children: readonly Partial<ResourceOptions>[] = [
      { parent: "inner" },
      { dependsOn: ["outer", "first"] },
      { deletedWith: "outer" },
    ];
    const below = (options: readonly Partial<ResourceOptions>[]) =>
      options.map((each, at) => node(`child${at}`, note, { inputs: [["text", text("g")]], options: each }));
    const source = await print([first, outer, inner, ...below(children)]);
    assert.deepEqual(await bind(source), { errors: [], warnings: [], resources: 4, components: 2 });
    const older = requireOlderTools("components with a binder older than Pulumi 3.255");
    if (older === undefined) return this.skip();
    const refused = await bind(source, older);
    assert.match(refused.errors.map(({ summary }) => summary).join("\n"), /components must have exactly two labels/);
    assert.equal(refused.resources + refused.components, 0);
    const rest = await print([first, ...below([{}, { dependsOn: ["first"] }, {}])]);
    assert.deepEqual(await bind(rest, older), { errors: [], warnings: [], resources: 4, components: 0 });
  });
});
