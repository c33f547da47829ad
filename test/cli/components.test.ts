/** Components: the schema of the package decides whether a class of the SDK makes one; all others are the program's own. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, makeProject, showRun, stackFile } from "../support/cli-project.ts";
import { record, specsOf, vpc } from "../support/quickstart-specs.ts";

/** A component of a type in the package of its children that the package does not have. */
const stranger = { type: "simcloud:index:Site", name: "site", component: true };

/** How each language registers a component of the program's own, by the file that it is in. */
const bare: Readonly<Record<string, RegExp>> = {
  "index.ts": /new pulumi\.ComponentResource\(\s*"simcloud:index:Site",\s*"site"/,
  "__main__.py": /pulumi\.ComponentResource\(\s*"simcloud:index:Site",\s*"site"/,
  "main.go": /ctx\.RegisterComponentResource\(\s*"simcloud:index:Site",\s*"site"/,
  "Program.cs": /new ComponentResource\(\s*"simcloud:index:Site",\s*"site"/,
  "src/main/java/myproject/App.java": /new ComponentResource\(\s*"simcloud:index:Site",\s*"site"/,
  "main.pp": /^component site \{\n {4}token = "simcloud:index:Site"\n[\s\S]*^ {8}parent = site$/m,
};

/** The warning about the program in PCL, in one line. */
const older = /Warning: in main\.pp: Pulumi before 3\.259 refuses this program: it has components/;

describe("a component of a type that its package lacks", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
    project.write("parts.json", specsOf(stranger, { ...vpc, parent: "site" }, record));
  });
  after(() => project.remove());

  const languages = ["--language", "typescript,python,go,csharp,java,pcl"];

  it("is the program's own in every language that imp run prints", async () => {
    const ran = await project.run(["parts.json", "--yes", ...languages]);
    assert.equal(ran.code, 0, showRun(ran));
    for (const [file, form] of Object.entries(bare)) assert.match(project.read(file), form);
    assert.match(ran.stdout.replace(/\s+/g, " "), older);
  });

  it("is the program's own in every language that imp generate prints", async () => {
    const ran = await project.imp(["generate", "--out", "again", "--yes", ...languages]);
    assert.equal(ran.code, 0, showRun(ran));
    for (const [file, form] of Object.entries(bare)) assert.match(project.read(`again/${file}`), form);
    assert.match(ran.stdout.replace(/\s+/g, " "), older);
  });
});

const prefix = "urn:pulumi:dev::orchard::";
const provider = `${prefix}pulumi:providers:pinboard::default_1_2_3`;
const wall = `${prefix}pinboard:index:Wall::wall`;
const inWall = `${prefix}pinboard:index:Wall$pinboard:index:`;
const board = `${inWall}Board::wall-board`;
const reference = `${provider}::6f3c`;
const explicit = `${prefix}pulumi:providers:pinboard::own`;

/** A state in the form of an export: the root stack, then what is given. */
function stateOf(...resources: readonly object[]): string {
  const stack = { urn: `${prefix}pulumi:pulumi:Stack::orchard-dev`, custom: false, type: "pulumi:pulumi:Stack" };
  const manifest = { time: "2026-01-15T10:20:30Z", magic: "", version: "" };
  return JSON.stringify({ version: 3, deployment: { manifest, resources: [stack, ...resources] } });
}

function providerAt(urn: string, id: string): object {
  return { urn, custom: true, id, type: "pulumi:providers:pinboard", inputs: { version: "1.2.3" } };
}

const wallState = {
  urn: wall,
  custom: false,
  type: "pinboard:index:Wall",
  parent: `${prefix}pulumi:pulumi:Stack::orchard-dev`,
  inputs: { title: "Plans", notes: ["one"] },
  outputs: { boardId: "board-plans" },
};

const boardState = {
  urn: board,
  custom: true,
  id: "board-plans",
  type: "pinboard:index:Board",
  parent: wall,
  provider: reference,
  inputs: { title: "Plans" },
  outputs: { title: "Plans", slug: "plans" },
};

const noteState = {
  urn: `${prefix}pinboard:index:Note::beside`,
  custom: true,
  id: "board-plans/4",
  type: "pinboard:index:Note",
  provider: reference,
  dependencies: [wall, board],
  propertyDependencies: { boardId: [wall, board] },
  inputs: { boardId: "board-plans", text: "ship" },
  outputs: { boardId: "board-plans", text: "ship", length: 4 },
};

describe("a component that the schema of its package has", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  const plugin = ["--provider", `pinboard=${process.cwd()}/fixtures/pinboard/pulumi-resource-pinboard`];

  async function generate(name: string, languages: string, ...resources: readonly object[]) {
    project.write(`${name}.json`, stateOf(...resources));
    const words = ["generate", "--state", `${name}.json`, "--out", name, "--language", languages, ...plugin];
    return await project.plain(words);
  }

  it("is the class of the SDK with its inputs; resources of its plugin are not in the program, and named", async () => {
    const all = [providerAt(provider, "6f3c"), wallState, boardState, noteState];
    const ran = await generate("wall", "typescript,python,go,csharp,java,yaml,pcl", ...all);
    assert.equal(ran.code, 0, showRun(ran));
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
      /^Remote component: .*::wall: the resource below it counts as its plugin's: only Construct could prove it\.$/m,
    );
  });

  it("has children of the program's own where the state shows that: they depend on it, or stand in a file of the program", async () => {
    const top = { ...noteState, sourcePosition: "project:///index.ts#4,1" };
    const own = { ...noteState, urn: `${inWall}Note::pinned`, id: "pinned", parent: wall, dependencies: [wall] };
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
    const all = [providerAt(provider, "6f3c"), wallState, made, top, own, noted, below];
    const ran = await generate("own", "typescript", ...all);
    assert.equal(ran.code, 0, showRun(ran));
    const program = project.read("own/index.ts");
    assert.match(program, /"pinned",\s*\{[^}]*boardId: wall\.boardId[^}]*\},\s*\{ parent: wall \}/);
    assert.match(program, /"noted",\s*\{[^}]*\},\s*\{ parent: wall \}/);
    assert.match(program, /"below",\s*\{[^}]*\},\s*\{ parent: noted \}/);
    assert.doesNotMatch(program, /wall-board/);
    assert.match(ran.stdout, /::wall: the resource below it counts as its plugin's: [^.]*\.$/m);
  });

  it("gets the explicit provider of the resources that its plugin made", async () => {
    const all = [providerAt(explicit, "77aa"), wallState, { ...boardState, provider: `${explicit}::77aa` }];
    const ran = await generate("explicit", "typescript,yaml", ...all);
    assert.equal(ran.code, 0, showRun(ran));
    assert.match(project.read("explicit/index.ts"), /new pinboard\.Wall\([^;]*\{ provider: own \},?\s*\)/);
    assert.match(project.read("explicit/Main.yaml"), /type: pinboard:Wall\n[\s\S]*provider: \$\{own\}/);
  });

  it("has a provider with the version of the state where the language has no SDK that sends one", async () => {
    const all = [providerAt(explicit, "77aa"), { ...wallState, provider: `${explicit}::77aa` }];
    const ran = await generate("versioned", "yaml", ...all);
    assert.equal(ran.code, 0, showRun(ran));
    assert.match(project.read("versioned/Main.yaml"), /pulumi:providers:pinboard\n\s+options:\n\s+version: 1\.2\.3\n/);
  });

  it("gets the explicit provider that its entry in the state has", async () => {
    const all = [providerAt(explicit, "77aa"), { ...wallState, provider: `${explicit}::77aa` }];
    const ran = await generate("entry", "typescript,yaml", ...all);
    assert.equal(ran.code, 0, showRun(ran));
    assert.match(project.read("entry/index.ts"), /new pinboard\.Wall\([^;]*\{ provider: own \},?\s*\)/);
    assert.match(project.read("entry/Main.yaml"), /type: pinboard:Wall\n[\s\S]*provider: \$\{own\}/);
  });

  it("is left out alone if several providers of its package may have constructed it", async () => {
    const other = `${prefix}pulumi:providers:pinboard::other`;
    const ran = await generate("several", "typescript", providerAt(explicit, "1"), providerAt(other, "2"), wallState);
    assert.equal(ran.code, 3, showRun(ran));
    assert.match(ran.stdout, /Several providers may have constructed a remote component/);
    assert.match(ran.stdout, /`pulumi up` of this program would delete 1 resource/);
    assert.doesNotMatch(project.read("several/index.ts"), /Wall/);
  });

  it("is refused where the state lacks inputs that its schema requires", async () => {
    const ran = await generate("few", "typescript", providerAt(provider, "6f3c"), { ...wallState, inputs: {} });
    assert.equal(ran.code, 1, showRun(ran));
    assert.match(ran.stderr, /too few inputs[\s\S]*title/);
  });

  it("report 1: gets the references that its state proves if its inputs were never recorded, and a warning", async () => {
    const plans = { ...boardState, urn: `${prefix}pinboard:index:Board::plans`, parent: undefined };
    const madeOf = { propertyDependencies: { title: [plans.urn], notes: [plans.urn] }, dependencies: [plans.urn] };
    const all = [providerAt(provider, "6f3c"), plans, { ...wallState, inputs: {}, ...madeOf }, boardState];
    const ran = await generate("unrecorded", "typescript", ...all);
    assert.equal(ran.code, 3, showRun(ran));
    assert.match(project.read("unrecorded/index.ts"), /new pinboard\.Wall\("wall", \{\s*title: plans\.title,?\s*\}\)/);
    const shown = ran.stdout.replace(/\s+/g, " ");
    assert.match(shown, /The state has no inputs of this remote component/);
    assert.match(shown, /notes \(made of [^)]*::plans\)/);
  });

  it("report 1: is left out with what is below it if required inputs were never recorded", async () => {
    const all = [providerAt(provider, "6f3c"), { ...wallState, inputs: {} }, boardState, noteState];
    const ran = await generate("alone", "typescript", ...all);
    assert.equal(ran.code, 3, showRun(ran));
    const program = project.read("alone/index.ts");
    assert.doesNotMatch(program, /Wall|Board/);
    assert.match(program, /new pinboard\.Note\("beside"/);
    assert.match(ran.stdout, /too few inputs[\s\S]*title/);
    assert.match(ran.stdout, /Left out: .*::wall-board: /);
    assert.match(ran.stdout, /`pulumi up` of this program would delete 2 resources/);
  });

  it("report 1: is left out with what is below it by --exclude, as every resource is", async () => {
    const all = [providerAt(provider, "6f3c"), wallState, boardState, noteState];
    project.write("excluded.json", stateOf(...all));
    const words = ["generate", "--state", "excluded.json", "--language", "typescript", ...plugin];
    const ran = await project.plain([...words, "--out", "excluded", "--exclude", "type=pinboard:Wall"]);
    assert.equal(ran.code, 0, showRun(ran));
    assert.doesNotMatch(project.read("excluded/index.ts"), /new pinboard\.(Wall|Board)/);
    assert.match(ran.stdout, /would delete the stack's other 2/);
    const only = await project.plain([...words, "--out", "only", "--only", "name=wall"]);
    assert.equal(only.code, 0, showRun(only));
    assert.match(project.read("only/index.ts"), /new pinboard\.Wall\(/);
    assert.doesNotMatch(project.read("only/index.ts"), /beside/);
    const slip = await project.plain([...words, "--out", "slip", "--exclude", "name=wal"]);
    assert.equal(slip.code, 2, showRun(slip));
    assert.match(slip.stderr, /--exclude name=wal/);
  });

  it("report 1: is refused with what is below it by --from-stack if its inputs were never recorded", async () => {
    const all = [providerAt(provider, "6f3c"), { ...wallState, inputs: {} }, boardState];
    const { deployment } = JSON.parse(stateOf(...all)) as { deployment: object };
    const before = project.read(checkpoint);
    project.write(".pulumi/stacks/orchard/qa.json", before.replace("orchard/dev", "orchard/qa"));
    project.write("Pulumi.qa.yaml", stackFile);
    project.write(checkpoint, JSON.stringify({ version: 3, checkpoint: { latest: deployment } }));
    const into = ["--stack", "qa", "--out", "qa", "--yes"];
    const ran = await project.plain(["run", "--from-stack", "dev", ...into, ...plugin]);
    project.write(checkpoint, before);
    assert.equal(ran.code, 1, showRun(ran));
    assert.match(ran.stdout, /too few inputs/);
    assert.doesNotMatch(ran.stdout, /[1-9] clean|pulumi state delete/);
  });

  it("report 1: is never clean with --from-stack if only references prove inputs that were never recorded", async () => {
    const settings = { title: "Plans", archived: false };
    const plans = {
      ...boardState,
      urn: `${prefix}pinboard:index:Board::plans`,
      parent: undefined,
      id: "board-open",
      inputs: settings,
      outputs: { ...settings, slug: "plans" },
    };
    const madeOf = { propertyDependencies: { title: [plans.urn] }, dependencies: [plans.urn] };
    const made = { ...boardState, inputs: settings, outputs: { ...settings, slug: "plans" } };
    const all = [providerAt(provider, "6f3c"), plans, { ...wallState, inputs: {}, ...madeOf }, made];
    project.write("boards.json", JSON.stringify({ "board-open": settings, "board-plans": settings }));
    const { deployment } = JSON.parse(stateOf(...all)) as { deployment: object };
    const before = project.read(checkpoint);
    project.write(".pulumi/stacks/orchard/qb.json", before.replace("orchard/dev", "orchard/qb"));
    project.write("Pulumi.qb.yaml", stackFile);
    project.write(checkpoint, JSON.stringify({ version: 3, checkpoint: { latest: deployment } }));
    const into = ["--stack", "qb", "--out", "qb", "--yes"];
    const ran = await project.plain(["run", "--from-stack", "dev", ...into, ...plugin], {
      PINBOARD_FILE: project.path("boards.json"),
    });
    project.write(checkpoint, before);
    assert.equal(ran.code, 3, showRun(ran));
    const shown = ran.stdout.replace(/\s+/g, " ");
    assert.match(shown, /\(COMPONENT_INPUTS\) where \S+::wall why Its package requires title/, showRun(ran));
    assert.match(shown, /3 resources: 1 clean, 2 failed/);
    assert.doesNotMatch(shown, /pulumi state delete [^']*'[^']*(Wall::wall|wall-board)'/);
    assert.doesNotMatch(project.read("qb/index.ts"), /Wall/);
  });

  it("cannot be imported, whatever its entry has, and the hint does not recommend it again", async () => {
    const entry = { type: "pinboard:index:Wall", name: "wall", component: true };
    for (const more of [{}, { remote: true }, { component: false, id: "1" }]) {
      project.write("wall.json", specsOf({ ...entry, ...more }));
      const ran = await project.plain(["run", "wall.json", "--yes", "--code-only", "--out", "refused", ...plugin]);
      assert.equal(ran.code, 1, showRun(ran));
      assert.match(ran.stdout, /Remote component wall cannot be imported/);
      assert.match(ran.stdout, /a\s+type\s+that\s+no\s+package\s+has/);
    }
  });
});

describe("inputs of a component", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: "canary-0042" };
  const network = {
    type: "bookshop:index:Network",
    name: "network",
    component: true,
    inputs: { cidr: "10.0.0.0/16", size: 3, zones: ["a", "b"], database: { user: "app", password: secret } },
  };

  it("of an import file are in the program and in the state; a value with a secret inside is one secret", async () => {
    project.write("parts.json", specsOf(network, { ...vpc, parent: "network" }));
    const ran = await project.run(["parts.json", "--yes", "--language", "typescript,python,go,csharp,java,pcl"]);
    assert.equal(ran.code, 0, showRun(ran));
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

  it("of a state are in the program that imp generate prints, with references to their sources", async () => {
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
    const ran = await project.imp(["generate", "--state", "two.json", "--out", "two", "--yes"]);
    assert.equal(ran.code, 0, showRun(ran));
    const program = project.read("two/index.ts");
    assert.match(program, /"bookshop:index:Site", "site", \{\s*domain: "example\.com",\s*vpc: main\.id,\s*\}/);
    assert.match(
      program,
      /"bookshop:index:Network",\s*"network",\s*\{\s*cidr: "10\.0\.0\.0\/16",\s*database: networkDatabase/,
    );
  });

  it("are an update where the program's core SDK does not send them, and both commands name the version that does", async () => {
    for (const folder of ["", "unsent/"]) {
      const file = `${folder}node_modules/@pulumi/pulumi/package.json`;
      project.write(file, '{"name":"@pulumi/pulumi","version":"3.201.0"}');
    }
    const other = { ...network, name: "other" };
    project.write("other.json", specsOf(other, { ...record, parent: "other" }));
    const ran = await project.run(["other.json", "--yes", "--json"]);
    assert.equal(ran.code, 3, showRun(ran));
    const report = JSON.parse(ran.stdout) as { resources: Shown[] };
    const found = report.resources.find(({ name }) => name === "other");
    assert.deepEqual([found?.verdict, found?.warning?.code], ["update", "COMPONENT_UNSENT"]);
    const paths = found?.differences.map(({ path }) => path);
    assert.deepEqual(paths, ["cidr", "database", "size", "zones"]);
    const generated = await project.imp(["generate", "--out", "unsent", "--yes"]);
    assert.equal(generated.code, 0, showRun(generated));
    assert.match(generated.stdout, /3\.201\.0 does\s+not send/);
  });
});

interface Shown {
  name: string;
  verdict: string;
  differences: { path: string }[];
  warning?: { code: string };
}

type Entry = { urn: string; id?: string; inputs: Record<string, unknown> };

/** The entry of a resource in the checkpoint. */
function stored(project: CliProject, name: string): Entry {
  const { checkpoint: inner } = project.json(checkpoint) as { checkpoint: { latest: { resources: Entry[] } } };
  return inner.latest.resources.find(({ urn }) => urn.endsWith(`::${name}`)) ?? assert.fail(name);
}
