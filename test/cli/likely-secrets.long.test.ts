import assert from "node:assert/strict";
import { findLeaks } from "../real/find-leaks.ts";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { assertNoLeak, cloud, database, script, specs, token } from "./likely-secrets.ts";

describe("values that look like secrets", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ cloud, specs });
  });
  afterEach(() => project.remove());

  it("writes likely secrets in plain text with --not-secret or `notSecret`", async () => {
    const args = [
      "specs.json",
      "--yes",
      "--not-secret",
      "orders=environment.variables.API_TOKEN",
      "--not-secret",
      "*=labels",
    ];
    const ran = await exitsWith(0, project.run([...args, "--json"]));
    const program = project.read("index.ts");
    assert.match(program, new RegExp(`API_TOKEN: "${token}"`));
    assert.match(program, /DATABASE_URL: ordersEnvironmentVariablesDATABASEURL,/);
    assert.match(project.read(checkpoint), new RegExp(`"API_TOKEN": ?"${token}"`));
    const { resources } = JSON.parse(ran.stdout);
    assert.deepEqual(resources[0].remarks, [
      {
        kind: "likely-secret",
        secrets: [{ path: "environment.variables.DATABASE_URL", by: "form", of: "an address with a password" }],
      },
    ]);
    const [entry] = specs.resources;
    project.write(
      "named.json",
      JSON.stringify({ resources: [{ ...entry, name: "named", notSecret: ["environment", "labels"] }] }),
    );
    const other = await project.run(["named.json", "--plan-only", "--json"]);
    assert.equal(JSON.parse(other.stdout).resources[0].remarks, undefined, showRun(other));
  });

  it("prints likely secrets of a state as configuration values (imp generate)", async () => {
    await exitsWith(
      0,
      project.run(["specs.json", "--yes", "--not-secret", "*=environment", "--not-secret", "*=labels"]),
    );
    assert.match(project.read(checkpoint), new RegExp(token));
    const ran = await exitsWith(0, project.imp(["generate", "--out", "hidden", "--language", "typescript,python,pcl"]));
    const texts = new Map([["output", ran.stdout + ran.stderr]]);
    assert.deepEqual(findLeaks([project.path("hidden")], [token, database, script], texts), []);
    const flags = ["--not-secret", "orders=environment.variables.API_TOKEN", "--not-secret", "*=labels"];
    await exitsWith(0, project.imp(["generate", "--out", "shown", ...flags]));
    const program = project.read("shown/index.ts");
    assert.match(program, new RegExp(`API_TOKEN: "${token}"`));
    assert.match(program, /DATABASE_URL: ordersEnvironmentVariablesDATABASEURL,/);
    const unknown = await exitsWith(2, project.imp(["generate", "--out", "none", "--not-secret", "order=labels"]));
    assert.match(unknown.stderr, /CHOICE_UNKNOWN/);
  });
  it("writes likely secrets of discovered resources in plain text with --not-secret", async () => {
    const words = ["discover", "simcloud:compute/function:Function", "--run", "--yes"];
    const config = ["--config", "shop:secret=a", "--not-secret", "shop:secret"];
    const name = ["--rename", "s/.*/found/", "--not-secret", "*=environment.variables.API_TOKEN"];
    await exitsWith(0, project.imp([...words, ...name, ...config]));
    const { resources } = project.json("imp-found.json") as { readonly resources: readonly unknown[] };
    assert.match(JSON.stringify(resources), /"notSecret":\["environment\.variables\.API_TOKEN"\]/);
    const program = project.read("index.ts");
    assert.match(program, new RegExp(`API_TOKEN: "${token}"`));
    assert.match(program, /DATABASE_URL: foundEnvironmentVariablesDATABASEURL,/);
    assert.match(project.read("Pulumi.dev.yaml"), /^ {2}shop:secret: a$/m);
  });

  it("encrypts likely secrets of --config unless --not-secret names them", async () => {
    const secret = ["--config", `shop:apiKey=${token}`, "--config", `queue=amqp://shop:${database}@mq.example`];
    const plain = ["--config", "shop:tokenTtl=60", "--config", "shop:secret=a", "--not-secret", "shop:secret"];
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", ...secret, ...plain]));
    assertNoLeak(project, ran);
    const stored = project.read("Pulumi.dev.yaml");
    assert.match(stored, /^ {2}shop:apiKey:\n {4}secure: v1:/m);
    assert.match(stored, /^ {2}orchard:queue:\n {4}secure: v1:/m);
    assert.match(stored, /^ {2}shop:tokenTtl: "?60"?$/m);
    assert.match(ran.stdout, /shop:apiKey is encrypted/);
    assert.match(stored, /^ {2}shop:secret: a$/m);
    await exitsWith(2, project.run(["specs.json", "--yes", "--not-secret", "shop:nothing"]));
    const unknown = await project.run(["specs.json", "--yes", "--not-secret", "order=labels"]);
    assert.match(unknown.stderr, /CHOICE_UNKNOWN[\s\S]*orders|orders[\s\S]*CHOICE_UNKNOWN/, showRun(unknown));
  });
});
