import assert from "node:assert/strict";
import { makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";

const word = "placeholder-to-be-replaced";

describe("missing required inputs", () => {
  const { cloud, specs } = makeQuirkEstate();
  const entry = specs.resources.filter(({ name }) => name === "quirk-needsUnreadable");
  const few = { cloud, specs: { resources: entry } };
  it("are reported if Read returns an empty value", async () => {
    const blank = Object.entries(cloud.objects).map(([key, settings]) => {
      const isIt = key.includes(":NeedsUnreadable|");
      return [key, isIt ? { ...settings, imageUri: "" } : settings] as const;
    });
    const project = makeProject({ ...few, cloud: { ...cloud, objects: Object.fromEntries(blank) } });
    const ran = await exitsWith(1, project.run(["specs.json", "--yes"]));
    assert.match(
      ran.stdout.replace(/\s+/g, " "),
      /\(VALUE_DEMANDED\).*requires one of filename, bucketKey and imageUri/,
    );
    await exitsWith(0, project.run(["specs.json", "--yes", "--placeholder"]));
    assert.doesNotMatch(project.read("index.ts"), /: ""/);
    await project.remove();
  });

  it("get an encrypted placeholder with --placeholder, which the next steps list", async () => {
    const project = makeProject(few);
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--placeholder"]));
    assert.match(
      ran.stdout.replace(/\s+/g, " "),
      /The required input filename cannot be read, so it has a placeholder/,
    );
    assert.match(ran.stdout, /^ {4}pulumi config set --secret orchard:quirkNeedsUnreadableFilename$/m);
    const program = project.read("index.ts");
    assert.match(program, /\/\/ a placeholder: set the real value with `pulumi config set --secret`/);
    assert.match(program, /ignoreChanges: \["filename"\]/);
    assert.match(program, /requireSecret\("quirkNeedsUnreadableFilename"\)/);
    for (const name of ["index.ts", "Pulumi.dev.yaml", checkpoint, ".imp/orchard.dev.json"]) {
      assert.ok(!project.read(name).includes(word), `${name} has it in plain text`);
    }
    assert.match(project.read("Pulumi.dev.yaml"), /orchard:quirkNeedsUnreadableFilename:\n {4}secure: v1:/);
    const again = await project.run(["specs.json", "--yes", "--placeholder"]);
    assert.match(again.stdout, /^No changes/m);
    await project.remove();
  });
});

describe("read values that the provider rejects", () => {
  const { cloud, specs } = makeQuirkEstate();
  const only = (name: string, inputs?: unknown) => ({
    cloud,
    specs: {
      resources: specs.resources
        .filter((entry) => entry.name === name)
        .map((entry) => ({ ...entry, ...(inputs ? { inputs } : {}) })),
    },
  });
  it("get the verdict update if Check changes the value in each call", async () => {
    const project = makeProject(only("quirk-unstableCheck"));
    const ran = await project.run(["specs.json", "--plan-only"]);
    assert.match(ran.stdout.replace(/\s+/g, " "), /\(CHECK_UNSTABLE\).*nonce/);
    assert.match(ran.stdout, /^Warning: A preview would show an update \(CHECK_UNSTABLE\)$/m);
    assert.doesNotMatch(ran.stdout, /Error/);
    const json = await project.run(["specs.json", "--plan-only", "--json"]);
    const [resource] = JSON.parse(json.stdout).resources;
    assert.deepEqual(
      [resource.verdict, resource.warning?.code, resource.error],
      ["update", "CHECK_UNSTABLE", undefined],
    );
    await project.remove();
  });
});
