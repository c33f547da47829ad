import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { deriveCrypter } from "../../src/state/secrets/crypter.ts";
import { type CliProject, checkpoint, copyProject, exitsWith, makeProject, stackFile } from "../support/cli-project.ts";
import { bucket, component, record, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";
import { productOf, saltedFiles } from "../support/stable-state.ts";

const salt = "v1:FUswDgghXMk=:v1:hypf/NfnU4tP2iX0:t/caSA5W/Tdn1MoTL31lbYjLJ9P+yg==";

const inNetwork = { ...vpc, parent: "network" };

describe("saved plans", () => {
  const projects: CliProject[] = [];
  afterEach(async () => {
    for (const project of projects.splice(0)) await project.remove();
  });

  function start(options: Parameters<typeof makeProject>[0]): CliProject {
    const project = makeProject(options);
    projects.push(project);
    return project;
  }

  const started = (...entries: readonly object[]) => start({ specs: JSON.parse(specsOf(...entries)) });
  const changeCloud = (project: CliProject, key: string, change: object) => {
    const path = join(project.root, "cloud.json");
    const cloud = JSON.parse(readFileSync(path, "utf8"));
    Object.assign(cloud.objects[`us-east-1|${key}`], change);
    writeFileSync(path, JSON.stringify(cloud));
  };

  it("writes the same files from a saved plan as without one", async () => {
    const estate = makeEstate({ seed: 11, resources: 60 });
    const specs = { resources: estate.specs.resources.filter(({ type }) => type !== "simcloud:db/instance:Instance") };
    const project = start({ cloud: estate.cloud, specs, files: saltedFiles });
    const flags = [
      "--exclude",
      "type=simcloud:queue:*",
      "--rename",
      "s/^orders-/sales-/",
      "--name-template",
      "{type}-{name}",
    ];
    const more = ["--language", "typescript,pcl", "--no-protect"];
    const direct = copyProject(project, { cloud: estate.cloud });
    projects.push(direct);
    assert.equal((await direct.run(["specs.json", "--yes", ...flags, ...more])).code, 0);
    const planned = await exitsWith(
      0,
      project.run(["specs.json", "--plan-only", "--save", "plan.json", ...flags, ...more]),
    );
    assert.match(planned.stdout, /To run it: imp run plan\.json/);
    for (const canary of estate.canaries) assert.ok(!project.read("plan.json").includes(canary));
    await exitsWith(0, project.run(["plan.json", "--yes"]));
    assert.deepEqual(await productOf(project), await productOf(direct));
    assert.equal(project.read("main.pp"), direct.read("main.pp"));
    await exitsWith(0, project.run(["plan.json", "--yes"]));
  });

  it("rejects a plan if resources have changed since, unless --accept-changes is set", async () => {
    const project = started(component, inNetwork, subnetA, bucket, record);
    await exitsWith(0, project.run(["specs.json", "--plan-only", "--save", "plan.json"]));
    changeCloud(project, `${bucket.type}|${bucket.id}`, { requestPayer: "Requester" });
    const before = project.files();
    const ran = await exitsWith(1, project.run(["plan.json", "--yes"]));
    assert.match(ran.stderr, /\(PLAN_OUTDATED\)[\s\S]*Bucket::covers: the\s+values[\s\S]*--accept-changes/);
    assert.doesNotMatch(ran.stderr, /Vpc::main|Record::www/);
    assert.deepEqual(project.files(), before);
    await exitsWith(1, project.run(["plan.json", "--dry-run"]));
    const accepted = await exitsWith(0, project.run(["plan.json", "--yes", "--accept-changes"]));
    assert.match(accepted.stderr, /Accepted: .*Bucket::covers: the values in the cloud changed/);
    assert.match(project.read("index.ts"), /requestPayer: "Requester"/);
  });
  it("saves the path of a secret input in the plan, but not its value", async () => {
    const database = { type: "simcloud:db/instance:Instance", name: "db" };
    const estate = makeEstate({ seed: 11, resources: 60 });
    const entry = estate.specs.resources.find(({ type }) => type === database.type);
    assert.ok(entry?.inputs !== undefined);
    const { parent: _, ...alone } = entry;
    const files = { "Pulumi.dev.yaml": `${stackFile}encryptionsalt: ${salt}\n` };
    const project = start({ cloud: estate.cloud, specs: { resources: [alone] }, files });
    const planned = await exitsWith(0, project.run(["specs.json", "--plan-only", "--save", "plan.json", "--json"]));
    const { file, toGive } = JSON.parse(planned.stdout).saved;
    assert.deepEqual(
      [file, toGive],
      ["plan.json", [{ type: database.type, name: entry.logicalName ?? entry.name, path: "password" }]],
    );
    assert.doesNotMatch(project.read("plan.json"), /canary/);
    const ran = await exitsWith(1, project.run(["plan.json", "--yes", "--json"]));
    const { code, message } = JSON.parse(ran.stdout).error;
    assert.equal(code, "PLAN_OUTDATED");
    const command =
      /the verdict was \w+ and is now failed \(VALUE_DEMANDED\): run pulumi config set --secret (\S+) --stack dev/.exec(
        message,
      );
    const crypter = await deriveCrypter("correct horse", salt, randomBytes);
    const secret = crypter.encrypt(String(alone.inputs?.password));
    const setting = `  ${command?.[1]}:\n    secure: ${secret}\nencryptionsalt`;
    project.write("Pulumi.dev.yaml", project.read("Pulumi.dev.yaml").replace("encryptionsalt", setting));
    await exitsWith(0, project.run(["plan.json", "--yes"]));
  });
  it("rejects a plan that the user changed, and does not overwrite it without --force", async () => {
    const project = started(bucket);
    await project.run(["specs.json", "--plan-only", "--save", "plan.json"]);
    const plan = project.read("plan.json");
    project.write("plan.json", plan.replace('"covers"', '"sheets"'));
    const ran = await exitsWith(2, project.run(["plan.json", "--yes"]));
    assert.match(ran.stderr, /\(PLAN_BROKEN\)/);
    const again = await exitsWith(2, project.run(["specs.json", "--plan-only", "--save", "plan.json"]));
    assert.match(again.stderr, /\(FILE_NOT_OURS\)/);
    const nowhere = await exitsWith(1, project.run(["specs.json", "--yes", "--save", "none/plan.json"]));
    assert.match(nowhere.stderr, /\(PLAN_UNWRITTEN\)/);
    assert.doesNotMatch(project.read(checkpoint), /covers/);
    await exitsWith(0, project.run(["specs.json", "--plan-only", "--save", "plan.json", "--force"]));
    assert.equal(project.read("plan.json"), plan);
  });
});
