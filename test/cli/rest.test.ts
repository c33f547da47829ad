/** imp-rest.json is an import file with exactly the entries that were not imported. */
import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { bucket, component, missing, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";
import type { RestFile } from "./rest.ts";

describe("imp-rest.json", () => {
  let project: CliProject;
  afterEach(() => project.remove());

  const start = (...entries: readonly object[]) => {
    project = makeProject({ specs: JSON.parse(specsOf(...entries)) });
  };
  const json = (name = "imp-rest.json") => project.json(name) as RestFile;

  it("refers to imported parents by URN", async () => {
    start(
      component,
      { ...vpc, parent: "network" },
      { ...subnetA, id: "subnet-none", parent: "main", dependsOn: ["network"] },
    );
    const ran = await exitsWith(3, project.run(["specs.json", "--yes"]));
    assert.match(ran.stdout, /1 resource not imported\. Fix the errors, then run: imp run imp-rest\.json/);
    const urn = "urn:pulumi:dev::orchard::bookshop:index:Network";
    assert.deepEqual(json().nameTable, {
      main: `${urn}$simcloud:network/vpc:Vpc::main`,
      network: `${urn}::network`,
    });
    project.write("imp-rest.json", project.read("imp-rest.json").replace("subnet-none", subnetA.id));
    await exitsWith(0, project.run(["imp-rest.json", "--yes"]));
    assert.match(project.read("index.ts"), /parent: main,/);
  });
  it("contains the new names of renamed resources", async () => {
    start(missing, bucket);
    await project.run(["specs.json", "--yes", "--rename", "nobody=somebody"]);
    assert.deepEqual(json().resources, [{ ...missing, logicalName: "somebody" }]);
  });

  it("keeps references to variables and files, and omits secrets", async () => {
    const db = { type: "simcloud:db/instance:Instance", id: "none" };
    start(
      { ...db, name: "a", inputs: { password: "canary-in-the-clear", engine: "postgres" } },
      { ...db, name: "b", id: "none-2", inputsFrom: { password: { env: "DB_PASSWORD" } } },
      { ...db, name: "c", id: "none-3", inputsFrom: { password: { file: "secret.txt" } } },
      { type: "absent:index:Thing", name: "d", id: "x", inputs: { token: "canary-of-no-schema" } },
      bucket,
    );
    project.write("secret.txt", "canary-of-file\n");
    project.write("later/notes.txt", "");
    const env = { DB_PASSWORD: "canary-of-env" };
    const ran = await exitsWith(3, project.run(["specs.json", "--yes", "--rest", "later/rest.json"], env));
    assert.match(ran.stdout, /simcloud:db\/instance:Instance a {2}password[\s\S]*absent:index:Thing d {2}token/);
    const [a, b, c, d] = json("later/rest.json").resources;
    assert.deepEqual(a?.inputs, { engine: "postgres" });
    assert.deepEqual(b?.inputsFrom, { password: { env: "DB_PASSWORD" } });
    assert.deepEqual(c?.inputsFrom, { password: { file: "../secret.txt" } });
    assert.equal(d?.inputs, undefined);
    assert.doesNotMatch(project.read("later/rest.json"), /canary/);
  });
});
