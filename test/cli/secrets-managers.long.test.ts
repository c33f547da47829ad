import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { checkpoint, makeProject, showRun } from "../support/cli-project.ts";
import { inParallel, projectRoot } from "../support/imp-process.ts";
import { record } from "../support/quickstart-specs.ts";
import type { Reported } from "./secrets-managers.ts";

const token = "simcloud:db/instance:Instance";
const estate = makeEstate({ seed: 3, resources: 1, regions: ["us-east-1"], tokens: new Set([token]) });
const entries = estate.specs.resources.filter(({ type }) => type === token);
const database = entries.map(({ type, name, id, inputs }) => ({ type, name, id, inputs }));

/** The stack file that the Pulumi CLI writes for each `--secrets-provider`. The keys are unusable, because the tests call no service. */
const wrapped = Buffer.from("a wrapped data key").toString("base64");
const cloudState = (url: string) => ({ type: "cloud", state: { url, encryptedkey: wrapped } });
const managers = {
  awskms: cloudState("awskms://1234abcd-12ab-34cd-56ef-1234567890ab?region=us-east-1"),
  gcpkms: cloudState("gcpkms://projects/p/locations/l/keyRings/r/cryptoKeys/k"),
  azurekeyvault: cloudState("azurekeyvault://vault.vault.azure.net/keys/k"),
  hashivault: cloudState("hashivault://k"),
  service: { type: "service", state: { owner: "acme", project: "orchard", stack: "dev" } },
};
const ciphertext = "v1:AAAAAAAAAAAAAAAA:c2VhbGVkIGJ5IGFub3RoZXI=";
const sealed = `{"4dabf18193072939515e22adb298388d":"1b47061264138c4ac30d75fd1eb44270","ciphertext":"${ciphertext}"}`;
const stackUrn = "urn:pulumi:dev::orchard::pulumi:pulumi:Stack::orchard-dev";
const root = `{"urn":"${stackUrn}","custom":false,"type":"pulumi:pulumi:Stack","outputs":{"word":${sealed},"big":12345678901234567890}}`;

const quickstart = JSON.parse(readFileSync(join(projectRoot, "fixtures", "quickstart", "cloud.json"), "utf8"));
const cloud = { ...quickstart, objects: { ...quickstart.objects, ...estate.cloud.objects } };

describe("secrets managers other than the passphrase", () => {
  it("fail only resources with secrets, and their encrypted values are kept", async () => {
    await inParallel(Object.entries(managers), async ([name, manager]) => {
      const block = JSON.stringify(manager);
      const latest = `{"manifest":{"time":"2026-01-15T10:20:30Z","magic":"","version":""},"secrets_providers":${block},"resources":[${root}],"metadata":{}}`;
      const lines = "url" in manager.state ? `secretsprovider: ${manager.state.url}\nencryptedkey: ${wrapped}\n` : "";
      const settings = `${lines}config:\n  simcloud:region: us-east-1\n  orchard:word:\n    secure: ${ciphertext}\n`;
      const project = makeProject({
        cloud,
        specs: { resources: [record, ...database] },
        files: {
          "Pulumi.dev.yaml": settings,
          [checkpoint]: `{"version":3,"checkpoint":{"stack":"organization/orchard/dev","latest":${latest}}}`,
        },
      });
      delete project.env.PULUMI_CONFIG_PASSPHRASE;
      const ran = await project.run(["specs.json", "--yes", "--json"]);
      assert.equal(ran.code, 3, `${name}: ${showRun(ran)}`);
      const { resources } = JSON.parse(ran.stdout) as Reported;
      assert.deepEqual(
        resources.map(({ verdict, error }) => [verdict, error?.code]),
        [["clean", undefined], ...database.map(() => ["failed", "SECRETS_PROVIDER_UNSUPPORTED"])],
      );
      assert.match(resources[1]?.error?.hint ?? "", /change-secrets-provider/);
      const state = project.read(checkpoint);
      for (const part of [block, root]) assert.ok(state.includes(part), `${name}: ${part} changed`);
      assert.match(state, /dns\/record:Record::www/);
      assert.equal(project.read("Pulumi.dev.yaml"), settings);
      await project.remove();
    });
  });
});
