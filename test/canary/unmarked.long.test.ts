/** Likely secrets in variables, provider configuration and connection strings never appear in plain text. */
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { findLeaks } from "../real/find-leaks.ts";
import { checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { type Watched, watchProject } from "./watch-project.ts";

const canary = (name: string): string => `Canary7${name}4f9Qz81`;
const secrets = {
  variable: canary("variable"),
  pair: canary("pair"),
  user: canary("user"),
  member: canary("member"),
  jdbc: canary("jdbc"),
  cache: canary("cache"),
  document: canary("document"),
  script: canary("script"),
  flag: canary("flag"),
  flagAddress: canary("flagaddress"),
  role: canary("role"),
  explicit: canary("explicit"),
  explicitAddress: canary("explicitaddress"),
  failing: canary("failing"),
  argument: canary("argument"),
  given: canary("given"),
  givenAddress: canary("givenaddress"),
};
const everyLanguage = "typescript,python,go,csharp,java,pcl";
const functionType = "simcloud:compute/function:Function";

const variables = {
  API_TOKEN: secrets.variable,
  DATABASE_URL: `postgres://shop:${secrets.user}@db.example:5432/shop`,
  REPORTING: `Server=db.example;User Id=shop;Password=${secrets.member};Encrypt=true`,
  REPLICA: `jdbc:postgresql://db.example:5432/shop?user=shop&password=${secrets.jdbc}`,
  CACHE: `cache.example:6380,password=${secrets.cache},ssl=True`,
  SETTINGS: JSON.stringify({ region: "here", smtp: { host: "mail", password: secrets.document } }),
  STAGE: "live",
};
const labels = {
  setup: `#!/bin/sh\nset -e\nexport DB_PASSWORD=${secrets.script}\n`,
  // These two values repeat secrets from other properties of the resource.
  arguments: `--dsn-user shop --dsn-word ${secrets.user}`,
  motto: secrets.member,
  command: `java -Dspring.datasource.password=${secrets.argument} -jar shop.jar`,
};

/** Returns two functions with the same secrets. One uses an explicit provider with secrets. */
function shop() {
  const { cloud, specs } = makeEstate({
    seed: 3,
    resources: 8,
    regions: ["us-east-1"],
    tokens: new Set([functionType]),
  });
  const entries = specs.resources.filter(({ type }) => type === functionType);
  const [first, second, third] = entries.map(({ type, id }) => ({ type, id }));
  assert.ok(first !== undefined && second !== undefined && third !== undefined);
  const values = new Map([
    [first.id, { environment: { variables }, labels }],
    [second.id, { environment: { variables: { API_TOKEN: secrets.pair } }, labels: {} }],
    [third.id, { environment: { variables: { DSN: `amqp://mq:${secrets.failing}@mq.example` } }, labels: {} }],
  ]);
  const objects = Object.fromEntries(
    Object.entries(cloud.objects).map(([key, settings]) => [
      key,
      { ...settings, ...values.get(key.split("|").slice(2).join("|")) },
    ]),
  );
  const west = {
    type: "pulumi:providers:simcloud",
    name: "west",
    inputs: {
      region: "us-east-1",
      assumeRole: {
        sessionName: "imp",
        tags: { apiKey: secrets.explicit, queue: `amqp://mq:${secrets.explicitAddress}@mq.example` },
      },
    },
  };
  const resources = [
    west,
    { ...first, name: "orders" },
    { ...second, name: "billing", provider: "west" },
    {
      ...third,
      name: "refused",
      inputs: { labels: { deployToken: secrets.given, broker: `amqp://mq:${secrets.givenAddress}@mq.example` } },
    },
  ];
  return { cloud: { ...cloud, objects }, specs: { resources } };
}

describe("likely secrets", function () {
  this.timeout(120_000);
  const { cloud, specs } = shop();
  const all = Object.values(secrets);
  const repeating = { SIMCLOUD_REPEAT: "refused" };
  const config = [
    ["--config", `shop:password=${secrets.flag}`],
    ["--config", `dsn=Server=db;Database=shop;Password=${secrets.flagAddress};`],
    ["--config", `simcloud:assumeRole={"sessionName":"imp","tags":{"ApiKey":"${secrets.role}"}}`],
  ].flat();
  const source = "../specs/shop.json";
  let watched: Watched;
  beforeEach(() => {
    watched = watchProject({ cloud, specs: {} }, { "shop.json": JSON.stringify(specs) });
  });
  afterEach(() => watched.project.remove());

  async function assertSilent(exit: number, words: readonly string[], env = {}): Promise<string> {
    const ran = await exitsWith(exit, watched.run(words, env));
    assert.deepEqual(watched.leaks(all), [], words.slice(0, 2).join(" "));
    return ran.stdout;
  }

  it("prints no likely secret in plain text in any report, file or log", async () => {
    const planned = ["--plan-only", "--json", "--explain", "--save", "plan.json", "--events", "events.jsonl"];
    await assertSilent(3, ["run", source, ...config, ...planned, "--report", "plan.md"], repeating);
    const written = [
      "--yes",
      "--verbose",
      "--explain",
      "--rest",
      "imp-rest.json",
      "--report",
      "report.html",
      "--language",
      everyLanguage,
    ];
    const shown = await assertSilent(3, ["run", source, ...config, ...written], repeating);
    for (const file of ["plan.json", "plan.md", "events.jsonl", "report.html", "imp-rest.json", "index.ts"])
      assert.ok(existsSync(watched.project.path(file)), file);
    assert.match(shown, /refused: /, "the provider's error is printed");
    assert.match(watched.project.read("index.ts"), /requireSecret/);
    const sealed = watched.project.read(checkpoint);
    for (const name of ["orders", "billing", "west"])
      assert.match(sealed, new RegExp(`::${name}"[\\s\\S]*?"ciphertext"`));
    await assertSilent(0, ["generate", "--out", "generated", "--language", everyLanguage, "--verbose", "--json"]);
    await assertSilent(0, ["state", "show", "--json"]);
    await assertSilent(0, ["undo", "--yes", "--json"]);
  });

  it("prints no likely secret in plain text after a kill during a write", async () => {
    const killed = await watched.run(["run", source, ...config, "--yes"], { ...repeating, RECORDED_KILL: "6" });
    assert.equal(killed.signal, "SIGKILL", showRun(killed));
    assert.deepEqual(watched.leaks(all), []);
    await assertSilent(3, ["run", source, ...config, "--yes"], repeating);
  });

  it("masks likely secrets in the log of a provider: environment, settings, URLs", async () => {
    const [address, variable, setting] = ["address", "environment", "setting"].map(canary) as [string, string, string];
    // The stack file has this setting in plain text.
    const stackFile = `config:\n  simcloud:region: us-east-1\n  simcloud:assumeRole: '{"tags":{"apiKey":"${setting}"}}'\n`;
    const project = makeProject({ cloud, specs: {}, files: { "Pulumi.dev.yaml": stackFile } });
    writeFileSync(join(project.root, "one.json"), JSON.stringify({ resources: specs.resources.slice(1, 2) }));
    const reports = ["--events", "events.jsonl", "--report", "report.md", "--report", "report.html"];
    const ran = await project.run(["../one.json", "--yes", "--verbose", "--explain", ...reports], {
      SIMCLOUD_REFUSE_READS: `2 dial postgres://shop:${address}@db.example: refused (Host=db;Password=${address};Port=1)`,
      SIMCLOUD_TALK: "1",
      SHOP_TOKEN: variable,
      TF_LOG: "DEBUG",
    });
    assert.equal(ran.code, 1, showRun(ran));
    const texts = new Map([["output", ran.stdout + ran.stderr]]);
    assert.match(ran.stdout, /Dial postgres:\/\/shop:\[secret\]@db\.example: refused/);
    assert.match(ran.stderr, /env SHOP_TOKEN is \[secret\]/);
    assert.match(ran.stderr, /setting simcloud:config:assumeRole is/);
    const files = ["events.jsonl", "report.md", "report.html"].map((name) => project.path(name));
    assert.deepEqual(findLeaks(files, [address, variable, setting], texts), []);
    await project.remove();
  });
});
