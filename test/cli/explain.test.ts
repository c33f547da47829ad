import assert from "node:assert/strict";
import { makeEstate, makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { specsOf, subnetA, subnetB, vpc } from "../support/quickstart-specs.ts";

interface Decided {
  readonly path: string;
  readonly reason?: string;
  readonly ground: Readonly<Record<string, unknown>>;
}

interface ReportedResource {
  readonly name: string;
  readonly urn: string;
  readonly verdict: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly explain?: readonly Decided[];
}

interface Report {
  readonly version: number;
  readonly resources: readonly ReportedResource[];
  readonly calls: unknown;
}

function reportOf(ran: Ran): Report {
  return JSON.parse(ran.stdout) as Report;
}

describe("--explain", () => {
  const flags = ["specs.json", "--plan-only"];

  it("adds only the field `explain` to the document, and needs no additional calls", async () => {
    const { cloud, specs } = makeQuirkEstate();
    const calm = specs.resources.filter(({ type }) => !/Unstable|Throttled|Slow/.test(type));
    const project = makeProject({ cloud, specs: { resources: calm } });
    const [silent, explained] = await Promise.all([
      project.run([...flags, "--json"]),
      project.run([...flags, "--json", "--explain"]),
    ]);
    assert.equal(silent.code, 3, showRun(silent));
    const { resources, ...rest } = reportOf(explained);
    const without = resources.map(({ explain: _, ...resource }) => resource);
    assert.deepEqual({ ...rest, resources: without }, reportOf(silent));
    for (const { name, verdict, inputs, explain } of resources) {
      if (verdict === "failed") {
        assert.equal(explain, undefined, name);
        continue;
      }
      const top = (path: string): string => path.split(/[.[]/, 1)[0] ?? "";
      const kept = (explain ?? []).filter(({ reason }) => reason !== undefined);
      assert.deepEqual(
        [...new Set(kept.map(({ path }) => top(path)))].sort(),
        [...new Set(Object.keys(inputs).map(top))].sort(),
        `${name}: only the properties of the program are explained`,
      );
    }
    await project.remove();
  });

  it("says whether the schema or Diff shows that a change replaces the resource", async () => {
    const { cloud, specs } = makeEstate({ seed: 3, resources: 33, regions: ["us-east-1"] });
    const project = makeProject({ cloud, specs });
    const { resources } = reportOf(await project.run([...flags, "--json", "--explain"]));
    const grounds = resources.flatMap(({ explain = [] }) => explain.map(({ ground }) => ground));
    const replacing = grounds.filter(({ kind }) => kind === "replaces");
    assert.ok(replacing.length > 0, "no property forces replacement");
    for (const ground of replacing)
      assert.match(JSON.stringify(ground), /^\{"kind":"replaces","said":"(schema|diff)"\}$/);
    await project.remove();
  });

  it("explains values that the schema, the provider, or the import file requires", async () => {
    const asking = { ...vpc, properties: ["enableDnsHostnames"] };
    const project = makeProject({ specs: JSON.parse(specsOf(asking, subnetA, subnetB)) });
    const ran = await exitsWith(0, project.run([...flags, "--explain"]));
    const text = ran.stdout.replace(/\s+/g, " ");
    assert.match(
      text,
      /network\/vpc:Vpc main clean 3 of 6 values; .*? in the program required cidrBlock The schema requires it\./,
    );
    assert.match(text, /asked enableDnsHostnames Requested by "properties" in the import file\./);
    assert.match(text, /required vpcId The schema requires it\. It refers to main\./);
    assert.match(text, /recreate tags Without it, (a new deployment|the cloud) would /);
    for (const line of ran.stdout.split("\n")) assert.ok(line.length <= 80, line);
    await project.remove();
  });

  it("names the resource whose provider responses another resource reuses", async () => {
    const { cloud, specs } = makeEstate({
      seed: 7,
      resources: 6,
      regions: ["us-east-1"],
      tokens: new Set(["simcloud:storage/bucket:Bucket"]),
    });
    const project = makeProject({ cloud, specs });
    const ran = await exitsWith(0, project.run([...flags, "--json", "--explain"]));
    const buckets = reportOf(ran).resources.filter(({ explain }) => explain !== undefined);
    const [sample, ...others] = buckets.toSorted((a, b) => (a.urn < b.urn ? -1 : 1));
    assert.ok(sample && others.length > 0);
    const teachers = others.flatMap(({ explain = [] }) =>
      explain.flatMap(({ ground }) => (ground.kind === "taught" ? [ground.by] : [])),
    );
    assert.ok(teachers.length > 0);
    for (const teacher of teachers) assert.equal(teacher, sample.name);
    assert.ok(sample.explain?.every(({ ground }) => ground.kind !== "taught"));
    await project.remove();
  });
});
