/** `imp sync` writes changes in the cloud to the program and the state, or writes nothing. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, showRun } from "../support/cli-project.ts";
import { changeCloud, openSyncedShop, shop } from "./sync.ts";
import { assertNoCopy, writtenFiles } from "./whole-program.ts";

describe("imp sync", () => {
  let project: CliProject;

  before(async () => {
    project = await openSyncedShop();
  });
  after(async () => await project?.remove());

  it("writes the cloud's values to program and state; undo restores both", async () => {
    const before = project.read(checkpoint);
    changeCloud(project, "covers", { acl: "public-read", tags: { app: "bookshop", stage: "live", owner: "shop" } });
    const ran = await exitsWith(0, project.imp(["sync", "--take", "cloud", "--yes"]));
    assert.equal(
      project.read("index.ts"),
      shop
        .replace("acl: 'private', // nobody reads drafts", "acl: 'public-read', // nobody reads drafts")
        .replace(`Bucket("covers"`, `Bucket("covers"`)
        .replace(
          'tags: { app: "bookshop", stage: "live" },\n    versioning',
          'tags: { app: "bookshop", stage: "live", owner: "shop" },\n    versioning',
        ),
      showRun(ran),
    );
    await exitsWith(0, project.imp(["verify", "--refresh"]));
    await exitsWith(0, project.imp(["verify"]));
    assertNoCopy(project);
    await exitsWith(0, project.plain(["undo", "--yes"]));
    assert.equal(project.read("index.ts"), shop);
    assert.equal(project.read(checkpoint), before);
    await project.assertTidy();
  });

  it("rejects incomplete command lines, and filters that match nothing", async () => {
    const before = writtenFiles(project);
    for (const [args, message] of [
      [["--take", "cloud"], /NOT_CONFIRMED/],
      [["--yes"], /--yes requires --take/],
      [["--take", "mine", "--yes"], /--take/],
      [["--dry-run", "--only", "tag:team=x"], /does not support the filter/],
      [["--dry-run", "--only", "name=coversx"], /--only name=coversx \(did you mean name=covers\?\)/],
    ] as const) {
      const ran = await exitsWith(2, project.imp(["sync", ...args]));
      assert.match(ran.stderr.replace(/\s+/g, " "), message);
    }
    assert.deepEqual(writtenFiles(project), before);
  });
});
