/** A new deployment would create an empty object if Read does not return its content, so imp reports it. */
import assert from "node:assert/strict";
import { makeWholeEstate } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";

const [withoutContent, withContent] = ["object-source", "object-archive"];

/** Returns two objects of a bucket. The cloud returns everything except the content of one of them. */
function estate() {
  const { cloud, specs } = makeWholeEstate();
  const resources = specs.resources.filter(({ name }) => name === withoutContent || name === withContent);
  const bare = resources.find(({ name }) => name === withoutContent) ?? assert.fail();
  const key = Object.keys(cloud.objects).find((one) => one.endsWith(`|${bare.id}`)) ?? assert.fail();
  const objects = { ...cloud.objects, [key]: { ...cloud.objects[key], source: null } };
  return { cloud: { ...cloud, objects }, specs: { resources } };
}

describe("report 26: objects whose content is not read", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject(estate());
  });
  afterEach(() => project.remove());

  it("are listed on the screen with the inputs that may hold the content", async () => {
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
