/** Components: the schema of the package decides whether a class of the SDK makes one; all others are the program's own. */
import assert from "node:assert/strict";
import { type CliProject, makeProject, told } from "../support/cli-project.ts";
import { record, specsOf, vpc } from "../support/quickstart-specs.ts";

/** A component of a type in the package of its children that the package does not have. */
const stranger = { type: "simcloud:index:Site", name: "site", component: true };

/** How each language registers a component of the program's own, by the file that it is in. */
const bare: Readonly<Record<string, RegExp>> = {
  "index.ts": /new pulumi\.ComponentResource\("simcloud:index:Site", "site"/,
  "__main__.py": /pulumi\.ComponentResource\("simcloud:index:Site", "site"/,
  "main.go": /ctx\.RegisterComponentResource\("simcloud:index:Site", "site"/,
  "Program.cs": /new ComponentResource\("simcloud:index:Site", "site"/,
  "src/main/java/myproject/App.java": /new ComponentResource\("simcloud:index:Site", "site"/,
};

describe("a component of a type that its package lacks", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
    project.write("parts.json", specsOf(stranger, { ...vpc, parent: "site" }, record));
  });
  after(() => project.remove());

  const languages = ["--language", "typescript,python,go,csharp,java"];

  it("is the program's own in every language that imp run prints", async () => {
    const ran = await project.run(["parts.json", "--yes", ...languages]);
    assert.equal(ran.code, 0, told(ran));
    for (const [file, form] of Object.entries(bare)) assert.match(project.read(file), form);
  });

  it("is the program's own in every language that imp generate prints", async () => {
    const ran = await project.imp(["generate", "--out", "again", "--yes", ...languages]);
    assert.equal(ran.code, 0, told(ran));
    for (const [file, form] of Object.entries(bare)) assert.match(project.read(`again/${file}`), form);
  });
});
