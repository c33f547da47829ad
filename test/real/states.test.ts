/**
 * imp imports into states with other schema versions, compression, layouts, and pending operations, which the real Pulumi accepts. Or it rejects
 * the state with a reason, and writes nothing.
 */
import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { alikeEstate } from "../../fixtures/simcloud/estate.ts";
import { imp } from "./judge-import.ts";
import { projectRoot } from "./project-root.ts";
import { type Ran, runProcess, showRun } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import type { RealStack } from "./stack.ts";
import { requireOlderTools, type Tools } from "./tools.ts";

interface Checkpoint {
  version: number;
  features?: string[];
  checkpoint: { stack: string; latest: Record<string, unknown> & { resources: Record<string, unknown>[] } };
}

interface Row {
  readonly title: string;
  /** Prepares the backend. */
  readonly prepare: (stacks: string) => void;
  readonly env?: Readonly<Record<string, string>>;
  /** Omitted if the state is supported. */
  readonly refused?: RegExp;
  /** The path of the checkpoint after the run, below `.pulumi/stacks`. `holds` asserts its content. */
  readonly file?: string;
  readonly holds?: (state: Checkpoint) => void;
}

const ownProgram = 'import * as simcloud from "@pulumi/simcloud";\nnew simcloud.storage.Bucket("own", {});\n';

const old = "dev.json";
const scoped = "estate/dev.json";

const rows: readonly Row[] = [
  {
    title: "schema version 4 with features and pending operations",
    prepare: edited((state) => {
      state.version = 4;
      state.features = ["refreshBeforeUpdate"];
      const [bucket] = state.checkpoint.latest.resources.filter(({ type }) => String(type).includes("Bucket"));
      assert.ok(bucket !== undefined);
      bucket.refreshBeforeUpdate = true;
      const pending = { ...bucket, urn: `${String(bucket.urn)}-2` };
      state.checkpoint.latest.pending_operations = [{ resource: pending, type: "creating" }];
    }),
    file: scoped,
    holds: ({ version, features, checkpoint }) => {
      assert.equal(version, 4);
      assert.deepEqual(features, ["refreshBeforeUpdate"]);
      assert.equal((checkpoint.latest.pending_operations as readonly unknown[]).length, 1);
    },
  },
  {
    title: "compressed, as with PULUMI_DIY_BACKEND_GZIP",
    prepare: (stacks) => packed(stacks, scoped, `${scoped}.gz`),
    env: { PULUMI_DIY_BACKEND_GZIP: "1" },
    file: `${scoped}.gz`,
  },
  {
    title: "compressed, but without the extension .gz",
    prepare: (stacks) => packed(stacks, scoped, scoped),
    file: scoped,
  },
  {
    title: "the old layout with only a compressed file",
    prepare: (stacks) => {
      unscoped(stacks);
      packed(stacks, old, `${old}.gz`);
    },
    env: { PULUMI_STACK: "dev", PULUMI_DIY_BACKEND_GZIP: "1" },
    file: `${old}.gz`,
    holds: ({ checkpoint }) => assert.equal(checkpoint.stack, "dev"),
  },
  {
    title: "the old layout according to meta.yaml",
    prepare: (stacks) => {
      unscoped(stacks);
      writeFileSync(join(stacks, "..", "meta.yaml"), "version: 0\n");
    },
    env: { PULUMI_STACK: "dev" },
    file: old,
  },
  ...[1, 2].map((version) => ({
    title: `schema version ${version}`,
    prepare: edited((state) => {
      state.version = version;
    }),
    refused: new RegExp(`STATE_TOO_OLD[\\s\\S]*schema version ${version}[\\s\\S]*pulumi stack import`),
  })),
  {
    title: "a state with resources, but without a version",
    prepare: (stacks) => {
      const { checkpoint } = JSON.parse(readFileSync(join(stacks, scoped), "utf8")) as Checkpoint;
      writeFileSync(join(stacks, scoped), JSON.stringify(checkpoint));
    },
    refused: /STATE_TOO_OLD/,
  },
  {
    title: "schema version 5",
    prepare: edited((state) => {
      state.version = 5;
    }),
    refused: /STATE_TOO_NEW/,
  },
  {
    title: "a feature of a later version",
    prepare: edited((state) => {
      Object.assign(state, { version: 4, features: ["telepathy"] });
    }),
    refused: /STATE_FEATURE_UNKNOWN[\s\S]*telepathy/,
  },
  {
    title: "compressed with zstd",
    prepare: (stacks) => writeFileSync(join(stacks, scoped), Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0)),
    refused: /CHECKPOINT_COMPRESSION[\s\S]*zstd/,
  },
  {
    title: "a layout of a later version",
    prepare: (stacks) => writeFileSync(join(stacks, "..", "meta.yaml"), "version: 2\n"),
    refused: /BACKEND_LAYOUT[\s\S]*version 2/,
  },
  {
    title: "the old layout if another project has a stack of this name",
    prepare: (stacks) => {
      unscoped(stacks);
      writeFileSync(join(stacks, old), readFileSync(join(stacks, old), "utf8").replaceAll("::estate::", "::mill::"));
    },
    env: { PULUMI_STACK: "dev" },
    refused: /PROJECT_MISMATCH[\s\S]*"mill"/,
  },
];

describe("states of other tools and versions", () => {
  let tools: Tools;
  let stack: RealStack;
  let backend = "";
  let specs = "";

  before(async function () {
    // This suite uses an older Pulumi, because imp supports states of several Pulumi versions.
    const older = requireOlderTools("states of several Pulumi versions");
    if (older === undefined) return this.skip();
    tools = older;
    stack = await openSimcloudStack(tools);
    backend = join(stack.root, "backend");
    specs = join(stack.root, "specs.json");
    const estate = alikeEstate(1);
    writeFileSync(String(stack.env.SIMCLOUD_FILE), JSON.stringify(estate.cloud));
    writeFileSync(specs, JSON.stringify(estate.specs));
    await compile();
    await stack.up();
    cpSync(backend, join(stack.root, "model"), { recursive: true });
  });
  after(() => stack?.dispose());

  for (const { title, prepare, env = {}, refused, file, holds } of rows)
    it(`${refused === undefined ? "imports into" : "rejects"} a stack: ${title}`, async () => {
      restore();
      prepare(join(backend, ".pulumi", "stacks"));
      const before = treeOf(backend);
      const set = { ...stack.env };
      Object.assign(stack.env, env);
      try {
        const ran = await imp(stack, "run", specs, "--yes", "--append-file", "imported");
        if (refused !== undefined) {
          assert.ok(ran.code === 1 || ran.code === 2, showRun(ran));
          assert.match(ran.stderr.replace(/\s+/g, " "), refused);
          assert.deepEqual(treeOf(backend), before);
          assert.ok(!existsSync(join(stack.directory, "imported.ts")));
          return;
        }
        assertRan(ran);
        const bytes = readFileSync(join(backend, ".pulumi", "stacks", file ?? scoped));
        const state = JSON.parse((bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString("utf8")) as Checkpoint;
        assert.equal(state.checkpoint.latest.resources.length, 4);
        holds?.(state);
        await compile();
        assertRan(await stack.previewExpectingNoChanges());
      } finally {
        stack.env.PULUMI_STACK = set.PULUMI_STACK;
        stack.env.PULUMI_DIY_BACKEND_GZIP = set.PULUMI_DIY_BACKEND_GZIP;
      }
    });

  it("creates the same files for a missing stack as pulumi stack init", async () => {
    restore();
    const index = join(stack.directory, "index.ts");
    writeFileSync(index, "");
    const words = ["run", specs, "--yes", "--force", "--stack", "fresh", "--create-stack"];
    assertRan(await imp(stack, ...words));
    const entryPoints = [index];
    await build({ entryPoints, outdir: join(stack.directory, "bin"), format: "cjs", platform: "node" });
    assertRan(await stack.pulumi("preview", "--expect-no-changes", "--stack", "fresh"));
    assertRan(await stack.pulumi("stack", "init", "model"));
    const places = (name: string): readonly string[] =>
      Object.keys(treeOf(backend)).filter((path) => path.includes(name) && !/attrs$|history|backups/.test(path));
    const model = places("model").map((path) => path.replaceAll("model", "fresh"));
    assert.deepEqual(places("fresh"), model);
    const salted = /^encryptionsalt: v1:\S+\n$/;
    for (const name of ["fresh", "model"])
      assert.match(readFileSync(join(stack.directory, `Pulumi.${name}.yaml`), "utf8"), salted);
    assertRan(await stack.pulumi("config", "set", "--secret", "token", "hidden", "--stack", "fresh"));
    assertRan(await stack.pulumi("stack", "rm", "model", "--yes"));
    assertRan(await stack.pulumi("stack", "select", "dev"));
  });

  it("creates a project in an empty directory, with an empty preview", async () => {
    restore();
    const shop = join(stack.root, "corner shop");
    mkdirSync(shop);
    const main = join(projectRoot, "dist", "bundle", "main.js");
    const words = [specs, "--yes", "--new", "--stack", "first"];
    assertRan(await runProcess([process.execPath, main, "run", ...words], { cwd: shop, env: stack.env }));
    symlinkSync(join(stack.directory, "node_modules"), join(shop, "node_modules"));
    const entryPoints = [join(shop, "index.ts")];
    await build({ entryPoints, outdir: join(shop, "bin"), format: "cjs", platform: "node" });
    const pulumi = (...args: readonly string[]) =>
      runProcess([tools.pulumi, ...args, "--non-interactive"], { cwd: shop, env: stack.env, timeout: 240_000 });
    const listed = await pulumi("stack", "ls", "--json");
    assertRan(listed);
    assert.deepEqual(
      (JSON.parse(listed.stdout) as readonly { name: string; resourceCount: number }[]).map(
        ({ name, resourceCount }) => [name, resourceCount],
      ),
      [["first", 3]],
    );
    assertRan(await pulumi("preview", "--expect-no-changes", "--stack", "first"));
    assert.match(readFileSync(join(shop, "Pulumi.yaml"), "utf8"), /^name: cornershop\n/);
  });

  it("reads a state of an old schema version after `pulumi stack export` and `import`", async () => {
    restore();
    edited((state) => {
      state.version = 2;
    })(join(backend, ".pulumi", "stacks"));
    const file = join(stack.root, "state.json");
    assertRan(await stack.pulumi("stack", "export", "--file", file));
    assertRan(await stack.pulumi("stack", "import", "--file", file));
    assertRan(await imp(stack, "run", specs, "--yes", "--append-file", "imported"));
  });

  /** Restores the stack as `pulumi up` wrote it, and the program without imported resources. */
  function restore(): void {
    rmSync(backend, { recursive: true, force: true });
    for (const name of [".imp", "bin", "imported.ts"])
      rmSync(join(stack.directory, name), { recursive: true, force: true });
    cpSync(join(stack.root, "model"), backend, { recursive: true });
    writeFileSync(join(stack.directory, "index.ts"), ownProgram);
  }

  async function compile(): Promise<void> {
    const imported = existsSync(join(stack.directory, "imported.ts"));
    writeFileSync(join(stack.directory, "index.ts"), ownProgram + (imported ? 'import "./imported";\n' : ""));
    const entryPoints = ["index.ts", ...(imported ? ["imported.ts"] : [])].map((name) => join(stack.directory, name));
    await build({ entryPoints, outdir: join(stack.directory, "bin"), format: "cjs", platform: "node" });
  }
});

function edited(edit: (state: Checkpoint) => void): (stacks: string) => void {
  return (stacks) => {
    const path = join(stacks, scoped);
    const state = JSON.parse(readFileSync(path, "utf8")) as Checkpoint;
    edit(state);
    writeFileSync(path, JSON.stringify(state));
  };
}

function packed(stacks: string, from: string, to: string): void {
  const bytes = gzipSync(readFileSync(join(stacks, from)));
  rmSync(join(stacks, from));
  writeFileSync(join(stacks, to), bytes);
}

/** Converts the backend to the layout of Pulumi versions before 2023. */
function unscoped(stacks: string): void {
  const pulumi = join(stacks, "..");
  rmSync(join(pulumi, "meta.yaml"));
  for (const folder of ["stacks", "history", "backups"]) {
    const place = join(pulumi, folder);
    for (const name of readdirSync(join(place, "estate"))) renameSync(join(place, "estate", name), join(place, name));
    rmSync(join(place, "estate"), { recursive: true });
  }
  rmSync(join(pulumi, "locks"), { recursive: true, force: true });
  mkdirSync(join(pulumi, "locks"));
  const path = join(stacks, old);
  writeFileSync(path, readFileSync(path, "utf8").replace('"organization/estate/dev"', '"dev"'));
}

function treeOf(directory: string): Readonly<Record<string, string>> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), "base64")]),
  );
}

function assertRan(ran: Ran): Ran {
  assert.equal(ran.code, 0, showRun(ran));
  return ran;
}
