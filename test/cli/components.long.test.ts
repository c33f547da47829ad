import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun, stackFile } from "../support/cli-project.ts";
import { record, specsOf } from "../support/quickstart-specs.ts";
import {
  boardState,
  explicit,
  type GenerateArguments,
  generateFrom,
  network,
  noteState,
  plugin,
  prefix,
  provider,
  providerAt,
  stateOf,
  wallState,
} from "./components.ts";

describe("remote components with a schema", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  const generate = (...args: GenerateArguments) => generateFrom(project, ...args);

  it("sets the plugin version of a remote component if the language has no SDK", async () => {
    const all = [providerAt(explicit, "77aa"), { ...wallState, provider: `${explicit}::77aa` }];
    await exitsWith(0, generate("versioned", "yaml", ...all));
    assert.match(project.read("versioned/Main.yaml"), /pulumi:providers:pinboard\n\s+options:\n\s+version: 1\.2\.3\n/);
  });

  it("prints a remote component with the only explicit provider of the state", async () => {
    const all = [providerAt(explicit, "77aa"), { ...wallState, provider: `${explicit}::77aa` }];
    await exitsWith(0, generate("entry", "typescript,yaml", ...all));
    assert.match(project.read("entry/index.ts"), /new pinboard\.Wall\([^;]*\{ provider: own \},?\s*\)/);
    assert.match(project.read("entry/Main.yaml"), /type: pinboard:Wall\n[\s\S]*provider: \$\{own\}/);
  });

  it("omits a component if several explicit providers may have constructed it", async () => {
    const other = `${prefix}pulumi:providers:pinboard::other`;
    const ran = await exitsWith(
      3,
      generate("several", "typescript", providerAt(explicit, "1"), providerAt(other, "2"), wallState),
    );
    assert.match(ran.stdout, /The provider of a remote component is ambiguous/);
    assert.match(ran.stdout, /`pulumi up` with this program would delete 1 resource/);
    assert.doesNotMatch(project.read("several/index.ts"), /Wall/);
  });
  it("infers references for component inputs that the state lacks, and warns", async () => {
    const plans = { ...boardState, urn: `${prefix}pinboard:index:Board::plans`, parent: undefined };
    const madeOf = { propertyDependencies: { title: [plans.urn], notes: [plans.urn] }, dependencies: [plans.urn] };
    const all = [providerAt(provider, "6f3c"), plans, { ...wallState, inputs: {}, ...madeOf }, boardState];
    const ran = await exitsWith(3, generate("unrecorded", "typescript", ...all));
    assert.match(project.read("unrecorded/index.ts"), /new pinboard\.Wall\("wall", \{\s*title: plans\.title,?\s*\}\)/);
    const shown = ran.stdout.replace(/\s+/g, " ");
    assert.match(shown, /The state lacks inputs of this remote component/);
    assert.match(shown, /notes \(from [^)]*::plans\)/);
  });

  it("omits a component and its children if the state lacks required inputs", async () => {
    const all = [providerAt(provider, "6f3c"), { ...wallState, inputs: {} }, boardState, noteState];
    const ran = await exitsWith(3, generate("alone", "typescript", ...all));
    const program = project.read("alone/index.ts");
    assert.doesNotMatch(program, /Wall|Board/);
    assert.match(program, /new pinboard\.Note\("beside"/);
    assert.match(ran.stdout, /lacks required inputs[\s\S]*title/);
    assert.match(ran.stdout, /Skipped .*::wall-board: /);
    assert.match(ran.stdout, /`pulumi up` with this program would delete 2 resources/);
  });

  it("omits a component and its children with --exclude", async () => {
    const all = [providerAt(provider, "6f3c"), wallState, boardState, noteState];
    project.write("excluded.json", stateOf(...all));
    const words = ["generate", "--state", "excluded.json", "--language", "typescript", ...plugin];
    const ran = await exitsWith(0, project.plain([...words, "--out", "excluded", "--exclude", "type=pinboard:Wall"]));
    assert.doesNotMatch(project.read("excluded/index.ts"), /new pinboard\.(Wall|Board)/);
    assert.match(ran.stdout, /would delete the 2 other resources of the stack/);
    await exitsWith(0, project.plain([...words, "--out", "only", "--only", "name=wall"]));
    assert.match(project.read("only/index.ts"), /new pinboard\.Wall\(/);
    assert.doesNotMatch(project.read("only/index.ts"), /beside/);
    const slip = await exitsWith(2, project.plain([...words, "--out", "slip", "--exclude", "name=wal"]));
    assert.match(slip.stderr, /--exclude name=wal/);
  });

  it("fails a component of --from-stack and its children if required inputs are unknown", async () => {
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
    assert.match(ran.stdout, /lacks required inputs/);
    assert.doesNotMatch(ran.stdout, /[1-9] clean|pulumi state delete/);
  });

  it("fails a component of --from-stack if required inputs could only be inferred", async () => {
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
    assert.match(shown, /\(COMPONENT_INPUTS\) where \S+::wall why The component requires title/, showRun(ran));
    assert.match(shown, /3 resources: 1 clean, 2 failed/);
    assert.doesNotMatch(shown, /pulumi state delete [^']*'[^']*(Wall::wall|wall-board)'/);
    assert.doesNotMatch(project.read("qb/index.ts"), /Wall/);
  });

  it("rejects import specs of remote components", async () => {
    const entry = { type: "pinboard:index:Wall", name: "wall", component: true };
    for (const more of [{}, { remote: true }, { component: false, id: "1" }]) {
      project.write("wall.json", specsOf({ ...entry, ...more }));
      const ran = await exitsWith(
        1,
        project.plain(["run", "wall.json", "--yes", "--code-only", "--out", "refused", ...plugin]),
      );
      assert.match(ran.stdout, /Remote component wall cannot be imported/);
      assert.match(ran.stdout, /a\s+type\s+that\s+is\s+not\s+in\s+any\s+package/);
    }
  });
});

describe("component inputs", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
  });
  after(() => project.remove());

  it("reports an update if the installed Pulumi SDK does not send component inputs", async () => {
    for (const folder of ["", "unsent/"]) {
      const file = `${folder}node_modules/@pulumi/pulumi/package.json`;
      project.write(file, '{"name":"@pulumi/pulumi","version":"3.201.0"}');
    }
    const other = { ...network, name: "other" };
    project.write("other.json", specsOf(other, { ...record, parent: "other" }));
    const ran = await exitsWith(3, project.run(["other.json", "--yes", "--json"]));
    const report = JSON.parse(ran.stdout) as { resources: Shown[] };
    const resource = report.resources.find(({ name }) => name === "other");
    assert.deepEqual([resource?.verdict, resource?.warning?.code], ["update", "COMPONENT_UNSENT"]);
    const paths = resource?.differences.map(({ path }) => path);
    assert.deepEqual(paths, ["cidr", "database", "size", "zones"]);
    const generated = await exitsWith(0, project.imp(["generate", "--out", "unsent", "--yes"]));
    assert.match(generated.stdout, /3\.201\.0 does\s+not send/);
  });
});

interface Shown {
  name: string;
  verdict: string;
  differences: { path: string }[];
  warning?: { code: string };
}
