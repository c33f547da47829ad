import assert from "node:assert/strict";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";

const estate = makeEstate({ seed: 3, resources: 100, regions: ["us-east-1"] });
const env = { SIMCLOUD_REFUSE_READS: "2 refreshing {urn}: GET /objects/{id}: 401 Unauthorized" };

/** Returns the first error of a report. */
const errorOf = (text: string): string => /^Error: [\s\S]*?(?=^Error: |\n\n)/m.exec(text)?.[0] ?? "";

interface Document {
  readonly resources: readonly {
    readonly urn: string;
    readonly verdict: string;
    readonly error?: { readonly code: string; readonly message: string };
  }[];
}

describe("a provider with invalid credentials", () => {
  let project: CliProject;
  before(() => {
    project = makeProject({ cloud: estate.cloud, specs: estate.specs });
  });
  after(() => project.remove());

  it("is called for only a few resources, and is reported once for all", async () => {
    const ran = await exitsWith(1, project.run(["specs.json", "--yes", "--parallel", "2"], env));
    assert.equal(ran.stdout.match(/\(PROVIDER_ACCESS\)/g)?.length, 1, showRun(ran));
    assert.doesNotMatch(ran.stdout, /PROVIDER_REFUSED/);
    assert.match(
      ran.stdout,
      /Error: The provider's credentials were rejected \(PROVIDER_ACCESS\)\n {2}where the default provider/,
    );
    assert.match(ran.stdout, /why {3}Refreshing <URN>: GET \/objects\/<id>: 401 Unauthorized\./, showRun(ran));
    assert.match(ran.stdout, /Check these settings: simcloud:token/, showRun(ran));
    assert.match(ran.stdout, /\band\s+\d+\s+more\n/, showRun(ran));
    const words = new Set(errorOf(ran.stdout).split(/[\s,]+/));
    const named = estate.specs.resources.filter(({ name }) => words.has(name));
    assert.ok(named.length > 0 && named.length <= 10, errorOf(ran.stdout));
    const codes = [...ran.stdout.matchAll(/^Error: .*\((\w+)\)$/gm)].map(([, code]) => code);
    assert.deepEqual(codes, ["PROVIDER_ACCESS", "CHILDREN_FAILED"]);
    assert.equal(project.files()["index.ts"], undefined);
    const reads = project.calls().filter((method) => method === "Read").length;
    assert.ok(reads < 10, `${reads} reads`);
    await project.assertTidy();
  });

  it("is reported for each resource in the JSON document", async () => {
    const ran = await project.run(["specs.json", "--yes", "--json"], env);
    const { resources } = JSON.parse(ran.stdout) as Document;
    assert.equal(resources.length, estate.specs.resources.length, showRun(ran));
    assert.deepEqual([...new Set(resources.map(({ verdict }) => verdict))], ["failed"], showRun(ran));
    const refused = resources.filter(({ error }) => error?.code === "PROVIDER_ACCESS");
    assert.ok(refused.length > 1, showRun(ran));
    for (const { error } of refused) assert.match(error?.message ?? "", /401 Unauthorized/);
  });
});
