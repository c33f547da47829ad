/** The real Pulumi and imp write alternately to a stack in a bucket of an S3 server. */
import assert from "node:assert/strict";
import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";
import type { SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { openStore } from "../../src/store/open-store.ts";
import type { Store } from "../../src/store/store.ts";
import { keepsTheContract } from "../support/store-contract.ts";
import { compareStates, showDifferences } from "./compare-states.ts";
import { imp, type Report } from "./judge-import.ts";
import { type S3Server, startS3 } from "./moto.ts";
import { projectRoot } from "./project-root.ts";
import { exitsWith, type Ran, showRun } from "./run-process.ts";
import { openSimcloudStack } from "./simcloud.ts";
import { type RealStack, resourcesOf } from "./stack.ts";
import { requireTools } from "./tools.ts";

const stateKey = ".pulumi/stacks/estate/dev.json";

describe("a stack in a bucket", () => {
  const tools = requireTools();
  const quickstart = (name: string): string => join(projectRoot, "fixtures", "quickstart", name);
  const { resources } = JSON.parse(readFileSync(quickstart("specs.json"), "utf8")) as { resources: SpecEntry[] };
  let server: S3Server;
  let stack: RealStack;
  let store: Store;

  before(async function () {
    const started = await startS3("a stack in a bucket");
    if (started === undefined) return this.skip();
    server = started;
    Object.assign(process.env, server.env);
    const url = server.url("states/team/a");
    store = await openStore("s3", url, {});
    stack = await openSimcloudStack(tools, {}, { env: { ...server.env, PULUMI_BACKEND_URL: url } });
    copyFileSync(quickstart("cloud.json"), String(stack.env.SIMCLOUD_FILE));
    // `pulumi login` selects the backend from now on, instead of the environment variable.
    assertRan(await stack.pulumi("login", url));
    delete stack.env.PULUMI_BACKEND_URL;
    assertRan(await stack.pulumi("stack", "select", "dev"));
  });
  after(async () => {
    server?.stop();
    await stack?.dispose();
  });

  const run = async (count: number, ...flags: string[]): Promise<Ran> => {
    const specs = join(stack.root, "specs.json");
    writeFileSync(specs, JSON.stringify({ resources: resources.slice(0, count) }));
    return await imp(stack, "run", specs, "--yes", "--json", "--append-file", "imported", ...flags);
  };
  /** Compiles a user's program with `buckets` buckets and the imported resources, without type checks, which other tests make. */
  const compile = async (buckets: number): Promise<void> => {
    const imported = existsSync(join(stack.directory, "imported.ts"));
    const own = Array.from({ length: buckets }, (_, at) => `new simcloud.storage.Bucket("own-${at}", {});\n`);
    const head = `import * as simcloud from "@pulumi/simcloud";\n${imported ? 'import "./imported";\n' : ""}`;
    writeFileSync(join(stack.directory, "index.ts"), head + own.join(""));
    const entryPoints = ["index.ts", ...(imported ? ["imported.ts"] : [])].map((name) => join(stack.directory, name));
    await build({ entryPoints, outdir: join(stack.directory, "bin"), format: "cjs", platform: "node" });
  };
  const readText = async (key: string): Promise<string | undefined> => {
    const stored = await store.read(key);
    return stored === undefined ? undefined : Buffer.from(stored.bytes).toString("utf8");
  };

  describe("as a store", () => {
    keepsTheContract(() => store);
  });

  it("compares the stored version before a write if the server has no conditional writes", async () => {
    const simple = await withoutConditions(server);
    try {
      const older = await openStore("s3", server.url("states/older").replace(server.endpoint, simple.endpoint), {});
      const first = await older.write("a", Buffer.from("one"), "absent");
      assert.ok(first !== undefined);
      assert.equal(await older.write("a", Buffer.from("two"), "absent"), undefined);
      assert.equal(await older.write("a", Buffer.from("two"), { version: '"another"' }), undefined);
      assert.ok((await older.write("a", Buffer.from("two"), { version: first })) !== undefined);
      assert.equal(Buffer.from((await older.read("a"))?.bytes ?? []).toString(), "two");
      assert.ok(simple.refusals() >= 4);
    } finally {
      simple.stop();
    }
  });

  for (const [round, count] of [5, 8, 12].entries())
    it(`imports ${count} resources in round ${round + 1}, next to those of pulumi up`, async () => {
      await compile(round + 1);
      await stack.up();
      const ran = await run(count);
      assertRan(ran);
      const report = JSON.parse(ran.stdout) as Report;
      assert.ok(report.files.some((file) => file.startsWith("s3://states/team/a/.pulumi/stacks/")));
      const ours = await stack.exportState({ showSecrets: true });
      assert.equal(resourcesOf(ours).filter(({ type }) => !type.startsWith("pulumi:")).length, count + round + 1);
      await compile(round + 1);
      await exitsWith(0, stack.previewExpectingNoChanges());
      assert.deepEqual(Object.keys(await stack.up()), ["same"]);
      assert.equal(showDifferences(compareStates(ours, await stack.exportState({ showSecrets: true }))), "");
      assert.deepEqual(await store.list(".pulumi/locks/", "deep"), []);
    });

  it("writes checkpoint, history, and backup files like Pulumi", async () => {
    const history = JSON.parse(assertRan(await stack.pulumi("stack", "history", "--json")).stdout) as readonly {
      readonly kind: string;
      readonly result: string;
      readonly resourceChanges: Readonly<Record<string, number>>;
    }[];
    const ours = history.filter(({ kind }) => kind === "resource-import");
    assert.deepEqual(
      ours.map(({ resourceChanges }) => resourceChanges.import),
      [4, 3, 4],
    );
    const kept = (await store.list(".pulumi/", "deep")).map(({ key }) => key);
    assert.equal(kept.filter((key) => key.startsWith(".pulumi/backups/estate/dev/dev.")).length, history.length);
    assert.ok(kept.includes(`${stateKey}.bak`));
    const names = kept.filter((key) => key.startsWith(".pulumi/history/estate/dev/"));
    for (const name of names) assert.match(name, /\/dev-\d{19}\.(history|checkpoint)\.json$/);
  });

  it("leaves the bucket unchanged in a second run", async () => {
    const before = await store.read(stateKey);
    const ran = await run(12);
    assertRan(ran);
    assert.equal((await store.read(stateKey))?.version, before?.version);
  });

  it("respects a lock in the bucket, like pulumi up", async () => {
    const key = ".pulumi/locks/organization/estate/dev/0d5f35c5-5d09-4d8a-8e3c-2b8a5d0a7c11.json";
    const holder = { pid: 1, username: "ada", hostname: "mill", timestamp: "2026-01-15T10:20:30Z" };
    await store.write(key, Buffer.from(JSON.stringify(holder)), "always");
    const refused = await exitsWith(
      1,
      imp(stack, "run", await another("locked"), "--yes", "--append-file", "imported"),
    );
    assert.match(refused.stderr, /\(STACK_LOCKED\)[\s\S]*s3:\/\/states\/team\/a\/\.pulumi\/locks/);
    const pulumiRun = await stack.pulumi("up", "--yes", "--skip-preview");
    assert.notEqual(pulumiRun.code, 0);
    assertRan(await stack.pulumi("cancel", "--yes", "dev"));
    assert.deepEqual(await store.list(".pulumi/locks/", "deep"), []);
  });

  for (const [title, id, fault] of [
    ["the response to the write of the state is lost", "lost", { method: "PUT", part: `${stateKey}?`, kind: "lost" }],
    ["the lock cannot be removed", "kept", { method: "DELETE", part: "/locks/", kind: "refused" }],
  ] as const)
    it(`keeps the written state if ${title}`, async () => {
      const front = await faultyFront(server, fault);
      stack.env.PULUMI_BACKEND_URL = server.url("states/team/a").replace(server.endpoint, front.endpoint);
      try {
        // Pulumi remembers the selected stack of each backend. The proxy has another address, so no stack is selected.
        const words = ["run", await another(id), "--stack", "dev", "--yes", "--append-file", "imported"];
        const ran = assertRan(await imp(stack, ...words));
        assert.ok(front.faults() >= 1);
        assert.match(String(await readText(stateKey)), new RegExp(`::${id}"`));
        assert.match(readFileSync(join(stack.directory, "imported.ts"), "utf8"), new RegExp(id));
        const locks = await store.list(".pulumi/locks/", "deep");
        assert.equal(/pulumi cancel/.test(ran.stderr), locks.length > 0, showRun(ran));
        for (const { key } of locks) await store.remove(key);
      } finally {
        delete stack.env.PULUMI_BACKEND_URL;
        front.stop();
      }
    });

  for (const [moment, action] of [
    ["before", "undone"],
    ["after", "finished"],
  ] as const)
    it(`recovers if imp is killed ${moment} the state is sent: the interrupted run is ${action}`, async () => {
      const specs = await another(`killed-${moment}`);
      const before = await readText(stateKey);
      const words = ["run", specs, "--yes", "--append-file", "imported"];
      await exitsWith(null, killedAt(moment, words));
      assert.equal((await readText(stateKey)) === before, moment === "before");
      const next = await imp(stack, ...words);
      assertRan(next);
      assert.match(next.stderr, new RegExp(`An interrupted run was ${action}:[\\s\\S]*s3://states/team/a/`));
    });

  it("lets pulumi export, import, refresh, and destroy the stack", async () => {
    await compile(3);
    const file = join(stack.root, "exported.json");
    assertRan(await stack.pulumi("stack", "export", "--file", file));
    assertRan(await stack.pulumi("stack", "import", "--file", file));
    assert.equal((await stack.previewExpectingNoChanges()).code, 0);
    assertRan(await stack.pulumi("refresh", "--preview-only", "--expect-no-changes"));
    copyFileSync(String(stack.env.SIMCLOUD_FILE), join(stack.root, "cloud-copy.json"));
    stack.env.SIMCLOUD_FILE = join(stack.root, "cloud-copy.json");
    assertRan(await stack.pulumi("state", "unprotect", "--all", "--yes"));
    assertRan(await stack.pulumi("destroy", "--yes", "--skip-preview"));
    assert.deepEqual(resourcesOf(await stack.exportState()), []);
  });

  /** Creates another bucket in the cloud, and returns its import file. */
  async function another(id: string): Promise<string> {
    const file = String(stack.env.SIMCLOUD_FILE);
    const cloud = JSON.parse(readFileSync(file, "utf8")) as { objects: Record<string, unknown> };
    const model = resources.find(({ type }) => type === "simcloud:storage/bucket:Bucket");
    assert.ok(model?.id !== undefined);
    for (const [key, object] of Object.entries(cloud.objects)) {
      if (!key.endsWith(`:Bucket|${model.id}`)) continue;
      cloud.objects[key.replace(model.id, id)] = JSON.parse(JSON.stringify(object).replaceAll(model.id, id));
    }
    writeFileSync(file, JSON.stringify(cloud));
    const specs = join(stack.root, `specs-${id}.json`);
    writeFileSync(specs, JSON.stringify({ resources: [{ type: model.type, name: id, id }] }));
    return specs;
  }

  async function killedAt(moment: "before" | "after", words: readonly string[]): Promise<Ran> {
    const hook = join(stack.root, `kill-${moment}.mjs`);
    writeFileSync(hook, killScript(moment));
    stack.env.NODE_OPTIONS = `--import=${hook}`;
    try {
      return await imp(stack, ...words);
    } finally {
      delete stack.env.NODE_OPTIONS;
    }
  }
});

/** Puts a proxy in front of the server that responds to conditional writes with 501, as older servers do. */
async function withoutConditions(server: S3Server) {
  let refusals = 0;
  const front = await frontOf(server, ({ headers }, answer) => {
    if (headers["if-match"] === undefined && headers["if-none-match"] === undefined) return "asked";
    refusals += 1;
    answer.writeHead(501, { "content-type": "application/xml" });
    answer.end("<Error><Code>NotImplemented</Code><Message>no</Message></Error>");
    return "answered";
  });
  return { ...front, refusals: () => refusals };
}

/** Puts a proxy in front of the server that loses the first response to matching requests, or rejects all of them. */
async function faultyFront(
  server: S3Server,
  { method, part, kind }: { readonly method: string; readonly part: string; readonly kind: "lost" | "refused" },
) {
  let faults = 0;
  const front = await frontOf(server, (question, answer) => {
    if (question.method !== method || !decodeURIComponent(String(question.url)).includes(part)) return "asked";
    faults += 1;
    if (kind === "lost") return faults === 1 ? "lost" : "asked";
    answer.writeHead(503, { "content-type": "application/xml" });
    answer.end("<Error><Code>ServiceUnavailable</Code><Message>no</Message></Error>");
    return "answered";
  });
  return { ...front, faults: () => faults };
}

/** Starts a proxy. If `behaviour` returns "lost", the server handles the request, but the proxy drops the response. */
async function frontOf(
  { endpoint }: S3Server,
  behaviour: (question: IncomingMessage, answer: ServerResponse) => "asked" | "answered" | "lost",
) {
  const [host, port] = endpoint.split(":");
  const front = createServer((question, answer) => {
    const what = behaviour(question, answer);
    if (what === "answered") return;
    const { method, headers, url } = question;
    const forwarded = request({ host, port, path: url, method, headers }, (given) => {
      if (what === "lost") return void given.resume().on("end", () => question.socket.destroy());
      answer.writeHead(given.statusCode ?? 500, given.headers);
      given.pipe(answer);
    });
    question.pipe(forwarded);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const { port: frontPort } = front.address() as AddressInfo;
  return { endpoint: `127.0.0.1:${frontPort}`, stop: () => front.close() };
}

/** Returns a module that ends the process before it sends the checkpoint, or after it gets the response. */
function killScript(moment: "before" | "after"): string {
  return `
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
const { request } = http;
http.request = (options, ...rest) => {
  const isState = options.method === "PUT" && String(options.path).includes("${stateKey}?");
  if (isState && "${moment}" === "before") process.kill(process.pid, "SIGKILL");
  const sent = request(options, ...rest);
  if (isState) sent.on("response", () => process.kill(process.pid, "SIGKILL"));
  return sent;
};
syncBuiltinESMExports();
`;
}

function assertRan(ran: Ran): Ran {
  assert.equal(ran.code, 0, showRun(ran));
  return ran;
}
