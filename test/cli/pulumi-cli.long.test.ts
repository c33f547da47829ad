/** A stack of a backend that only the `pulumi` command reaches: a stand-in for it keeps the state, as the service does, in its own spelling. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, makeProject, showRun } from "../support/cli-project.ts";
import { until } from "../support/imp-process.ts";

/** Does with a file as `pulumi stack export` and `import` do; `change`: somebody else writes between the first export and the next. */
const standIn = `
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
const [, , ...words] = process.argv;
const { STATE, LOG, MODE } = process.env;
appendFileSync(LOG, words.join(" ") + "\\n");
const calls = readFileSync(LOG, "utf8").trim().split("\\n").length;
if (!existsSync(STATE)) { process.stderr.write("error: no stack named 'dev' found\\n"); process.exit(255); }
if (MODE === "hangs") { writeFileSync(LOG + ".pid", String(process.pid)); await new Promise(() => setInterval(() => {}, 1000)); }
if (words[1] === "export") {
  if (MODE === "garbled" && calls > 3) { process.stdout.write("Sign in to continue"); process.exit(0); }
  process.stdout.write(readFileSync(STATE));
  if (MODE === "change" && calls === 1) {
    const state = JSON.parse(readFileSync(STATE, "utf8"));
    state.deployment.secrets_providers = { type: "service", state: {} };
    writeFileSync(STATE, JSON.stringify(state));
  }
} else {
  if (MODE === "down") { process.stderr.write("error: 503\\n"); process.exit(1); }
  const state = JSON.parse(readFileSync(0, "utf8"));
  // As the service: members in its own order, empty ones left out, secrets encrypted anew.
  state.deployment.resources = state.deployment.resources.map((each) =>
    Object.fromEntries(Object.entries(each).filter(([, value]) => value?.length !== 0).reverse()));
  writeFileSync(STATE, JSON.stringify(state, null, 4));
  if (MODE === "killed") process.kill(process.ppid, "SIGKILL");
  if (MODE === "deaf") process.exit(1);
}
`;

const empty = { version: 3, deployment: { manifest: { time: "2026-01-15T10:20:30Z", magic: "", version: "" } } };

describe("a stack of a backend that only pulumi reaches", () => {
  let project: CliProject;
  let at: (name: string) => string;
  beforeEach(() => {
    project = makeProject({ files: { "Pulumi.yaml": "name: orchard\nruntime: nodejs\n" } });
    at = (name) => join(project.root, name);
    mkdirSync(at("bin"));
    writeFileSync(at("stand-in.mjs"), standIn);
    writeFileSync(at("bin/pulumi"), `#!/bin/sh\nexec '${process.execPath}' '${at("stand-in.mjs")}' "$@"\n`);
    chmodSync(at("bin/pulumi"), 0o755);
    writeFileSync(at("state.json"), JSON.stringify(empty));
    Object.assign(project.env, { PULUMI_STACK: "acme/orchard/dev", STATE: at("state.json"), LOG: at("log") });
    project.env.PATH = `${at("bin")}:${project.env.PATH}`;
  });
  afterEach(() => project.remove());

  const calls = (): readonly string[] => readFileSync(at("log"), "utf8").trim().split("\n");
  const resources = (): readonly { readonly urn: string }[] => {
    const { deployment } = JSON.parse(readFileSync(at("state.json"), "utf8")) as {
      deployment: { resources?: { urn: string }[] };
    };
    return deployment.resources ?? [];
  };

  it("is read and written by export and import, and reported so", async () => {
    const ran = await project.run(["specs.json", "--yes"]);
    assert.equal(ran.code, 0, showRun(ran));
    assert.match(ran.stderr, /https:\/\/api\.pulumi\.com is read by `pulumi stack export` and written by/);
    assert.match(ran.stdout, /^ {2}stack acme\/orchard\/dev of https:\/\/api\.pulumi\.com$/m);
    assert.equal(resources().length, 14);
    for (const call of calls())
      assert.match(call, /^stack (export|import) --stack acme\/orchard\/dev --non-interactive$/);
    assert.equal(calls().filter((call) => call.startsWith("stack import")).length, 1);
    const again = await project.run(["specs.json", "--yes"]);
    assert.equal(again.code, 0, showRun(again));
    assert.equal(calls().filter((call) => call.startsWith("stack import")).length, 1);
    await project.assertTidy();
  });

  it("is left alone when another process wrote resources of the run in the meantime", async () => {
    const ran = await project.run(["specs.json", "--yes"], { MODE: "change" });
    assert.equal(ran.code, 1, showRun(ran));
    assert.match(ran.stderr, /STATE_CHANGED/);
    assert.equal(resources().length, 0);
    assert.ok(!existsSync(project.path("index.ts")));
  });

  it("keeps every file when the import is refused", async () => {
    const ran = await project.run(["specs.json", "--yes"], { MODE: "down" });
    assert.equal(ran.code, 1, showRun(ran));
    assert.match(ran.stderr, /`pulumi stack import` printed: error: 503/);
    assert.ok(!existsSync(project.path("index.ts")));
    await project.assertTidy();
  });

  it("accepts an import that was done and then failed", async () => {
    const ran = await project.run(["specs.json", "--yes"], { MODE: "deaf" });
    assert.equal(ran.code, 0, showRun(ran));
    assert.equal(resources().length, 14);
    assert.ok(existsSync(project.path("index.ts")));
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const)
    it(`does not block a command that ${signal} ends, nor outlive it`, async () => {
      const run = project.start(["specs.json", "--yes"], { MODE: "hangs" });
      await until(() => existsSync(at("log.pid")), "pulumi runs");
      const begun = Date.now();
      run.child.kill(signal);
      const ran = await run.ended;
      assert.equal(ran.code, 130, showRun(ran));
      assert.ok(Date.now() - begun < 5000);
      assert.match(ran.stderr, /INTERRUPTED/);
      await project.assertTidy();
    });

  it("is refused where the export is no state", async () => {
    const ran = await project.run(["specs.json", "--yes"], { MODE: "garbled" });
    assert.equal(ran.code, 1, showRun(ran));
    assert.match(ran.stderr, /COMMIT_UNSURE/);
    const next = await project.run(["specs.json", "--yes"]);
    assert.equal(next.code, 0, showRun(next));
    assert.match(next.stderr, /An interrupted run was finished/);
  });

  it("is finished by the next command after a kill, in the service's own spelling", async () => {
    const killed = await project.start(["specs.json", "--yes"], { MODE: "killed" }).ended;
    assert.equal(killed.signal, "SIGKILL", showRun(killed));
    assert.ok(!existsSync(project.path("index.ts")));
    const next = await project.run(["specs.json", "--yes"]);
    assert.equal(next.code, 0, showRun(next));
    assert.match(next.stderr, /An interrupted run was finished:[\s\S]*stack acme\/orchard\/dev of/);
    assert.ok(existsSync(project.path("index.ts")));
  });

  it("is refused where environments would configure it", async () => {
    project.write("Pulumi.dev.yaml", "environment: [common]\n");
    const ran = await project.run(["specs.json", "--yes"]);
    assert.equal(ran.code, 1, showRun(ran));
    assert.match(ran.stderr, /\(ENVIRONMENT_UNSUPPORTED\)[\s\S]*Only Pulumi Cloud/);
  });

  it("needs the command, and reports how to install it", async () => {
    project.env.PATH = String(project.env.PATH).split(":").slice(1).join(":");
    const ran = await project.run(["specs.json", "--yes"]);
    assert.equal(ran.code, 1, showRun(ran));
    assert.match(ran.stderr.replace(/\s+/g, " "), /\(CLI_MISSING\).*pulumi stack export --file state\.json.*--state/);
  });

  it("is reported in the command's own words where it is missing", async () => {
    project.env.STATE = at("none.json");
    const ran = await project.run(["specs.json", "--yes"]);
    assert.equal(ran.code, 1, showRun(ran));
    assert.match(ran.stderr, /\(CLI_FAILED\)[\s\S]*no stack named 'dev' found/);
  });
});
