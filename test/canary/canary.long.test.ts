/** Secrets never appear in plain text with any command, flags or verbosity, not even in temporary files. */
import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate, makeWholeEstate } from "../../fixtures/simcloud/estate.ts";
import { deriveCrypter, type SaltedCrypter } from "../../src/state/secrets/crypter.ts";
import { checkpoint, exitsWith, filesBelow, showRun } from "../support/cli-project.ts";
import { inParallel } from "../support/imp-process.ts";
import { type Held, terraformStateOf } from "../support/terraform-state.ts";
import { type Watched, watchProject } from "./watch-project.ts";

const salt = "v1:FUswDgghXMk=:v1:hypf/NfnU4tP2iX0:t/caSA5W/Tdn1MoTL31lbYjLJ9P+yg==";

/** A secret with quotes, dollars, braces, backslashes and a second line. */
const nasty = (name: string): string => `canary-${name} "q" $d \${b} %s\nline <2> & \\ ${name}0123456789ab`;
const knownSecrets = { flag: nasty("flag"), config: nasty("config"), nested: nasty("nested"), from: nasty("from") };

const specFile = "../specs/estate.json";
const everyLanguage = "typescript,python,go,csharp,java,pcl";

/** Returns a function and a certificate with secret outputs, a database with a given password, a secret provider, and a failing entry. */
function someOfEverything() {
  const { cloud, specs, canaries } = makeWholeEstate();
  const names = [
    "function-secrets",
    "certificate-plain",
    "database-port-of-engine",
    "database-port-given",
    "database-open-engine",
    "assuming",
    "vpc-assumed",
    "database-closed",
  ];
  const entries = specs.resources.filter(({ name }) => names.includes(name));
  assert.equal(entries.length, names.length);
  // Two passwords are not in the import file.
  const sources = new Map([
    ["database-port-given", { env: "CANARY_PASSWORD" }],
    ["database-open-engine", { file: "password.txt" }],
  ]);
  const passwords = new Map(entries.map(({ name, inputs }) => [name, String(inputs?.password)]));
  const resources = entries.map((entry) => {
    const password = sources.get(entry.name);
    return password === undefined ? entry : { ...entry, inputs: undefined, inputsFrom: { password } };
  });
  const [env = "", file = ""] = [...sources.keys()].map((name) => passwords.get(name));
  return { cloud, specs: { resources }, canaries, env, file };
}

/**
 * Returns a state with secrets marked by Terraform (function), by the schema (database, certificate), or by configuration variables
 * (security group, whose tags repeat one unmarked), and secrets in outputs and private data.
 */
function secretState() {
  const { cloud, canaries } = makeEstate({ seed: 5, resources: 34, regions: ["us-east-1"] });
  const objects = { ...cloud.objects };
  const held = (token: string, name: string, more: object = {}): Held => {
    const key = Object.keys(objects).find((own) => own.includes(`|${token}|`)) ?? assert.fail(token);
    const settings = { ...objects[key], ...more };
    objects[key] = settings;
    return { name, token, id: key.split("|").slice(2).join("|"), settings };
  };
  const word = nasty("description");
  const tags = { purpose: word };
  const named = held("simcloud:network/securityGroup:SecurityGroup", "named", {
    description: word,
    tags,
    tagsAll: tags,
  });
  const privateSecret = nasty("private");
  const meta = Buffer.from(JSON.stringify({ schema_version: "1", note: privateSecret })).toString("base64");
  const marks = [[{ type: "get_attr", value: "description" }]];
  const state = terraformStateOf([
    held("simcloud:compute/function:Function", "handler"),
    { ...held("simcloud:db/instance:Instance", "database"), instance: { sensitive_attributes: [] } },
    { ...named, instance: { sensitive_attributes: marks, private: meta } },
  ]);
  const outputs = { password: { value: knownSecrets.flag, type: "string", sensitive: true } };
  const text = JSON.stringify({ ...state, outputs }, undefined, 2);
  const planted = canaries.filter((canary) => text.includes(JSON.stringify(canary).slice(1, -1)));
  assert.ok(planted.length >= 2);
  return { cloud: { ...cloud, objects }, text, canaries: [...planted, word, privateSecret] };
}

describe("secrets", () => {
  const { cloud, specs, canaries, env, file } = someOfEverything();
  const secrets = [...canaries, ...Object.values(knownSecrets)];
  const opened: Watched[] = [];
  let crypter: SaltedCrypter;
  before(async () => {
    crypter = await deriveCrypter("correct horse", salt, randomBytes);
  });
  after(async () => {
    for (const { project } of opened) await project.remove();
  });

  function watch(): Watched {
    const settings = [
      "config:",
      `  simcloud:token:\n    secure: ${crypter.encrypt(knownSecrets.config)}`,
      `  simcloud:region:\n    secure: ${crypter.encrypt("us-east-1")}`,
      `  nested:\n    list:\n      - secure: ${crypter.encrypt(knownSecrets.nested)}`,
      `encryptionsalt: ${salt}\n`,
    ].join("\n");
    const files = {
      "Pulumi.dev.yaml": settings,
      "Pulumi.qa.yaml": settings,
      ".pulumi/stacks/orchard/qa.json": '{"version":0,"checkpoint":{"stack":"organization/orchard/qa"}}',
    };
    const specFiles = { "estate.json": JSON.stringify(specs), "password.txt": `${file}\n` };
    const watched = watchProject({ cloud, specs: {}, files }, specFiles);
    opened.push(watched);
    return watched;
  }

  /** Child processes inherit the environment, which contains the secrets that the import file reads. */
  const environmentOf = (words: readonly string[]) => ({
    ...(words.includes("--from-stack") ? {} : { IMP_FROM_PASSPHRASE: knownSecrets.from }),
    ...(words.includes(specFile) && { CANARY_PASSWORD: env }),
  });

  /** Runs the commands. Asserts each exit code, and that no secret is found after it. */
  async function assertSilent(
    watched: Watched,
    commands: readonly (readonly [exit: number, command: readonly string[]])[],
  ) {
    for (const [exit, words] of commands) {
      await exitsWith(exit, watched.run(words, environmentOf(words)));
      assert.deepEqual(watched.leaks(secrets), [], words.join(" "));
    }
  }

  it("prints no secret in plain text in imports, moves, generated programs, and snippets", async function () {
    this.timeout(180_000);
    const watched = watch();
    await assertSilent(watched, [
      [
        3,
        [
          "run",
          specFile,
          "--plan-only",
          "--json",
          "--explain",
          "--check-stacks",
          "--config",
          `simcloud:token=${knownSecrets.flag}`,
        ],
      ],
      [
        3,
        [
          "run",
          specFile,
          "--yes",
          "--explain",
          "--verbose",
          "--check",
          "--mode",
          "lossless",
          "--language",
          everyLanguage,
        ],
      ],
    ]);
    const sealed = watched.project.read(checkpoint);
    assert.match(sealed, /database-port-given.*"ciphertext"/s);
    assert.match(watched.project.read("index.ts"), /requireSecret/);
    await assertSilent(watched, [
      [
        0,
        [
          "run",
          "--from-stack",
          "dev",
          "--stack",
          "qa",
          "--out",
          "qa",
          "--yes",
          "--json",
          "--explain",
          "--check-stacks",
        ],
      ],
      [0, ["generate", "--out", "generated", "--language", everyLanguage, "--json"]],
      [0, ["generate", "--out", "yaml", "--new", "--language", "yaml", "--verbose"]],
    ]);
    await inParallel(
      [
        [3, ["snippet", specFile, "--language", "python", "--verbose"]],
        [0, ["state", "show"]],
        [0, ["state", "show", "--json", "**::database-port-given"]],
        [0, ["state", "verify", "--json"]],
      ] as const,
      (command) => assertSilent(watched, [command]),
    );
    await assertSilent(watched, [
      [0, ["undo", "--stack", "qa", "--dry-run"]],
      [0, ["undo", "--list", "--json"]],
      [0, ["undo", "--yes", "--json"]],
    ]);
  });

  it("prints no secret in plain text in partial runs and failures", async () => {
    const otherPlace = ["--yes", "--state", "state.json", "--project", "other", "--stack-name", "qa", "--state-only"];
    await inParallel(
      [
        [3, ["--yes", "--emit", "import-option", "--verbose", "--config", `simcloud:token=${knownSecrets.flag}`]],
        [3, ["--yes", "--code-only", "--layout", "per-type", "--force"]],
        [0, ["--yes", "--append-file", "imported", "--no-wire", "--check-stacks", "--placeholder"]],
        [3, [...otherPlace, "--json", "--explain", "--config", `simcloud:token=${knownSecrets.flag}`]],
        [2, ["--placeholder"]],
        [2, ["--config", knownSecrets.flag, "--yes"]],
      ] as const,
      ([exit, flags]) => assertSilent(watch(), [[exit, ["run", specFile, ...flags]]]),
    );
  });

  it("prints no secret in plain text if an import file has errors", async () => {
    const secret = canaries[0] ?? "";
    const entry = { type: "simcloud:db/instance:Instance", name: "one", id: "database-port-given" };
    const wrong: readonly unknown[] = [
      { resources: [{ ...entry, inputs: { passwort: secret } }] },
      { resources: [{ ...entry, inputs: secret }] },
      { resources: [{ ...entry, inputs: { password: { "4dabf18193072939515e22adb298388d": secret } } }] },
      { resources: [{ ...entry, inputs: { password: secret, engine: { is: secret }, port: secret } }] },
    ];
    const watched = watch();
    const files = [
      ...wrong.map((spec) => JSON.stringify(spec)),
      `{"resources": [{"inputs": {"password": ${JSON.stringify(secret)}`,
    ];
    for (const [index, text] of files.entries())
      writeFileSync(join(watched.project.root, "specs", `wrong-${index}.json`), text);
    await inParallel([...files.keys()], async (index) => {
      const ran = await watched.run(["run", `../specs/wrong-${index}.json`, "--plan-only", "--explain", "--verbose"]);
      assert.ok(ran.code !== 0, showRun(ran));
    });
    assert.deepEqual(watched.leaks(secrets), []);
  });

  it("prints no secret in plain text after a kill during a write and its recovery", async () => {
    await inParallel([5, 12], async (kill) => {
      const watched = watch();
      const killed = await watched.run(["run", specFile, "--yes"], {
        ...environmentOf([specFile]),
        RECORDED_KILL: String(kill),
      });
      assert.equal(killed.signal, "SIGKILL", showRun(killed));
      const left = filesBelow(watched.project.directory).some((path) => /imp-tmp|journal|\.draft/.test(path));
      assert.ok(left, "the run must be killed during the commit");
      assert.deepEqual(watched.leaks(secrets), []);
      await assertSilent(watched, [[3, ["run", specFile, "--yes"]]]);
      assert.ok(existsSync(watched.project.path("index.ts")));
    });
  });

  it("prints no secret in plain text in imports from a Terraform state", async function () {
    this.timeout(180_000);
    const { cloud: moved, text, canaries: planted } = secretState();
    const all = [...planted, ...Object.values(knownSecrets)];
    const files = {
      "live.tfstate": text,
      "torn.tfstate": text.slice(0, -200),
      "odd.tfstate": text.replace('"managed"', '"odd"'),
    };
    const watched = watchProject({ cloud: moved, specs: {} }, files);
    opened.push(watched);
    const source = ["--from-terraform", "../specs/live.tfstate"];
    const silent = async (exit: number, ...words: readonly string[]) => {
      await exitsWith(exit, watched.run(words));
      assert.deepEqual(watched.leaks(all), [], words.join(" "));
    };
    await silent(0, "terraform", "imports", "../specs/live.tfstate");
    await silent(2, "run", "--from-terraform", "../specs/torn.tfstate", "--yes", "--verbose");
    await silent(2, "run", "--from-terraform", "../specs/odd.tfstate", "--yes", "--json");
    await silent(2, "run", ...source, "--map", "nonsense", "--yes");
    await silent(0, "run", ...source, "--plan-only", "--json", "--explain");
    await silent(
      0,
      "run",
      ...source,
      "--yes",
      "--explain",
      "--verbose",
      "--mode",
      "lossless",
      "--language",
      everyLanguage,
    );
    const sealed = watched.project.read(checkpoint);
    for (const name of ["handler", "database", "named"])
      assert.match(sealed, new RegExp(`::${name}"[\\s\\S]*?"ciphertext"`));
    await silent(0, "run", ...source, "--yes", "--json");
    await silent(0, "state", "show", "--json");
    await silent(0, "undo", "--yes", "--json");
  });

  it("detects a secret if a command prints it, even in removed files", async () => {
    const watched = watch();
    const secret = knownSecrets.config;
    const head = [
      'const fs = require("node:fs"), { spawnSync, spawn } = require("node:child_process");',
      'const secret = process.env.STANDIN, file = process.env.TMPDIR + "/gone", again = JSON.stringify(secret);',
    ].join("\n");
    const ways = [
      "fs.writeFileSync(file, secret); fs.rmSync(file)",
      "fs.promises.writeFile(file, Buffer.from(secret)).then(() => fs.rmSync(file))",
      "fs.createWriteStream(file).end(secret, () => fs.rmSync(file))",
      "fs.promises.open(file, 'w').then(async (h) => { await h.write(again); await h.close(); fs.rmSync(file); })",
      "fs.appendFileSync(file, Buffer.from(secret).toString('base64')); fs.rmSync(file)",
      "spawnSync('true', [secret])",
      "spawn('true', [], { env: { PATH: process.env.PATH, LEAK: encodeURIComponent(secret) } })",
      "process.stdout.write(again)",
      "process.stderr.write(secret)",
    ];
    for (const way of ways) {
      const before = watched.leaks([secret]).length;
      await watched.runNode(`${head}\n${way}`, { STANDIN: secret });
      assert.ok(watched.leaks([secret]).length > before, way);
    }
    assert.deepEqual(readdirSync(join(watched.project.root, "tmp")), []);
  });
});
