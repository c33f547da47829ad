import assert from "node:assert/strict";
import { type Estate, makeQuirkEstate, makeWholeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { verdictInTable } from "../../fixtures/simcloud/verdict-table.ts";
import { type CliProject, checkpoint, makeProject, showRun } from "../support/cli-project.ts";

interface Report {
  readonly resources: readonly { readonly name: string; readonly urn: string; readonly verdict: string }[];
}

async function importEstate(
  estate: Pick<Estate, "cloud">,
  resources: readonly SpecEntry[],
  use: (project: CliProject, report: Report) => Promise<void> | void,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const project = makeProject({ cloud: estate.cloud, specs: { resources } });
  try {
    const ran = await project.run(["specs.json", "--yes", "--json", "--timeout", "5"], env);
    assert.ok(ran.code === 0 || ran.code === 3, showRun(ran));
    const report = JSON.parse(ran.stdout) as Report;
    const reached = report.resources.map(({ verdict }, index) => [resources[index]?.name, verdict]);
    assert.deepEqual(
      reached,
      resources.map(({ name }) => [name, verdictInTable(name)]),
    );
    for (const method of ["Create", "Update", "Delete"]) assert.ok(!project.calls().includes(method), method);
    await use(project, report);
    await project.assertTidy();
  } finally {
    await project.remove();
  }
}

describe("imp run with unusual resource types", () => {
  it("gives each resource the expected verdict, and writes only imported ones to the state", () => {
    const estate = makeQuirkEstate();
    return importEstate(estate, estate.specs.resources, (project, { resources }) => {
      const state = project.read(checkpoint);
      for (const { urn, verdict } of resources)
        assert.equal(state.includes(`${JSON.stringify(urn)}`), verdict !== "failed" && verdict !== "replace", urn);
    });
  });

  it("fails only resources for which the provider crashes, hangs, or sends garbage", () => {
    const { cloud } = makeQuirkEstate(true);
    const whole = makeWholeEstate();
    const wanted = /^(crashing|quirk-(crash|hang|garbage.*)|vpc-plain|subnet-plain|queue-plain)$/;
    const resources = whole.specs.resources.filter(({ name }) => wanted.test(name));
    assert.equal(resources.length, 9);
    assert.ok(Object.keys(cloud.objects).every((key) => key in whole.cloud.objects));
    return importEstate(whole, resources, () => {});
  });
});

describe("parameterized packages", () => {
  const estate = makeWholeEstate();
  const things = estate.specs.resources.filter(({ type }) => type.startsWith("gadgets:"));

  it("are imported, and printed as packages of their own", () =>
    importEstate(
      estate,
      things,
      (project) => {
        assert.match(project.read("index.ts"), /^import \* as gadgets from "@pulumi\/gadgets";$/m);
        const state = project.json(checkpoint) as {
          checkpoint: { latest: { resources: { urn: string; inputs?: Record<string, unknown> }[] } };
        };
        const provider = state.checkpoint.latest.resources.find(({ urn }) => urn.includes("pulumi:providers:gadgets"));
        assert.match(provider?.urn ?? "", /::default_2_1_0$/);
        assert.deepEqual(provider?.inputs?.__internal, {
          name: "simcloud",
          version: "1.0.0",
          parameterization: things[0]?.parameterization?.value,
        });
      },
      { SIMCLOUD_REGION: "us-east-1" },
    ));
});

describe("a throttled provider", () => {
  it("is called again until all resources are imported", () => {
    const estate = makeWholeEstate();
    const resources = estate.specs.resources.filter(({ name }) =>
      /^(record|cluster|user|policy)-(?!inside)/.test(name),
    );
    assert.ok(resources.length >= 10);
    return importEstate(estate, resources, () => {}, { SIMCLOUD_THROTTLE: "0.3" });
  });
});
