import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { deriveCrypter } from "../../src/state/secrets/crypter.ts";
import { findLeaks } from "../real/find-leaks.ts";
import { type CliProject, checkpoint, exitsWith } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { makeSecretEstate } from "../support/secret-estate.ts";
import { into, moved, projectWith, reset, type Stored, salt } from "./from-stack.ts";

describe("imp run --from-stack with secrets", () => {
  const { cloud, specs, canaries } = makeSecretEstate();
  let project: CliProject;
  before(async () => {
    const sealed = `config:\n  simcloud:region: us-east-1\nencryptionsalt: ${salt}\n`;
    project = projectWith({ cloud, specs: {}, files: { "Pulumi.dev.yaml": sealed } });
    mkdirSync(`${project.root}/specs`);
    writeFileSync(`${project.root}/specs/estate.json`, JSON.stringify(specs));
    await exitsWith(0, project.run(["../specs/estate.json", "--yes"]));
  });
  beforeEach(() => reset(project));
  after(() => project.remove());

  const assertNoLeak = (...runs: readonly Ran[]): void => {
    const texts = new Map(runs.map((ran, index) => [`run ${index}`, `${ran.stdout}\n${ran.stderr}`]));
    assert.deepEqual(
      findLeaks([project.directory, `${project.root}/home`, `${project.root}/tmp`], canaries, texts),
      [],
    );
  };

  it("encrypts secrets again with the passphrase and salt of the target stack", async () => {
    const here = { PULUMI_CONFIG_PASSPHRASE: "battery staple", IMP_FROM_PASSPHRASE: "correct horse" };
    const args = ["--from-stack", "dev", ...into, "--language", "typescript,pcl", "--verbose"];
    const ran = await exitsWith(0, project.run(args, { ...here, SIMCLOUD_LOG: "1" }));
    assertNoLeak(ran);
    assert.match(project.read("qa/index.ts"), /requireSecret/);
    assert.doesNotMatch(project.read(moved), new RegExp(salt.slice(0, 20)));
  });
  it("needs no source passphrase for an export with --show-secrets", async () => {
    const crypter = await deriveCrypter("correct horse", salt, randomBytes);
    const { checkpoint: inner } = project.json(checkpoint) as Stored;
    const plain = JSON.stringify({ version: 3, deployment: inner.latest }, (_key, value: unknown) => {
      if (typeof value !== "object" || value === null || !("ciphertext" in value)) return value;
      const { ciphertext, ...rest } = value;
      return { ...rest, plaintext: crypter.decrypt(String(ciphertext)) };
    });
    writeFileSync(`${project.root}/specs/shown.json`, plain);
    const ran = await exitsWith(0, project.run(["--from-stack", "../specs/shown.json", ...into]));
    assertNoLeak(ran);
    assert.match(ran.stdout, /pulumi state delete --yes --stack dev '/);
  });
});
