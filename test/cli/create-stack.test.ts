import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";

const fresh = ".pulumi/stacks/orchard/fresh.json";

interface State {
  readonly checkpoint: {
    readonly stack: string;
    readonly latest: { readonly secrets_providers: { readonly state: { readonly salt: string } } };
  };
}

describe("imp run --create-stack", () => {
  let project: CliProject;
  const words = ["specs.json", "--yes", "--stack", "fresh"];
  const settings = ["--config", "simcloud:region=us-east-1"];
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(() => project.remove());

  it("writes a checkpoint, its backup, and the salt; undo empties the checkpoint", async () => {
    await exitsWith(0, project.run([...words, ...settings, "--create-stack"]));
    const { checkpoint } = project.json(fresh) as State;
    assert.equal(checkpoint.stack, "organization/orchard/fresh");
    const { salt } = checkpoint.latest.secrets_providers.state;
    assert.equal(project.read(`${fresh}.bak`), '{"version":0,"checkpoint":{"stack":"organization/orchard/fresh"}}');
    assert.match(
      project.read("Pulumi.fresh.yaml"),
      new RegExp(`^encryptionsalt: ${salt.replaceAll(/[+/]/g, "\\$&")}$`, "m"),
    );
    await project.assertTidy();
    await exitsWith(0, project.plain(["undo", "--yes", "--stack", "fresh"]));
    assert.equal(project.read(fresh), '{"version":0,"checkpoint":{"stack":"organization/orchard/fresh"}}');
  });

  it("creates a compressed stack in the old layout if backend and environment require it", async () => {
    const bare = makeProject({ files: { ".pulumi/meta.yaml": "version: 0\n" } });
    try {
      await exitsWith(0, bare.run([...words, ...settings, "--create-stack"], { PULUMI_DIY_BACKEND_GZIP: "true" }));
      assert.ok(Object.keys(bare.files()).includes(".pulumi/stacks/fresh.json.gz"));
    } finally {
      await bare.remove();
    }
  });
  for (const [title, more, env, code, pattern] of [
    ["without the flag", [], {}, 1, /\(STACK_NOT_FOUND\)[\s\S]*--create-stack/],
    ["without a passphrase", ["--create-stack"], { PULUMI_CONFIG_PASSPHRASE: undefined }, 1, /\(PASSPHRASE_MISSING\)/],
    ["with --plan-only", ["--create-stack", "--plan-only"], {}, 0, /(?:)/],
  ] as const)
    it(`creates no stack ${title}`, async () => {
      const before = project.files();
      for (const name of Object.keys(env)) delete project.env[name];
      const ran = await exitsWith(code, project.run([...words, ...settings, ...more]));
      assert.match(ran.stderr, pattern);
      assert.deepEqual(project.files(), before);
    });
});
