/** Choices of `imp sync`, code that it cannot edit, and runs that it must reject. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, checkpoint, copyProject, exitsWith, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { changeCloud, covers, deleteInCloud, openSyncedShop, shop, www } from "./sync.ts";
import { assertNoCopy, imports, main, runner, stored, subnet, writtenFiles } from "./whole-program.ts";

interface Synced {
  readonly written: boolean;
  readonly resources: readonly {
    readonly urn: string;
    readonly result: string;
    readonly why?: string;
    readonly manual: readonly {
      readonly path: string;
      readonly where?: string;
      readonly value?: unknown;
      readonly why?: string;
    }[];
  }[];
  readonly pending: readonly { readonly urn: string }[];
}

const live = { app: "bookshop", stage: "live" };

describe("imp sync (all cases)", function () {
  this.timeout(600_000);
  let model: CliProject;
  let project: CliProject;

  before(async () => {
    model = await openSyncedShop();
  });
  after(async () => await model?.remove());
  beforeEach(() => {
    project = copyProject(model, { env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } });
  });
  afterEach(async () => {
    assertNoCopy(project);
    await project.assertTidy();
    await project.remove();
  });

  const sync = (...args: readonly string[]): Promise<Ran> => project.imp(["sync", ...args]);

  async function synced(code: number, ...args: readonly string[]): Promise<Synced> {
    return JSON.parse((await exitsWith(code, sync(...args, "--json"))).stdout) as Synced;
  }

  /** Returns the steps of `imp verify` that change something, as `update covers`. */
  async function nextUpdate(...args: readonly string[]): Promise<readonly string[]> {
    const { stdout } = await project.imp(["verify", "--json", ...args]);
    const { steps } = JSON.parse(stdout) as {
      readonly steps: readonly { readonly op: string; readonly urn: string }[];
    };
    return steps.filter(({ op }) => op !== "same").map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`);
  }

  /** Returns the entry of a resource in the state. */
  function stateOf(name: string, text = project.read(checkpoint)): unknown {
    const { checkpoint: held } = JSON.parse(text) as {
      readonly checkpoint: { readonly latest: { readonly resources: readonly { readonly urn: string }[] } };
    };
    return held.latest.resources.find(({ urn }) => urn.endsWith(`::${name}`));
  }

  it("edits literals, and keeps resources whose code the user must change by hand", async () => {
    const description = 'const description = "Permissions of the order handler";\n';
    const program = imports + description + main + subnet('"a"') + runner("description") + covers + www;
    project.write("index.ts", program);
    const before = project.read(checkpoint);
    changeCloud(project, "runner", { description: "Changed by hand", tags: { ...live, owner: "shop" } });
    changeCloud(project, "www", { ttl: 600, records: ["a.example", "b.example"] });
    changeCloud(project, "covers", {
      versioning: { enabled: false, mfaDelete: false },
      tags: { stage: "live" },
      lifecycleRules: [
        {
          id: "old-versions",
          enabled: true,
          prefix: "drafts/",
          expiration: { days: 60, expiredObjectDeleteMarker: false },
          transitions: [],
        },
      ],
    });
    const { resources, written } = await synced(3, "--take", "cloud", "--yes");
    assert.equal(written, true);
    assert.deepEqual(resources.map(({ urn, result }) => `${urn.split("::").at(-1)} ${result}`).sort(), [
      "covers synced",
      "runner left",
      "www synced",
    ]);
    const role = resources.find(({ urn }) => urn.endsWith("::runner"));
    const line = program.split("\n").findIndex((text) => text.includes("description: description")) + 1;
    assert.deepEqual(role?.manual, [
      { path: "description", value: "Changed by hand", where: `index.ts:${line}:18`, why: "is not a literal" },
      { path: "tags.owner", value: "shop", where: role?.manual[1]?.where },
    ]);
    assert.equal(
      project.read("index.ts"),
      program
        .replace("days: 30", "days: 60")
        .replace("versioning: { enabled: true }", "versioning: { enabled: false }")
        .replace(
          'tags: { app: "bookshop", stage: "live" },\n    versioning',
          'tags: { stage: "live" },\n    versioning',
        )
        .replace(
          'records: ["bookshop-covers-7f3a.storage.us-east-1.simcloud.example"]',
          'records: ["a.example", "b.example"]',
        )
        .replace("ttl: 300", "ttl: 600"),
    );
    assert.deepEqual(stateOf("runner"), stateOf("runner", before));
    assert.deepEqual(await nextUpdate(), []);
    assert.deepEqual(await nextUpdate("--refresh"), ["update runner"]);
  });

  it("adds ignoreChanges, or changes only the state, for the resources of a filter", async () => {
    changeCloud(project, "covers", { acl: "public-read" });
    changeCloud(project, "www", { ttl: 600 });
    changeCloud(project, "main", { tags: {} });
    const dry = await exitsWith(3, sync("--dry-run", "--only", "name=covers"));
    assert.match(dry.stdout, /acl: "private" => "public-read"/);
    assert.doesNotMatch(dry.stdout, /www|ttl/);
    assert.equal(project.read("index.ts"), shop);
    await exitsWith(0, sync("--take", "ignore", "--yes", "--only", "type=Bucket"));
    const ignoring = shop.replace(
      "    versioning: { enabled: true },\n});",
      '    versioning: { enabled: true },\n}, { ignoreChanges: ["acl"] });',
    );
    assert.equal(project.read("index.ts"), ignoring);
    await exitsWith(0, sync("--take", "program", "--yes", "--exclude", "name=main"));
    assert.equal(project.read("index.ts"), ignoring);
    assert.deepEqual(await nextUpdate(), ["update www"]);
    // `imp undo` reverts the last run, which wrote only the state.
    await exitsWith(0, project.plain(["undo", "--yes"]));
    assert.deepEqual(await nextUpdate(), []);
  });

  it("removes deleted resources from the state with --take program", async () => {
    deleteInCloud(project, "www");
    deleteInCloud(project, "main");
    const { resources, written } = await synced(3, "--take", "cloud", "--yes");
    assert.equal(written, false);
    assert.match(resources[0]?.why ?? "", /deleted in the cloud/);
    const kept = await synced(3, "--take", "program", "--yes");
    assert.deepEqual(
      kept.resources.map(({ urn, result }) => `${urn.split("::").at(-1)} ${result}`),
      ["main left", "www synced"],
    );
    assert.match(kept.resources[0]?.why ?? "", /other resources in the state refer to it/);
    assert.deepEqual(await nextUpdate(), ["create www"]);
    await exitsWith(0, project.plain(["undo", "--yes"]));
    assert.deepEqual(await nextUpdate(), []);
  });

  it("does not sync a changed secret, and shows it nowhere", async () => {
    project.write("index.ts", imports + main + subnet('"a"') + runner(`pulumi.secret(${stored})`) + covers + www);
    changeCloud(project, "runner", { description: "canary-7f3a9c2b" });
    // The state has no secrets yet, so it has no key to encrypt them.
    for (const choice of ["cloud", "ignore"]) {
      const ran = await exitsWith(3, sync("--take", choice, "--yes", "--json"));
      assert.doesNotMatch(ran.stdout + ran.stderr, /canary-7f3a9c2b/, showRun(ran));
      assert.doesNotMatch(project.read("index.ts") + project.read(checkpoint), /canary-7f3a9c2b/);
      assert.match(ran.stdout, /no key to encrypt/);
    }
  });

  it("does not sync a resource if its code also registers another one", async () => {
    const looped = `for (const name of ["covers"]) new simcloud.storage.Bucket(name, { bucket: "bookshop-covers-7f3a", acl: "private",
    lifecycleRules: [{ id: "old-versions", enabled: true, prefix: "drafts/", expiration: { days: 30 } }],
    tags: { app: "bookshop", stage: "live" }, versioning: { enabled: true } });\n`;
    const program =
      imports + main + subnet('"a"') + runner(stored) + looped.replace('["covers"]', '["covers", "more"]') + www;
    project.write("index.ts", program);
    changeCloud(project, "covers", { acl: "public-read" });
    const { resources, pending } = await synced(3, "--take", "cloud", "--yes");
    assert.match(resources[0]?.why ?? "", /the same code registers 1 more resource/);
    assert.deepEqual(
      pending.map(({ urn }) => urn.split("::").at(-1)),
      ["more"],
    );
    assert.equal(project.read("index.ts"), program);
    project.write("index.ts", imports + main + subnet('"a"') + runner(stored) + looped + www);
    await exitsWith(0, sync("--take", "cloud", "--yes"));
    assert.match(project.read("index.ts"), /acl: "public-read"/);
  });

  it("leaves a resource whose edits a transform of the program undoes, and syncs the others", async () => {
    const transform = `pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
    type.includes("Bucket") ? { props: { ...props, acl: "private" }, opts } : undefined);\n\n`;
    const program = imports + transform + main + subnet('"a"') + runner(stored) + covers + www;
    project.write("index.ts", program);
    changeCloud(project, "covers", { acl: "public-read" });
    changeCloud(project, "www", { ttl: 600 });
    const { resources } = await synced(3, "--take", "cloud", "--yes");
    const left = resources.filter(({ result }) => result === "left");
    assert.deepEqual(
      left.map(({ urn }) => urn.split("::").at(-1)),
      ["covers"],
    );
    assert.match(
      left[0]?.why ?? "",
      /the next update would then update simcloud:storage\/bucket:Bucket covers \(index\.ts:\d+:\d+\): acl/,
    );
    assert.equal(project.read("index.ts"), program.replace("ttl: 300", "ttl: 600"));
    assert.deepEqual(await nextUpdate(), []);
  });

  it("leaves a resource whose new value would change another one", async () => {
    const host = 'covers.arn.apply((arn) => arn.split(":").at(-1) + ".storage.us-east-1.simcloud.example")';
    const referring = www.replace('"bookshop-covers-7f3a.storage.us-east-1.simcloud.example"', host);
    const program = imports + main + subnet('"a"') + runner(stored) + covers + referring;
    project.write("index.ts", program);
    changeCloud(project, "covers", { arn: "arn:sim:storage:::moved", acl: "public-read" });
    const { resources, written } = await synced(3, "--take", "cloud", "--yes");
    assert.equal(written, false);
    assert.match(resources[0]?.why ?? "", /the next update would then update simcloud:dns\/record:Record www/);
    assert.equal(project.read("index.ts"), program);
  });

  it("takes values of a resource that refers to a replaced one", async () => {
    changeCloud(project, "main", { cidrBlock: "10.30.0.0/16" });
    changeCloud(project, "a", { tags: { app: "bookshop", stage: "test" } });
    const { resources } = await synced(0, "--take", "cloud", "--yes");
    assert.equal(resources.length, 2);
    assert.deepEqual(await nextUpdate("--refresh"), []);
  });

  it("removes a property that the cloud no longer has, though Read returns the stored input", async () => {
    changeCloud(project, "covers", { bucket: null });
    await synced(0, "--take", "cloud", "--yes");
    assert.equal(project.read("index.ts"), shop.replace('    bucket: "bookshop-covers-7f3a",\n', ""));
    assert.deepEqual(await nextUpdate("--refresh"), []);
  });

  it("writes that a resource is ready which was not", async () => {
    const text = project.read(checkpoint);
    const state = JSON.parse(text) as {
      readonly checkpoint: {
        readonly latest: { resources: { readonly urn: string; initErrors?: readonly string[] }[] };
      };
    };
    for (const resource of state.checkpoint.latest.resources)
      if (resource.urn.endsWith("::covers")) resource.initErrors = ["timed out"];
    project.write(checkpoint, JSON.stringify(state));
    assert.deepEqual(await nextUpdate(), ["update covers"]);
    const { resources } = await synced(0, "--take", "cloud", "--yes");
    assert.deepEqual(
      resources.map(({ urn }) => urn.split("::").at(-1)),
      ["covers"],
    );
    assert.equal(project.read("index.ts"), shop);
    assert.deepEqual(await nextUpdate(), []);
  });

  it("leaves resources in a file that is not UTF-8 text", async () => {
    const bytes = Buffer.concat([Buffer.from(`${shop}// caf`), Buffer.from([0xe9, 0x0a])]);
    project.write("index.ts", bytes);
    changeCloud(project, "covers", { acl: "public-read" });
    const { resources } = await synced(3, "--take", "cloud", "--yes");
    assert.match(resources[0]?.manual[0]?.why ?? "", /not UTF-8/);
    assert.deepEqual(readFileSync(project.path("index.ts")), bytes);
  });

  it("rejects a broken program, and writes nothing", async () => {
    project.write("index.ts", `${shop}throw new Error("no");\n`);
    const before = writtenFiles(project);
    const ran = await exitsWith(1, sync("--take", "cloud", "--yes"));
    assert.match(ran.stderr, /SYNC_REFUSED[\s\S]*no/);
    assert.deepEqual(writtenFiles(project), before);
  });

  it("creates, updates, and deletes nothing in the cloud with --take cloud", async () => {
    changeCloud(project, "www", { ttl: 600 });
    const cloud = readFileSync(join(project.root, "cloud.json"), "utf8");
    const calls = project.calls().length;
    await exitsWith(0, sync("--take", "cloud", "--yes"));
    const made = project.calls().slice(calls);
    for (const method of ["Create", "Update", "Delete"]) assert.equal(made.includes(method), false, method);
    assert.equal(readFileSync(join(project.root, "cloud.json"), "utf8"), cloud);
  });
});
