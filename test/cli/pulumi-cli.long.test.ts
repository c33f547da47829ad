/** imp with a backend that only the `pulumi` command can access. A fake `pulumi` stores the state, and formats it as Pulumi Cloud does. */
import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { until } from "../support/imp-process.ts";

/**
 * Reads and writes a file like `pulumi stack export` and `import`. With `change`, another process writes after the first export. Prints the
 * configuration and the environments of the file ESC, as `pulumi config` and `pulumi env open` print them (test/real/environments.test.ts).
 */
const standIn = `
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
const [, , ...words] = process.argv;
const { STATE, LOG, MODE } = process.env;
appendFileSync(LOG, words.join(" ") + "\\n");
const { config, environments } = JSON.parse(readFileSync(process.env.ESC, "utf8"));
if (words[0] === "config") { process.stdout.write(JSON.stringify(config)); process.exit(0); }
if (words[0] === "env") {
  if (environments[words[2]] === undefined) { process.stderr.write("error: getting environment: [404] Not Found\\n"); process.exit(255); }
  process.stdout.write(JSON.stringify({ value: environments[words[2]][words[3]] ?? null }));
  process.exit(0);
}
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
  // Like the service: another member order, no empty members, and new ciphertexts.
  state.deployment.resources = state.deployment.resources.map((each) =>
    Object.fromEntries(Object.entries(each).filter(([, value]) => value?.length !== 0).reverse()));
  writeFileSync(STATE, JSON.stringify(state, null, 4));
  if (MODE === "killed") process.kill(process.ppid, "SIGKILL");
  if (MODE === "deaf") process.exit(1);
}
`;

const empty = { version: 3, deployment: { manifest: { time: "2026-01-15T10:20:30Z", magic: "", version: "" } } };

describe("a stack in a backend that only the pulumi command reaches", () => {
  let project: CliProject;
  let pathOf: (name: string) => string;
  beforeEach(() => {
    project = makeProject({ files: { "Pulumi.yaml": "name: orchard\nruntime: nodejs\n" } });
    pathOf = (name) => join(project.root, name);
    mkdirSync(pathOf("bin"));
    writeFileSync(pathOf("stand-in.mjs"), standIn);
    writeFileSync(pathOf("bin/pulumi"), `#!/bin/sh\nexec '${process.execPath}' '${pathOf("stand-in.mjs")}' "$@"\n`);
    chmodSync(pathOf("bin/pulumi"), 0o755);
    writeFileSync(pathOf("state.json"), JSON.stringify(empty));
    writeFileSync(pathOf("esc.json"), JSON.stringify({ environments: {} }));
    Object.assign(project.env, {
      PULUMI_STACK: "acme/orchard/dev",
      STATE: pathOf("state.json"),
      LOG: pathOf("log"),
      ESC: pathOf("esc.json"),
    });
    project.env.PATH = `${pathOf("bin")}:${project.env.PATH}`;
  });
  afterEach(() => project.remove());

  const calls = (): readonly string[] => readFileSync(pathOf("log"), "utf8").trim().split("\n");
  const resources = (): readonly { readonly urn: string }[] => {
    const { deployment } = JSON.parse(readFileSync(pathOf("state.json"), "utf8")) as {
      deployment: { resources?: { urn: string }[] };
    };
    return deployment.resources ?? [];
  };

  it("is read and written with `pulumi stack export` and `import`, which imp reports", async () => {
    const ran = await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.match(
      ran.stderr,
      /imp reads the state at https:\/\/api\.pulumi\.com with `pulumi stack export` and writes it with/,
    );
    assert.match(ran.stdout, /^ {2}stack acme\/orchard\/dev of https:\/\/api\.pulumi\.com$/m);
    assert.equal(resources().length, 14);
    for (const call of calls())
      assert.match(call, /^stack (export|import) --stack acme\/orchard\/dev --non-interactive$/);
    assert.equal(calls().filter((call) => call.startsWith("stack import")).length, 1);
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.equal(calls().filter((call) => call.startsWith("stack import")).length, 1);
    await project.assertTidy();
  });

  it("is kept if another process changes the state during the run", async () => {
    const ran = await exitsWith(1, project.run(["specs.json", "--yes"], { MODE: "change" }));
    assert.match(ran.stderr, /STATE_CHANGED/);
    assert.equal(resources().length, 0);
    assert.ok(!existsSync(project.path("index.ts")));
  });

  it("is kept with all files if `pulumi stack import` fails", async () => {
    const ran = await exitsWith(1, project.run(["specs.json", "--yes"], { MODE: "down" }));
    assert.match(ran.stderr, /`pulumi stack import` printed: error: 503/);
    assert.ok(!existsSync(project.path("index.ts")));
    await project.assertTidy();
  });

  it("is imported if `pulumi stack import` fails only after it wrote the state", async () => {
    await exitsWith(0, project.run(["specs.json", "--yes"], { MODE: "deaf" }));
    assert.equal(resources().length, 14);
    assert.ok(existsSync(project.path("index.ts")));
  });

  for (const signal of ["SIGINT", "SIGTERM"] as const)
    it(`ends the run on ${signal}, and leaves no pulumi process behind`, async () => {
      const run = project.start(["specs.json", "--yes"], { MODE: "hangs" });
      await until(() => existsSync(pathOf("log.pid")), "imp runs pulumi");
      const begun = Date.now();
      run.child.kill(signal);
      const ran = await run.ended;
      assert.equal(ran.code, 130, showRun(ran));
      assert.ok(Date.now() - begun < 5000);
      assert.match(ran.stderr, /INTERRUPTED/);
      await project.assertTidy();
    });

  it("is recovered by the next run if the export after the import is not a state", async () => {
    const ran = await exitsWith(1, project.run(["specs.json", "--yes"], { MODE: "garbled" }));
    assert.match(ran.stderr, /COMMIT_UNSURE/);
    const next = await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.match(next.stderr, /An interrupted run was finished/);
  });

  it("is recovered by the next run if imp was killed after `pulumi stack import`", async () => {
    const killed = await project.start(["specs.json", "--yes"], { MODE: "killed" }).ended;
    assert.equal(killed.signal, "SIGKILL", showRun(killed));
    assert.ok(!existsSync(project.path("index.ts")));
    const next = await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.match(next.stderr, /An interrupted run was finished:[\s\S]*stack acme\/orchard\/dev of/);
    assert.ok(existsSync(project.path("index.ts")));
  });

  describe("with Pulumi ESC environments", () => {
    /** The command prints these values for the environment `common`, and the configuration that includes them. */
    const esc = (properties: unknown): void => {
      const config = {
        "simcloud:region": { value: "us-east-1", secret: false },
        "simcloud:token": { value: "esc-token-hush", secret: true },
      };
      writeFileSync(
        pathOf("esc.json"),
        JSON.stringify({ config, environments: { "acme/default/common": properties } }),
      );
    };
    const variables = {
      SIMCLOUD_TALK: { value: "1" },
      ZONE: { value: "esc-zone-hush", secret: true },
    };
    beforeEach(() => project.write("Pulumi.dev.yaml", "environment: [common]\n"));

    it("is configured with their values and variables, and reveals no secret", async () => {
      esc({ environmentVariables: variables });
      const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--verbose"]));
      assert.equal(resources().length, 14);
      assert.ok(calls().includes("config --json --show-secrets --stack acme/orchard/dev --non-interactive"));
      assert.match(ran.stderr, /\[secret\]/, "the provider logs its environment");
      const written = Object.values(project.files()).map((text) => Buffer.from(text, "base64").toString());
      const texts = [ran.stdout, ran.stderr, readFileSync(pathOf("state.json"), "utf8"), ...calls(), ...written];
      for (const text of texts) assert.doesNotMatch(text, /hush/);
      assert.match(project.read("Pulumi.dev.yaml"), /^environment: \[common\]\nencryptionsalt: \S+\n$/);
    });

    it("is rejected if an environment has files, until their variables are set", async () => {
      esc({ files: { KUBECONFIG: { value: "hush", secret: true } } });
      const ran = await exitsWith(1, project.run(["specs.json", "--yes"]));
      assert.match(
        ran.stderr.replace(/\s+/g, " "),
        /\(ENVIRONMENT_UNSUPPORTED\).*KUBECONFIG.*pulumi env run acme\/default\/common -- imp/,
      );
      const next = await exitsWith(0, project.run(["specs.json", "--yes"], { KUBECONFIG: "/kubeconfig" }));
      assert.match(next.stderr, /environments of the stack set KUBECONFIG\. imp uses the value/);
    });

    it("is rejected with the message of the command if an environment cannot be opened", async () => {
      const ran = await exitsWith(1, project.run(["specs.json", "--yes"]));
      assert.match(ran.stderr, /\(CLI_FAILED\)[\s\S]*pulumi env open acme\/default\/common[\s\S]*404/);
      assert.equal(resources().length, 0);
    });
  });

  it("is rejected without the pulumi command, with the hint to use an exported state", async () => {
    project.env.PATH = String(project.env.PATH).split(":").slice(1).join(":");
    const ran = await exitsWith(1, project.run(["specs.json", "--yes"]));
    assert.match(ran.stderr.replace(/\s+/g, " "), /\(CLI_MISSING\).*pulumi stack export --file state\.json.*--state/);
  });

  it("is reported as missing with the message of the pulumi command", async () => {
    project.env.STATE = pathOf("none.json");
    const ran = await exitsWith(1, project.run(["specs.json", "--yes"]));
    assert.match(ran.stderr, /\(CLI_FAILED\)[\s\S]*no stack named 'dev' found/);
  });
});
