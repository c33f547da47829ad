/** The judges judge: the harness runs a hand-written program under the real engine, and notices what is wrong. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pcl } from "../../generators/pcl/index.ts";
import { node, program as printedOf, reference, text } from "../generators/build.ts";
import { bindPcl } from "./bind-pcl.ts";
import { compareStates, resourceOf, showDifferences } from "./compare-states.ts";
import { findLeaks } from "./find-leaks.ts";
import { describe as show } from "./run-process.ts";
import { nodejsSdk } from "./sdk.ts";
import { type Checkpoint, moduleExecutable, openStack, type RealStack, unexpectedChanges } from "./stack.ts";
import { tinySchema } from "./tiny-provider.ts";
import { realCache, requireTools } from "./tools.ts";

const program = `
import * as pulumi from "@pulumi/pulumi";
import * as tiny from "@pulumi/tiny";

const config = new pulumi.Config();
const first = new tiny.Note("first", { text: "hello", token: config.requireSecret("token"), tags: { a: "b" } }, { protect: true });
new tiny.Note("second", { text: pulumi.interpolate\`after \${first.text}\` }, { parent: first });
`;

describe("the harness with the real pulumi", () => {
  const tools = requireTools();
  let stack: RealStack;
  let created: Checkpoint;

  before(async () => {
    stack = await openTinyStack();
    const set = await stack.pulumi("config", "set", "--secret", "token", "canary-0001");
    assert.equal(set.code, 0, show(set));
    await stack.compile(program);
  });
  after(() => stack?.dispose());

  it("creates resources, then finds nothing to change, and the state stays equal", async () => {
    assert.equal((await stack.previewExpectingNoChanges()).code, unexpectedChanges);
    assert.deepEqual(await stack.up(), { create: 3 });
    created = await stack.exportState({ showSecrets: true });
    const preview = await stack.previewExpectingNoChanges();
    assert.equal(preview.code, 0, show(preview));
    assert.deepEqual(await stack.up(), { same: 3 });
    const differences = compareStates(created, await stack.exportState({ showSecrets: true }));
    assert.equal(showDifferences(differences), "");
  });

  it("sees a changed program", async () => {
    await stack.compile(program.replace("hello", "hallo"));
    const preview = await stack.previewExpectingNoChanges();
    assert.equal(preview.code, unexpectedChanges, show(preview));
    assert.match(preview.stdout, /hallo/);
  });

  it("refuses a program that does not type-check against the official SDK", async () => {
    await assert.rejects(stack.compile(program.replace('text: "hello"', 'txet: "hello"')), /txet/);
    await stack.compile(program);
  });

  it("sees a changed state, and `up` then differs from it", async () => {
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
    const imported = await stack.pulumi("stack", "import", "--file", file);
    assert.equal(imported.code, 0, show(imported));
    assert.equal((await stack.previewExpectingNoChanges()).code, unexpectedChanges);
    assert.deepEqual(await stack.up(), { same: 2, update: 1 });
  });

  it("leaves the planted secret nowhere but under encryption, and the search for it can find it", async () => {
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

  it("binds PCL strictly", async () => {
    const directory = mkdtempSync(join(tmpdir(), "imp-pcl-"));
    try {
      mkdirSync(join(directory, "pcl"));
      const bind = async (source: string) => {
        writeFileSync(join(directory, "pcl", "main.pp"), source);
        return bindPcl(tools, join(directory, "pcl"), [tinySchema]);
      };
      const good = await bind(
        'resource first "tiny:index:Note" {\n  text = "a"\n}\nresource b "tiny:index:Note" {\n  text = first.id\n}\n',
      );
      assert.deepEqual(good.errors, []);
      assert.equal(good.resources, 2);
      const summaries = (await bind('resource first "tiny:index:Note" {\n  txet = "a"\n}\n')).errors.map(
        ({ summary }) => summary,
      );
      assert.match(summaries.join("\n"), /txet/);
      assert.notDeepEqual((await bind('resource a "tiny:index:Nota" {\n}\n')).errors, []);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

  it("binds a resource that the PCL generator calls by a capitalised logical name, and a reference to it", async () => {
    const names = ["Orders", "data_2", "orders-9", "options"];
    const nodes = names.map((name, at) => {
      const before = at === 0 ? text("a") : reference(`node${at - 1}`, "id");
      return { ...node(`node${at}`, "tiny:index:Note", { inputs: [["text", before]] }), logicalName: name };
    });
    const [file] = await pcl.print(printedOf(nodes), {});
    const source = file?.text ?? assert.fail();
    assert.match(source, /^resource Orders "tiny:index:Note" \{$/m);
    const directory = mkdtempSync(join(tmpdir(), "imp-pcl-"));
    try {
      writeFileSync(join(directory, "main.pp"), source);
      const bound = await bindPcl(tools, directory, [tinySchema]);
      assert.deepEqual([bound.errors, bound.warnings, bound.resources], [[], [], names.length]);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

  async function openTinyStack(): Promise<RealStack> {
    const sdks = [await nodejsSdk(tools, Buffer.from(tinySchema))];
    const executable = join(realCache, "pulumi-resource-tiny");
    moduleExecutable(executable, "test/real/tiny-provider.js");
    const opened = await openStack({ tools, providers: { tiny: executable }, sdks });
    opened.env.TINY_FILE = join(opened.root, "tiny.json");
    return opened;
  }
});
