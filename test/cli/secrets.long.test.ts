import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deriveCrypter, newSalt, type SaltedCrypter } from "../../src/state/secrets/crypter.ts";
import { findLeaks } from "../real/find-leaks.ts";
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { makeSecretEstate } from "../support/secret-estate.ts";

const salt = "v1:FUswDgghXMk=:v1:hypf/NfnU4tP2iX0:t/caSA5W/Tdn1MoTL31lbYjLJ9P+yg==";

const word = 'canary-flag "quoted" \\ 8f1c2d';

describe("secrets in imp run", () => {
  const { cloud, specs, canaries } = makeSecretEstate();
  const secrets = [...canaries, word];
  let crypter: SaltedCrypter;
  let project: CliProject;
  before(async () => {
    crypter = await deriveCrypter("correct horse", salt, randomBytes);
    assert.ok(canaries.length >= 4);
  });
  beforeEach(() => {
    const region = `config:\n  simcloud:region:\n    secure: ${crypter.encrypt("us-east-1")}\nencryptionsalt: ${salt}\n`;
    project = makeProject({ cloud, specs: {}, files: { "Pulumi.dev.yaml": region } });
    mkdirSync(join(project.root, "specs"));
    writeFileSync(join(project.root, "specs", "estate.json"), JSON.stringify(specs));
  });
  afterEach(() => project.remove());

  function assertNoLeak(...runs: readonly Ran[]): void {
    const texts = new Map(runs.map((ran, index) => [`run ${index}`, `${ran.stdout}\n${ran.stderr}`]));
    const places = [project.directory, join(project.root, "home"), join(project.root, "tmp")];
    assert.deepEqual(findLeaks([...places, join(project.root, "calls.jsonl")], secrets, texts), []);
  }

  it("encrypts secrets of import files, the cloud, and the command line", async () => {
    const args = ["../specs/estate.json", "--config", `simcloud:token=${word}`, "--language", "typescript,pcl"];
    // The resources exist only in this region, which is a secret of the stack configuration.
    const ran = await exitsWith(0, project.run([...args, "--yes", "--verbose"], { SIMCLOUD_LOG: "1", IMP_DEBUG: "1" }));
    assertNoLeak(ran);
    const stored = project.read("Pulumi.dev.yaml");
    const sealed = /^ {2}simcloud:token:\n {4}secure: (\S+)$/m.exec(stored)?.[1];
    assert.equal(crypter.decrypt(sealed ?? ""), word, stored);
    assert.match(project.read("index.ts"), /requireSecret/);
    const again = await exitsWith(0, project.run([...args, "--yes"]));
    assert.match(again.stdout, /^No changes/m);
  });

  it("decrypts secrets of an import file if the stack's secrets manager encrypted them", async () => {
    const secret = (text: string) => ({
      "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
      ciphertext: crypter.encrypt(JSON.stringify(text)),
    });
    const provider = {
      type: "pulumi:providers:simcloud",
      name: "west",
      inputs: { region: "us-east-1", token: secret(word) },
    };
    const file = { resources: [provider, ...specs.resources.map((entry) => ({ ...entry, provider: "west" }))] };
    writeFileSync(join(project.root, "specs", "sealed.json"), JSON.stringify(file));
    const ran = await exitsWith(0, project.run(["../specs/sealed.json", "--yes"]));
    const state = project.read(checkpoint);
    const texts = [...state.matchAll(/"ciphertext":\s*"([^"]+)"/g)].map(([, text = ""]) =>
      JSON.parse(crypter.decrypt(text)),
    );
    assert.ok(texts.includes(word), "the state has the provider's secret");
    assertNoLeak(ran);
    const { crypter: other } = await newSalt("correct horse", randomBytes);
    const foreign = JSON.stringify(file).replace(/v1:[^"]+/, other.encrypt('"x"'));
    writeFileSync(join(project.root, "specs", "foreign.json"), foreign);
    const before = project.files();
    const refused = await exitsWith(2, project.run(["../specs/foreign.json", "--yes"]));
    assert.match(
      refused.stderr.replace(/\s+/g, " "),
      /foreign\.json:1:\d+.*The secret is encrypted, and imp cannot decrypt it/,
    );
    assert.deepEqual(project.files(), before);
  });

  it("omits secret values in the commands that it prints after a --state run", async () => {
    const names = ["--state", "state.json", "--project", "other", "--stack-name", "qa", "--out", "qa"];
    const config = ["--config", `simcloud:token=${word}`, "--config", "simcloud:region=us-east-1"];
    const ran = await exitsWith(0, project.run(["../specs/estate.json", ...names, ...config, "--yes"]));
    assertNoLeak(ran);
    assert.match(ran.stdout, /^ {2}pulumi config set --secret simcloud:token$/m);
    assert.match(ran.stdout, /^ {2}pulumi config set simcloud:region us-east-1$/m);
  });

  it("exits with 1 if the passphrase is wrong or missing, or its file does not exist", async () => {
    const untouched = project.files();
    const cases = [
      [{ PULUMI_CONFIG_PASSPHRASE: "wrong canary" }, "PASSPHRASE_WRONG", /Pulumi\.dev\.yaml/],
      [{ PULUMI_CONFIG_PASSPHRASE_FILE: "nowhere" }, "PASSPHRASE_FILE_UNREADABLE", /nowhere/],
    ] as const;
    for (const [env, code, reported] of cases) {
      if ("PULUMI_CONFIG_PASSPHRASE_FILE" in env) delete project.env.PULUMI_CONFIG_PASSPHRASE;
      const ran = await exitsWith(1, project.run(["../specs/estate.json", "--yes"], env));
      assert.match(ran.stderr, new RegExp(`\\(${code}\\)`));
      assert.match(ran.stderr, reported);
      assert.doesNotMatch(ran.stderr, /canary/);
    }
    const ran = await exitsWith(1, project.run(["../specs/estate.json", "--yes"]));
    assert.match(ran.stderr, /\(PASSPHRASE_MISSING\)[\s\S]*PULUMI_CONFIG_PASSPHRASE/);
    assert.doesNotMatch(ran.stderr, /Printing programs/, "the error is reported before imp prints programs");
    assert.deepEqual(project.files(), untouched);
    await project.assertTidy();
  });
});
