/** Programs of each mode for types with quirks, and the fields of an import file: `properties`, `inputs`, `outputs`. */
import assert from "node:assert/strict";
import { makeEstate, makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, checkpoint, makeProject, showRun } from "../support/cli-project.ts";
import { inParallel, type Ran } from "../support/imp-process.ts";
import { bucket, role, specsOf, vpc } from "../support/quickstart-specs.ts";

interface ReportedResource {
  readonly name: string;
  readonly type: string;
  readonly urn: string;
  readonly verdict: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly remarks?: readonly { readonly kind: string; readonly paths?: readonly string[] }[];
}

function resourcesOf(ran: Ran): readonly ReportedResource[] {
  return (JSON.parse(ran.stdout) as { readonly resources: readonly ReportedResource[] }).resources;
}

async function withProject<T>(specs: string, use: (project: CliProject) => Promise<T>): Promise<T> {
  const project = makeProject({ specs: JSON.parse(specs) });
  try {
    return await use(project);
  } finally {
    await project.remove();
  }
}

describe("modes for types with quirks", () => {
  const modes = ["smallest", "minimal", "lossless"] as const;
  const { cloud, specs, expectedVerdict } = makeQuirkEstate();
  const calm = specs.resources.filter(({ type }) => !/Throttled|Slow/.test(type));
  const reported = new Map<string, Map<string, ReportedResource>>();

  before(async () => {
    const project = makeProject({ cloud, specs: { resources: calm } });
    const runs = await inParallel(modes, (mode) =>
      project.run(["specs.json", "--plan-only", "--json", "--mode", mode]),
    );
    for (const [i, ran] of runs.entries()) {
      reported.set(modes[i] ?? "", new Map(resourcesOf(ran).map((resource) => [resource.name, resource])));
    }
    await project.remove();
  });

  const pathsOf = (mode: string, name: string): readonly string[] =>
    Object.keys(reported.get(mode)?.get(name)?.inputs ?? {}).sort();

  it("reach the same verdicts", () => {
    for (const mode of modes)
      for (const [name, { verdict }] of reported.get(mode) ?? [])
        assert.equal(verdict, expectedVerdict[name], `${mode} ${name}`);
  });

  /** Of properties that exclude each other `minimal` sets the one whose name comes first. */
  const rivals = new Map([
    ["shape", "pattern"],
    ["template.name", "template.id"],
    ["schedule.rate", "schedule.cron"],
  ]);

  it("pain 10: set all that the smaller mode sets, but for one of two that exclude each other", () => {
    for (const { name = "" } of calm.filter(({ name }) => expectedVerdict[name ?? ""] === "clean")) {
      const [smallest, minimal, lossless] = modes.map((mode) => new Set(pathsOf(mode, name)));
      assert.ok(smallest && minimal && lossless);
      assert.ok(
        [...smallest].every((path) => minimal.has(path) || minimal.has(rivals.get(path) ?? "")),
        `${name}: ${[...smallest]} in ${[...minimal]}`,
      );
      // Read of this type returns outputs only, which `lossless` does not set.
      if (name === "quirk-noInputs-empty") continue;
      assert.ok(minimal.size <= lossless.size, `${name}: ${[...minimal]} and ${[...lossless]}`);
    }
  });

  const cases: readonly (readonly [name: string, smallest: string, minimal: string, lossless: string])[] = [
    ["quirk-autoName", "labels note size", "labels mode name note size", "labels mode name note size"],
    ["quirk-extraInput", "labels name note size", "labels mode name note size", "labels mode name note size"],
    [
      "quirk-defaultByCheck",
      "labels name note size tier",
      "labels mode name note size tier",
      "labels mode name note size tier",
    ],
    ["quirk-diffsInputs", ...(Array(3).fill("labels mode name note size") as [string, string, string])],
    [
      "quirk-textOnly",
      "labels maxSize minSize name note size",
      "labels legacyMode maxSize minSize name note size",
      "labels maxSize minSize mode name note size",
    ],
    [
      "quirk-throws-diff",
      "capacity labels name note shape shardCount size",
      "capacity labels mode name note pattern shardCount size variant",
      "capacity labels mode name note shape shardCount size variant",
    ],
  ];
  for (const [name, ...expected] of cases) {
    it(`set the expected properties of ${name}`, () => {
      assert.deepEqual(
        modes.map((mode) => pathsOf(mode, name).join(" ")),
        expected,
      );
    });
  }
});

describe("modes of an estate", () => {
  it("re-create the same only in mode minimal, which sets names, not in mode smallest", async () => {
    const tokens = new Set(["simcloud:queue/queue:Queue"]);
    const { cloud, specs } = makeEstate({ seed: 5, resources: 4, regions: ["us-east-1"], tokens });
    const project = makeProject({ cloud, specs });
    const names = async (mode: string): Promise<readonly boolean[]> =>
      resourcesOf(await project.run(["specs.json", "--plan-only", "--json", "--mode", mode]))
        .filter(({ type }) => type.endsWith(":Queue"))
        .map(({ inputs }) => inputs.name !== undefined);
    const [minimal, smallest] = [await names("minimal"), await names("smallest")];
    assert.ok(minimal.length > 0);
    assert.deepEqual(
      minimal,
      minimal.map(() => true),
    );
    assert.deepEqual(
      smallest,
      smallest.map(() => false),
    );
    await project.remove();
  });
});

describe("a field of the import file", () => {
  it("pain 41: `properties` sets nested paths, each of its own resource though the names are the same", () => {
    const one = { ...bucket, name: "same", properties: ["versioning.enabled"] };
    const other = { ...vpc, name: "same", logicalName: "same", properties: ["enableDnsHostnames"] };
    const renamed = { ...other, name: "other" };
    return withProject(specsOf(one, renamed), async (project) => {
      const ran = await project.run(["specs.json", "--yes", "--json"]);
      assert.equal(ran.code, 0, showRun(ran));
      const byUrn = new Map(resourcesOf(ran).map(({ urn, inputs }) => [urn, inputs]));
      const [first, second] = [...byUrn];
      assert.ok(first && second && byUrn.size === 2);
      assert.match(first[0], /Bucket::same$/);
      assert.match(second[0], /Vpc::same$/);
      assert.equal(first[1]["versioning.enabled"], "asked");
      assert.equal(first[1]["versioning.mfaDelete"], undefined, "the rest of the object is not");
      assert.equal(second[1].enableDnsHostnames, "asked");
      assert.equal(first[1].enableDnsHostnames, undefined);
    });
  });

  it("`properties` that Read did not return are reported", () =>
    withProject(specsOf({ ...vpc, properties: ["ipv6CidrBlock"] }), async (project) => {
      const [plain, ran] = [
        await project.run(["specs.json", "--plan-only"]),
        await project.run(["specs.json", "--plan-only", "--json"]),
      ];
      const remarks = resourcesOf(ran)[0]?.remarks ?? [];
      assert.deepEqual(remarks, [{ kind: "not-returned", paths: ["ipv6CidrBlock"] }]);
      assert.match(plain.stdout.replace(/\s+/g, " "), /"properties" names ipv6CidrBlock, which Read did not return/);
    }));

  it("`outputs` replaces Read, but not Check, and is in the state", () => {
    const outputs = {
      name: "given",
      description: "d",
      arn: "arn:sim:iam::1:role/given",
      assumeRolePolicy: '{"Statement":[]}',
    };
    const inputs = { name: "given", assumeRolePolicy: '{"Statement":[]}', description: "d" };
    return withProject(specsOf({ ...role, name: "given", id: "given", inputs, outputs }), async (project) => {
      const ran = await project.run(["specs.json", "--yes", "--json"]);
      assert.notEqual(ran.code, 1, showRun(ran));
      const methods = new Set(project.calls());
      assert.ok(!methods.has("Read"), "not read");
      assert.ok(methods.has("Check"));
      assert.match(project.read(checkpoint), /"arn":"arn:sim:iam::1:role\/given"/);
      const id = (JSON.parse(ran.stdout) as { resources: { id: string }[] }).resources[0]?.id;
      assert.equal(id, "given");
    });
  });
});
