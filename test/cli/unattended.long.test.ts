import assert from "node:assert/strict";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { bucket, component, missing, record, role, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";
import { saltedFiles } from "../support/stable-state.ts";

const database = "simcloud:db/instance:Instance";

const inNetwork = { ...vpc, parent: "network" };

describe("imp run without a terminal", () => {
  let project: CliProject;
  afterEach(() => project.remove());

  it("changes nothing in a second run, and adds children to an existing component", async () => {
    project = makeProject({ specs: JSON.parse(specsOf(component, inNetwork, bucket)) });
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    const before = project.files();
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.deepEqual(project.files(), before);
    project.write("next.json", specsOf(component, inNetwork, bucket, { ...subnetA, parent: "network" }, missing));
    const next = await exitsWith(3, project.run(["next.json", "--yes", "--json"]));
    const verdicts = JSON.parse(next.stdout).resources.map(({ verdict }: { verdict: string }) => verdict);
    assert.deepEqual(verdicts, ["unchanged", "unchanged", "unchanged", "clean", "failed"]);
    assert.match(project.read(checkpoint), /bookshop:index:Network\$simcloud:network\/subnet:Subnet::a/);
    await exitsWith(1, project.run(["imp-rest.json", "--yes"]));
  });
  it("prompts for nothing, prints one document, and exits with a documented code", async () => {
    project = makeProject({ specs: JSON.parse(specsOf(bucket, record)) });
    const lines: readonly (readonly [words: readonly string[], code: number])[] = [
      [["run", "specs.json", "--json"], 2],
      [["run", "specs.json", "--json", "--dry-run", "--save", "plan.json"], 0],
      [["run", "plan.json", "--json", "--yes"], 0],
      [["import", role.type, role.name, role.id, "--json", "--yes"], 0],
      [["undo", "--json", "--yes"], 0],
      [["generate", "--json", "--yes", "--out", "made"], 0],
      [["run", "specs.json", "--json", "--yes", "--only", "type=nothing:*"], 2],
    ];
    for (const [words, code] of lines) {
      const ran = await (words[0] === "undo" ? project.plain(words) : project.imp(words));
      assert.equal(ran.code, code, `${words.join(" ")}\n${showRun(ran)}`);
      assert.equal(ran.stdout.trimEnd().split("\n").length, 1, showRun(ran));
      assert.equal(typeof JSON.parse(ran.stdout).version, "number");
    }
    await project.assertTidy();
  });

  it("exits with 1 for --dry-run if a run would fail", async () => {
    const { cloud, specs } = makeEstate({ seed: 3, resources: 1, regions: ["us-east-1"], tokens: new Set([database]) });
    project = makeProject({ cloud, specs, files: saltedFiles });
    project.write("index.ts", "export const mine = 1;\n");
    const foreign = await exitsWith(1, project.run(["specs.json", "--dry-run"]));
    assert.match(foreign.stdout, /A run would fail/);
    await exitsWith(0, project.run(["specs.json", "--dry-run", "--force"]));
    delete project.env.PULUMI_CONFIG_PASSPHRASE;
    const before = project.files();
    const closed = await exitsWith(1, project.run(["specs.json", "--dry-run", "--force", "--json"]));
    assert.equal(JSON.parse(closed.stdout).error.code, "PASSPHRASE_MISSING");
    await exitsWith(1, project.run(["specs.json", "--yes", "--force"]));
    assert.deepEqual(project.files(), before);
  });
});
