/** `imp discover --split` writes one import file per part. */
import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { entriesOf } from "./discover.ts";

interface SplitDocument {
  readonly resources: number;
  readonly parts: readonly { readonly name: string; readonly file: string; readonly resources: number }[];
  readonly crossing: readonly {
    readonly from: string;
    readonly to: string;
    readonly fromFile: string;
    readonly toFile: string;
  }[];
}

describe("imp discover --split", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(async () => {
    await project.assertTidy();
    await project.remove();
  });
  const discover = (words: readonly string[]) => project.imp(["discover", "simcloud", ...words]);

  it("writes each object to one file, and lists the references between the files", async () => {
    const whole = await exitsWith(0, discover(["--json", "--out", "whole.json"]));
    const { resources } = JSON.parse(whole.stdout) as SplitDocument;
    const ran = await exitsWith(0, discover(["--split", "module"]));
    assert.match(ran.stdout, new RegExp(`Wrote ${resources} resources to \\d files, in import order:`), showRun(ran));
    assert.match(
      ran.stdout.replace(/\s+/g, " "),
      /imp-found-compute\.json refers to imp-found-iam\.json: 1 \(simcloud:compute\/function:Function/,
    );
    const again = await exitsWith(0, discover(["--split", "module", "--json"]));
    const { parts, crossing } = JSON.parse(again.stdout) as SplitDocument;
    const keys = parts.flatMap(({ file }) => entriesOf(project, file).map(({ type, id }) => `${type} ${id}`));
    const expected = entriesOf(project, "whole.json").map(({ type, id }) => `${type} ${id}`);
    assert.deepEqual(keys.toSorted(), expected.toSorted());
    assert.ok(crossing.every(({ fromFile, toFile }) => fromFile !== toFile));
    for (const { name, file } of parts)
      assert.ok(
        entriesOf(project, file).every(({ type }) => type.startsWith(`simcloud:${name}/`)),
        file,
      );
  });

  it("imports each file into the stack, without changes to the other resources", async () => {
    const ran = await exitsWith(0, discover(["--split", "network", "--exclude", "type=Instance", "--json"]));
    const { parts } = JSON.parse(ran.stdout) as SplitDocument;
    assert.ok(parts.length >= 2, showRun(ran));
    for (const { file } of parts) await exitsWith(0, project.run([file, "--yes"]));
    const after = await exitsWith(0, discover(["--exclude", "type=Instance", "--json"]));
    assert.equal((JSON.parse(after.stdout) as SplitDocument).resources, 0);
  });

  it("reports a tag that no object has, and the files of earlier discoveries", async () => {
    await exitsWith(0, discover(["--split", "module"]));
    const ran = await exitsWith(0, discover(["--split", "tag:Net/EU"]));
    assert.match(ran.stderr, /No object has the tag Net\/EU\./);
    assert.match(ran.stderr, /earlier discoveries.*: imp-found-compute\.json, imp-found-d/);
    const again = await exitsWith(0, discover(["--split", "tag:app"]));
    assert.doesNotMatch(again.stderr, /No object has the tag/);
  });

  it("overwrites no file of the user, and rejects an unknown key", async () => {
    project.write("imp-found-storage.json", '{"resources": []}');
    const before = project.files();
    const ran = await exitsWith(2, discover(["--split", "module"]));
    assert.match(ran.stderr, /\(FILE_NOT_OURS\)/);
    const wrong = await exitsWith(2, discover(["--split", "zone"]));
    assert.match(wrong.stderr, /Invalid --split zone/);
    const { "imp-found.json.part": _, ...files } = project.files();
    assert.deepEqual(files, before);
  });
});
