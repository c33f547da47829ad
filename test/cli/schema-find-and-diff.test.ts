import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";

const text = { type: "string" };
const hostile = "red \u001b[31m\u0007\u202e\nline";

const old = {
  name: "park",
  version: "1.0.0",
  resources: {
    "park:index:Gate": { inputProperties: { width: text, note: text } },
    "park:index:Fence": {},
  },
};

const newer = {
  name: "park",
  version: "2.0.0",
  resources: {
    "park:index:Gate": {
      inputProperties: { width: { type: "integer" }, height: text },
      deprecationMessage: hostile,
      description: `Lets in. ${hostile}`,
    },
  },
};

describe("imp schema find and imp schema diff", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
    project.write("old.json", JSON.stringify(old));
    project.write("new.json", JSON.stringify(newer));
  });
  after(() => project.remove());

  it("prints breaking changes first, and exits with 1", async () => {
    const ran = await exitsWith(1, project.plain(["schema", "diff", "old.json", "new.json"]));
    assert.equal(
      ran.stdout,
      `park 1.0.0 -> park 2.0.0: 3 breaking changes, 1 other change

Breaking changes
  resource park:index:Gate
    input note: removed
    input width: string -> integer
  resource park:index:Fence
    removed

Other changes
  resource park:index:Gate
    deprecated: red \\u202e
      line

Added: 1 optional property
`,
    );
  });

  it("exits with 0 if there are no breaking changes, and prints a document with --json", async () => {
    const same = await project.plain(["schema", "diff", "new.json", "new.json"]);
    assert.deepEqual([same.code, same.stdout], [0, "park 2.0.0 -> park 2.0.0: no breaking changes\n"]);
    const { breaking, changes } = JSON.parse(
      (await project.plain(["schema", "diff", "old.json", "new.json", "--json"])).stdout,
    );
    assert.deepEqual([breaking, changes.length], [3, 4]);
  });

  it("finds words in a schema file or in an installed package", async () => {
    const ran = await exitsWith(0, project.plain(["schema", "find", "new.json", "LETS"]));
    assert.match(ran.stdout, /^1 match in park 2\.0\.0\n\npark:index:Gate\n {2}resource, park:Gate, deprecated\n/);
    assert.doesNotMatch(ran.stdout, /[\u001b\u0007\u202e]/);
    const packaged = await project.imp(["schema", "find", "simcloud", "vpc", "cidr", "--json"]);
    assert.equal(JSON.parse(packaged.stdout).found[0].token, "simcloud:network/vpc:Vpc", showRun(packaged));
  });

  it("explains invalid arguments and invalid schemas", async () => {
    project.write("half.json", '{"name": "park"');
    project.write("list.json", "[]");
    project.write("wrong.json", '{"name": "park", "resources": {"park:index:Gate": {"inputProperties": 7}}}');
    for (const [words, code, expected] of [
      [["find", "old.json", "submarine"], 1, /WORDS_NOT_FOUND/],
      [["find", "old.json", "::"], 2, /No search words/],
      [["find", "old.json"], 2, /words/],
      [["diff", "old.json"], 2, /new/],
      [["diff", "old.json", "none.json"], 2, /No such file/],
      [["diff", "-", "-"], 2, /Only one of the two schemas/],
      [["diff", "half.json", "old.json"], 1, /half\.json/],
      [["diff", "old.json", "list.json"], 1, /list\.json/],
      [["diff", "old.json", "wrong.json"], 1, /wrong\.json/],
      [["find", "wrong.json", "gate"], 1, /wrong\.json/],
    ] as const) {
      const ran = await project.plain(["schema", ...words]);
      assert.match(ran.stderr, expected, `${words.join(" ")}\n${showRun(ran)}`);
      assert.equal(ran.code, code, `${words.join(" ")}\n${showRun(ran)}`);
      assert.doesNotMatch(ran.stderr, /INTERNAL|at .*:\d+:\d+/);
    }
  });
});
