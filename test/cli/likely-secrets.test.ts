import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { assertNoLeak, cloud, database, specs, token } from "./likely-secrets.ts";

describe("values that look like secrets", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ cloud, specs });
  });
  afterEach(() => project.remove());

  it("prints likely secrets as configuration values, encrypts them, and explains why", async () => {
    const ran = await exitsWith(
      0,
      project.run(["specs.json", "--yes", "--explain", "--language", "typescript,python,pcl"]),
    );
    assertNoLeak(project, ran);
    const program = project.read("index.ts");
    assert.match(program, /config\.requireSecret\(\s*"ordersEnvironmentVariablesAPITOKEN",?\s*\)/);
    assert.match(program, /API_TOKEN: ordersEnvironmentVariablesAPITOKEN,/);
    assert.match(program, /DATABASE_URL: ordersEnvironmentVariablesDATABASEURL,/);
    assert.match(program, /TOKEN_TTL: "3600",/);
    assert.match(program, /SECRET_ARN: "arn:sim:vault/);
    assert.match(project.read("Pulumi.dev.yaml"), /orchard:ordersEnvironmentVariablesAPITOKEN:\n {4}secure: v1:/);
    const reported = ran.stdout.replace(/\s+/g, " ");
    assert.match(
      reported,
      /environment\.variables\.API_TOKEN, environment\.variables\.DATABASE_URL \(an address with a password\)/,
    );
    assert.match(reported, /labels\.note \(named DB_PASSWORD\), labels\.copy \(same value as another secret\)/);
    const again = await project.run(["specs.json", "--yes"]);
    assert.match(again.stdout, /^No changes/m, showRun(again));
  });
  it("hides likely secrets in snippets, unless --not-secret names them", async () => {
    const [{ type, name, id } = assert.fail()] = specs.resources;
    const hidden = await exitsWith(0, project.imp(["snippet", type, name, id]));
    assertNoLeak(project, hidden);
    const shown = await project.imp([
      "snippet",
      type,
      name,
      id,
      "--not-secret",
      "orders=environment.variables.API_TOKEN",
    ]);
    assert.match(shown.stdout, new RegExp(`API_TOKEN: "${token}"`), showRun(shown));
    assert.doesNotMatch(shown.stdout, new RegExp(database));
  });
});
