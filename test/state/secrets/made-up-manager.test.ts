import assert from "node:assert/strict";
import Run from "../../../commands/run.ts";
import { makeEstate } from "../../../fixtures/simcloud/estate.ts";
import { secretsManagers } from "../../../src/state/secrets/index.ts";
import { type CliProject, checkpoint, makeProject, simcloud } from "../../support/cli-project.ts";
import { runInProcess } from "../../support/in-process.ts";
import { drawer } from "./made-up-manager.ts";

class DrawerRun extends Run {
  override readonly secretsManagers = [...secretsManagers, drawer];
}

const token = "simcloud:db/instance:Instance";
const estate = makeEstate({ seed: 3, resources: 1, regions: ["us-east-1"], tokens: new Set([token]) });
const databases = estate.specs.resources
  .filter(({ type }) => type === token)
  .map(({ type, name, id, inputs }) => ({ type, name, id, inputs }));

const named = "secretsprovider: drawer://left\nencryptedkey: brass\n";
const region = "config:\n  simcloud:region:\n    secure: v1:75732d656173742d31\n";
const block = { type: "cloud", state: { url: "drawer://left", encryptedkey: "brass" } };

interface State {
  readonly checkpoint: {
    readonly latest: { readonly secrets_providers: unknown; readonly resources: readonly { readonly type: string }[] };
  };
}

describe("a custom secrets manager", function () {
  this.timeout(120_000);
  let project: CliProject | undefined;
  afterEach(() => project?.remove());

  function start(settings: string): CliProject {
    project = makeProject({
      cloud: estate.cloud,
      specs: { resources: databases },
      files: { "Pulumi.dev.yaml": settings },
      env: { DRAWER_KEY: "brass" },
    });
    delete project.env.PULUMI_CONFIG_PASSPHRASE;
    return project;
  }

  it("decrypts configuration, and encrypts the state with the stack file's key", async () => {
    const project = start(named + region);
    const ran = await imp(project, "specs.json", "--yes");
    assert.equal(ran.code, 0, ran.output);
    const { latest } = (project.json(checkpoint) as State).checkpoint;
    assert.deepEqual(latest.secrets_providers, block);
    const text = project.read(checkpoint);
    assert.ok(estate.canaries.length > 0 && latest.resources.some(({ type }) => type === token));
    for (const canary of estate.canaries)
      assert.ok(!text.includes(canary), "the state contains a secret in plain text");
    const opened = [...text.matchAll(/"ciphertext":\s*"v1:([0-9a-f]*)"/g)].map(([, cipher = ""]) =>
      JSON.parse(Buffer.from(cipher, "hex").toString()),
    );
    assert.ok(opened.some((plain) => estate.canaries.includes(plain)));
    const again = await imp(project, "specs.json", "--yes");
    assert.equal(again.code, 0, again.output);
    assert.equal(project.read(checkpoint), text);
  });

  it("copies the encrypted key of the state into a stack file that lacks it", async () => {
    const here = start("config:\n  simcloud:region: us-east-1\n");
    const latest = { manifest: { time: "2026-01-15T10:20:30Z", magic: "", version: "" }, secrets_providers: block };
    here.write(checkpoint, JSON.stringify({ version: 3, checkpoint: { stack: "organization/orchard/dev", latest } }));
    const ran = await imp(here, "specs.json", "--yes");
    assert.equal(ran.code, 0, ran.output);
    assert.deepEqual((here.json(checkpoint) as State).checkpoint.latest.secrets_providers, block);
    assert.ok(here.read("Pulumi.dev.yaml").includes(named), here.read("Pulumi.dev.yaml"));
  });

  it("rejects a stack if the command does not know its secrets manager", async () => {
    const here = start(named + region);
    const ran = await here.run(["specs.json", "--yes"]);
    assert.equal(ran.code, 1, ran.stderr);
    assert.match(ran.stdout + ran.stderr, /SECRETS_PROVIDER_UNSUPPORTED/);
  });

  async function imp(here: CliProject, ...words: readonly string[]) {
    return await runInProcess(DrawerRun, [...words, "--provider", `simcloud=${simcloud}`], here);
  }
});
