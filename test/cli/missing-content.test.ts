/** imp reports an object whose content Read does not return, because a new deployment would create it empty. */
import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { estate } from "./missing-content.ts";

describe("objects whose content Read does not return", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject(estate());
  });
  afterEach(() => project.remove());

  it("are listed with the inputs that can set the content", async () => {
    const ran = await exitsWith(0, project.run(["specs.json", "--yes"]));
    const screen = ran.stdout.replaceAll(/\s+/g, " ");
    assert.match(
      screen,
      /Warning: Read does not return the content \(archive, content, source\), so the program does not set the content\./,
    );
    assert.match(
      screen,
      /To add the content to the program, set one of these properties in "inputs" simcloud:storage\/bucketObject:BucketObject object-source Wrote:/,
    );
    const program = project.read("index.ts");
    assert.match(program, /archive: new pulumi\.asset\.AssetArchive/);
    assert.doesNotMatch(program, /source:|content:/);
  });
});
