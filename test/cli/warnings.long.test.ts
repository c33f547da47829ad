import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject, projectFileOf, showRun } from "../support/cli-project.ts";
import { flat, inGo, specs, urn, warningsIn } from "./warnings.ts";

describe("warnings of generators", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specs), files: { "Pulumi.yaml": projectFileOf("go") } });
  });
  afterEach(() => project.remove());
  it("shows no warnings if no code is written, or the language has no such limits", async () => {
    const state = await project.run(["specs.json", "--yes", "--json", "--state-only", "--language", "go"]);
    assert.deepEqual(warningsIn(state.stdout), [], showRun(state));
    const plain = await project.imp(["generate", "--json", "--out", "plain", "--language", "typescript"]);
    assert.deepEqual(warningsIn(plain.stdout), [], showRun(plain));
  });

  it("shows warnings of imp generate for each affected language", async () => {
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    const before = project.read(checkpoint);
    const words = ["generate", "--out", "again", "--language", "go,yaml,typescript"];
    const ran = await exitsWith(0, project.imp([...words, "--json"]));
    const warned = warningsIn(ran.stdout);
    assert.deepEqual(
      warned.map(({ resource, file }) => [resource, file]),
      [
        [urn, "main.go"],
        [urn, "Main.yaml"],
      ],
    );
    assert.deepEqual(warned[0], inGo);
    const shown = await project.imp([...words, "--force"]);
    assert.match(
      flat(shown.stdout),
      /Warning: tags in main\.go: The Go SDK .* simcloud:network\/vpc:Vpc main/,
      showRun(shown),
    );
    assert.equal(project.read(checkpoint), before);
  });
});
