/** Stacks whose secrets are encrypted by a cloud's key service or Pulumi Cloud. imp keeps their ciphertexts, and rejects only new secrets. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import { bucket } from "../support/quickstart-specs.ts";
import type { Reported } from "./secrets-managers.ts";

/** A data key as in the Pulumi CLI's stack file. It is unusable, because the tests call no service. */
const wrapped = Buffer.from("a wrapped data key").toString("base64");
const ciphertext = "v1:AAAAAAAAAAAAAAAA:c2VhbGVkIGJ5IGFub3RoZXI=";

describe("secrets managers other than the passphrase", () => {
  it("are not recorded in a new stack that has no secrets", async () => {
    const settings = `secretsprovider: awskms://k\nencryptedkey: ${wrapped}\nconfig:\n  simcloud:region: us-east-1\n`;
    const project = makeProject({ specs: { resources: [bucket] }, files: { "Pulumi.dev.yaml": settings } });
    rmSync(project.path(checkpoint));
    await exitsWith(0, project.run(["specs.json", "--yes", "--create-stack"]));
    assert.doesNotMatch(project.read(checkpoint), /secrets_providers/);
    assert.equal(project.read("Pulumi.dev.yaml"), settings);
    await project.remove();
  });

  it("cause an error for resources whose provider has encrypted configuration", async () => {
    const settings = `secretsprovider: awskms://k\nencryptedkey: ${wrapped}\nconfig:\n  simcloud:region:\n    secure: ${ciphertext}\n`;
    const project = makeProject({
      specs: { resources: [bucket] },
      files: { "Pulumi.dev.yaml": settings },
    });
    const ran = await exitsWith(1, project.run(["specs.json", "--yes", "--json"]));
    assert.equal((JSON.parse(ran.stdout) as Reported).resources[0]?.error?.code, "SECRETS_PROVIDER_UNSUPPORTED");
    const configuredRun = await project.run(["specs.json", "--yes", "--json", "--config", "simcloud:region=us-east-1"]);
    assert.equal(
      (JSON.parse(configuredRun.stdout) as { error: { code: string } }).error.code,
      "SECRETS_PROVIDER_UNSUPPORTED",
    );
    await project.remove();
  });
});
