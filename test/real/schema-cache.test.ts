/** imp and the real `pulumi import` use each other's cached schemas in Pulumi's home. */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { specsOf } from "../support/quickstart-specs.ts";
import { clearJournal, readJournal } from "./journal.ts";
import { imp } from "./judge-import.ts";
import { projectRoot } from "./project-root.ts";
import { exitsWith, showRun } from "./run-process.ts";
import { openSimcloudStack, simcloudExecutable } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { requireTools } from "./tools.ts";

const vpc = { type: "simcloud:network/vpc:Vpc", name: "main", id: "vpc-cbaa8a527bac7177e" };
const thing = { type: "harbour:index/thing:Thing", name: "jetty", id: "jetty" };
const value = Buffer.from("<any> & bytes").toString("base64");
const parameterization = { pluginName: "simcloud", pluginVersion: "1.0.0", value };
const things = {
  "us-east-1|harbour:index/thing:Thing|jetty": {
    name: "jetty",
    size: 3,
    mode: "automatic",
    note: null,
    labels: {},
    arn: "arn:sim:harbour:us-east-1:123456789012:thing/jetty",
  },
};

/** Import specs for the same plugin. Each differs in another part of the name of the cache file. */
const kinds: Readonly<Record<string, object>> = {
  "without a version": vpc,
  "with a version": { ...vpc, version: "1.0.0" },
  "with a download URL": { ...vpc, version: "1.0.0", pluginDownloadUrl: "https://example.com/plugins?a=1&b=<2>" },
  "with a parameter": { ...thing, version: "2.1.0", parameterization },
};

describe("the schema cache in Pulumi's home", () => {
  const tools = requireTools();
  const stacks: RealStack[] = [];
  after(() => Promise.all(stacks.map((stack) => stack.dispose())));

  for (const [title, entry] of Object.entries(kinds)) {
    it(`contains the same file after imp run as after pulumi import: ${title}`, async () => {
      const { stack, specs, schemas } = await open(entry);
      assert.ok(
        (await pulumiCalls(stack, specs)) > 0,
        "`pulumi import` gets the schema from the plugin if it is not cached",
      );
      const [file, ...more] = readdirSync(schemas);
      assert.deepEqual(more, []);
      const bytes = readFileSync(join(schemas, String(file)), "utf8");
      assert.equal(await ours(stack, specs), 0);
      rmSync(schemas, { recursive: true });
      assert.equal(await ours(stack, specs), 1);
      assert.deepEqual(readdirSync(schemas), [file]);
      assert.equal(readFileSync(join(schemas, String(file)), "utf8"), bytes);
      assert.equal(await pulumiCalls(stack, specs), 0);
    });
  }

  /** Creates a stack whose plugin is installed like a Pulumi plugin. */
  async function open(entry: object) {
    const stack = await openSimcloudStack(tools);
    stacks.push(stack);
    rmSync(join(stack.root, "bin", "pulumi-resource-simcloud"));
    const folder = join(String(stack.env.PULUMI_HOME), "plugins", "resource-simcloud-v1.0.0");
    mkdirSync(folder, { recursive: true });
    symlinkSync(simcloudExecutable, join(folder, "pulumi-resource-simcloud"));
    const cloud = JSON.parse(readFileSync(join(projectRoot, "fixtures", "quickstart", "cloud.json"), "utf8"));
    const objects = { ...cloud.objects, ...things };
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify({ ...cloud, objects }));
    const specs = join(stack.root, "specs.json");
    writeFileSync(specs, specsOf(entry));
    assert.equal((await stack.pulumi("stack", "export", "--file", emptyState(stack))).code, 0);
    return { stack, specs, schemas: join(String(stack.env.PULUMI_HOME), "schemas") };
  }

  /** Returns the number of GetSchema calls of the real command. */
  async function pulumiCalls(stack: RealStack, specs: string): Promise<number> {
    clearJournal(stack.env);
    const ran = await stack.pulumi("import", "-f", specs, "--yes", "--skip-preview", "--protect=false");
    // This language host prints no program, so the command fails after it has loaded the schema.
    assert.match(ran.stderr, /does not implement the method generateProgram/, showRun(ran));
    const asked = readJournal(stack.env).get("GetSchema") ?? 0;
    assert.equal((await stack.pulumi("stack", "import", "--file", emptyState(stack))).code, 0);
    return asked;
  }

  async function ours(stack: RealStack, specs: string): Promise<number> {
    clearJournal(stack.env);
    await exitsWith(0, imp(stack, "run", specs, "--plan-only"));
    return readJournal(stack.env).get("GetSchema") ?? 0;
  }
});

function emptyState({ root }: RealStack): string {
  return join(root, "empty.json");
}
