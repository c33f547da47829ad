/** If the package schema defines a component, programs construct it with the class of the SDK. Otherwise, they define the class themselves. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import { record, specsOf, vpc } from "../support/quickstart-specs.ts";
import {
  boardState,
  explicit,
  type GenerateArguments,
  generateFrom,
  inWall,
  network,
  noteState,
  prefix,
  provider,
  providerAt,
  wall,
  wallState,
} from "./components.ts";

/** A component whose type is not in the schema of its package. */
const stranger = { type: "simcloud:index:Site", name: "site", component: true };

/** The component registration in each language, by file. */
const bare: Readonly<Record<string, RegExp>> = {
  "index.ts": /new pulumi\.ComponentResource\(\s*"simcloud:index:Site",\s*"site"/,
  "__main__.py": /pulumi\.ComponentResource\(\s*"simcloud:index:Site",\s*"site"/,
  "main.go": /ctx\.RegisterComponentResource\(\s*"simcloud:index:Site",\s*"site"/,
  "Program.cs": /new ComponentResource\(\s*"simcloud:index:Site",\s*"site"/,
  "src/main/java/myproject/App.java": /new ComponentResource\(\s*"simcloud:index:Site",\s*"site"/,
  "main.pp": /^component site \{\n {4}token = "simcloud:index:Site"\n[\s\S]*^ {8}parent = site$/m,
};

/** The warning about components in a PCL program, without line breaks. */
const older = /Warning: in main\.pp: Pulumi versions before 3\.259 reject this program, because it has components/;

describe("components without a schema", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
    project.write("parts.json", specsOf(stranger, { ...vpc, parent: "site" }, record));
  });
  after(() => project.remove());

  const languages = ["--language", "typescript,python,go,csharp,java,pcl"];

  it("prints a component class in every language (imp run)", async () => {
    const ran = await exitsWith(0, project.run(["parts.json", "--yes", ...languages]));
    for (const [file, form] of Object.entries(bare)) assert.match(project.read(file), form);
    assert.match(ran.stdout.replace(/\s+/g, " "), older);
  });

  it("prints a component class in every language (imp generate)", async () => {
    const ran = await exitsWith(0, project.imp(["generate", "--out", "again", "--yes", ...languages]));
    for (const [file, form] of Object.entries(bare)) assert.match(project.read(`again/${file}`), form);
    assert.match(ran.stdout.replace(/\s+/g, " "), older);
  });
});
describe("remote components with a schema", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  const generate = (...args: GenerateArguments) => generateFrom(project, ...args);

  it("prints a remote component with its SDK class, and not the children that it creates", async () => {
    const all = [providerAt(provider, "6f3c"), wallState, boardState, noteState];
    const ran = await exitsWith(0, generate("wall", "typescript,python,go,csharp,java,yaml,pcl", ...all));
    const program = project.read("wall/index.ts");
    assert.match(program, /new pinboard\.Wall\("wall", \{\n\s+notes: \["one"\],\n\s+title: "Plans",\n\}\)/);
    assert.doesNotMatch(program, /wall-board/);
    assert.match(program, /boardId: wall\.boardId/);
    assert.doesNotMatch(program, /dependsOn/);
    assert.match(project.read("wall/__main__.py"), /pinboard\.Wall\(\n?\s*"wall"/);
    assert.match(project.read("wall/main.go"), /pinboard\.NewWall\(ctx, "wall", &pinboard\.WallArgs\{/);
    assert.match(project.read("wall/Program.cs"), /new Pinboard\.Wall\("wall"/);
    assert.match(project.read("wall/src/main/java/myproject/App.java"), /new Wall\("wall", WallArgs\.builder\(\)/);
    assert.match(project.read("wall/Main.yaml"), /type: pinboard:Wall\n/);
    assert.match(project.read("wall/main.pp"), /^resource wall "pinboard:index:Wall" \{$/m);
    assert.match(
      ran.stdout,
      /^Remote component .*::wall: its child resource is not in the program, because the plugin seems to create it\.$/m,
    );
  });

  it("prints children of a remote component that the user's program created", async () => {
    const top = { ...noteState, sourcePosition: "project:///index.ts#4,1" };
    const pinned = { ...noteState, urn: `${inWall}Note::pinned`, id: "pinned", parent: wall, dependencies: [wall] };
    const noted = {
      ...boardState,
      urn: `${inWall}Board::noted`,
      id: "board-noted",
      sourcePosition: "project:///index.ts#9,3",
    };
    const below = {
      ...noteState,
      urn: `${inWall}Board$pinboard:index:Note::below`,
      id: "below",
      parent: noted.urn,
      dependencies: [],
      propertyDependencies: {},
    };
    const made = { ...boardState, sourcePosition: "project:///../plugin/wall.ts#21,5" };
    const all = [providerAt(provider, "6f3c"), wallState, made, top, pinned, noted, below];
    const ran = await exitsWith(0, generate("own", "typescript", ...all));
    const program = project.read("own/index.ts");
    assert.match(program, /"pinned",\s*\{[^}]*boardId: wall\.boardId[^}]*\},\s*\{ parent: wall \}/);
    assert.match(program, /"noted",\s*\{[^}]*\},\s*\{ parent: wall \}/);
    assert.match(program, /"below",\s*\{[^}]*\},\s*\{ parent: noted \}/);
    assert.doesNotMatch(program, /wall-board/);
    assert.match(
      ran.stdout,
      /::wall: its child resource is not in the program, because the plugin seems to create it\.$/m,
    );
  });

  it("prints a remote component with the explicit provider of its children", async () => {
    const all = [providerAt(explicit, "77aa"), wallState, { ...boardState, provider: `${explicit}::77aa` }];
    await exitsWith(0, generate("explicit", "typescript,yaml", ...all));
    assert.match(project.read("explicit/index.ts"), /new pinboard\.Wall\([^;]*\{ provider: own \},?\s*\)/);
    assert.match(project.read("explicit/Main.yaml"), /type: pinboard:Wall\n[\s\S]*provider: \$\{own\}/);
  });
  it("rejects a remote component if the state lacks required inputs", async () => {
    const ran = await exitsWith(
      1,
      generate("few", "typescript", providerAt(provider, "6f3c"), { ...wallState, inputs: {} }),
    );
    assert.match(ran.stderr, /lacks required inputs[\s\S]*title/);
  });
});

describe("component inputs", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  it("writes component inputs to program and state, and encrypts a nested secret", async () => {
    project.write("parts.json", specsOf(network, { ...vpc, parent: "network" }));
    await exitsWith(0, project.run(["parts.json", "--yes", "--language", "typescript,python,go,csharp,java,pcl"]));
    assert.match(
      project.read("index.ts"),
      /ComponentResource\(\s*"bookshop:index:Network",\s*"network",\s*\{\s*cidr: "10\.0\.0\.0\/16",\s*database: networkDatabase,\s*size: 3,\s*zones: \["a", "b"\],\s*\}/,
    );
    assert.match(project.read("__main__.py"), /\{\s*"cidr": "10\.0\.0\.0\/16",/);
    assert.match(project.read("main.go"), /RegisterComponentResourceV2\([^)]*pulumi\.Map\{/);
    assert.match(project.read("Program.cs"), /\["cidr"\] = "10\.0\.0\.0\/16"/);
    assert.match(project.read("src/main/java/myproject/App.java"), /@Import\(name = "cidr"\)/);
    assert.match(
      project.read("main.pp"),
      /token = "bookshop:index:Network"\n {4}cidr = "10\.0\.0\.0\/16"\n {4}database = networkDatabase\n {4}size = 3\n {4}zones = \["a", "b"\]\n\n {4}options \{/,
    );
    const { inputs } = stored(project, "network");
    assert.deepEqual([inputs.cidr, inputs.size, inputs.zones], ["10.0.0.0/16", 3, ["a", "b"]]);
    assert.equal(typeof (inputs.database as { ciphertext?: unknown }).ciphertext, "string");
  });

  it("prints references for component inputs that the state records (imp generate)", async () => {
    const latest = project.json(checkpoint) as { checkpoint: { latest: { resources: Entry[] } } };
    const { resources } = latest.checkpoint.latest;
    const main = resources.find(({ urn }) => urn.endsWith("::main")) ?? assert.fail();
    const site = { urn: `${prefix}bookshop:index:Site::site`, custom: false, type: "bookshop:index:Site" };
    const made = {
      inputs: { vpc: main.id, domain: "example.com" },
      propertyDependencies: { vpc: [main.urn], domain: [] },
    };
    project.write(
      "two.json",
      JSON.stringify({
        version: 3,
        deployment: { ...latest.checkpoint.latest, resources: [...resources, { ...site, ...made }] },
      }),
    );
    await exitsWith(0, project.imp(["generate", "--state", "two.json", "--out", "two", "--yes"]));
    const program = project.read("two/index.ts");
    assert.match(program, /"bookshop:index:Site", "site", \{\s*domain: "example\.com",\s*vpc: main\.id,\s*\}/);
    assert.match(
      program,
      /"bookshop:index:Network",\s*"network",\s*\{\s*cidr: "10\.0\.0\.0\/16",\s*database: networkDatabase/,
    );
  });
});

type Entry = { urn: string; id?: string; inputs: Record<string, unknown> };

/** Returns the entry of a resource in the checkpoint. */
function stored(project: CliProject, name: string): Entry {
  const { checkpoint: inner } = project.json(checkpoint) as { checkpoint: { latest: { resources: Entry[] } } };
  return inner.latest.resources.find(({ urn }) => urn.endsWith(`::${name}`)) ?? assert.fail(name);
}
