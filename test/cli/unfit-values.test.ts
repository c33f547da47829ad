import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, makeProject, showRun } from "../support/cli-project.ts";
import { record, specsOf, vpc } from "../support/quickstart-specs.ts";

interface Warning {
  readonly path?: string;
  readonly where: string;
  readonly message: string;
}

function placesIn(stdout: string): readonly string[] {
  const { warnings } = JSON.parse(stdout) as { readonly warnings: readonly Warning[] };
  return warnings.map(({ path = "", where, message }) => `${path} at ${where}: ${message.split(".")[0]}`);
}

describe("values that do not fit the schema", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject({ specs: JSON.parse(specsOf({ ...vpc, inputs: { tags: { app: 3 } } })) });
  });
  afterEach(() => project.remove());

  it("warns about an import file value of the wrong type, and does not reject it", async () => {
    const ran = await project.run(["specs.json", "--yes", "--json", "--allow-replace"]);
    assert.deepEqual(placesIn(ran.stdout), ["tags.app at specs.json:9:18: Expected a string, found a number"]);
    assert.doesNotMatch(showRun(ran), /SPEC_INVALID|UNKNOWN_INPUT/);
  });

  it("warns about secrets and variables of the wrong type, and does not show them", async () => {
    project.write(
      "own.yaml",
      `resources:
  - type: ${record.type}
    name: www
    id: ${record.id}
    inputs:
      name: {4dabf18193072939515e22adb298388d: 1b47061264138c4ac30d75fd1eb44270, value: [sesame]}
      type: SESAME
    inputsFrom:
      ttl: {env: TIME_TO_LIVE}
`,
    );
    const ran = await project.run(["own.yaml", "--plan-only", "--json"], { TIME_TO_LIVE: "open sesame" });
    const places = placesIn(ran.stdout).map((place) => place.replace(/: .*/, ""));
    assert.deepEqual(
      places.sort(),
      ["name at own.yaml:6:13", "ttl at own.yaml:9:12", "type at own.yaml:7:13"],
      showRun(ran),
    );
    assert.doesNotMatch(showRun(ran), /sesame/i);
  });

  it("warns about --config values of the wrong type, also in imp snippet", async () => {
    const config = ["--config", "simcloud:regoin=nowhere", "--config", 'simcloud:assumeRole={"tags":{"a":1}}'];
    const run = await project.run(["specs.json", "--plan-only", ...config]);
    const snippet = await project.imp(["snippet", vpc.type, vpc.name, vpc.id, ...config]);
    for (const ran of [run, snippet]) {
      const shown = showRun(ran).replace(/\s+/g, " ");
      assert.match(shown, /at --config simcloud:regoin: The schema has no such property\. Did you mean "region"\?/);
      assert.match(shown, /assumeRole\.tags\.a at --config simcloud:assumeRole: Expected a string, found a number/);
    }
    assert.equal(existsSync(join(project.directory, "index.ts")), false);
  });

  it("does not warn about valid values or about configuration of other packages", async () => {
    project.write("fine.json", specsOf({ ...vpc, inputs: { tags: { app: "bookshop" } } }));
    const settings = ["simcloud:region=us-east-1", 'simcloud:assumeRole={"tags":{"a":"1"}}', "other:word=1"];
    const config = settings.flatMap((setting) => ["--config", setting]);
    const ran = await project.run(["fine.json", "--plan-only", "--json", ...config]);
    assert.deepEqual(placesIn(ran.stdout), [], showRun(ran));
  });
});
