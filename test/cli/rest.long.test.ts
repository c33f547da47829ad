import assert from "node:assert/strict";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Estate, makeEstate } from "../../fixtures/simcloud/estate.ts";
import { reviewFrame } from "../../src/cli/review/frame.ts";
import { problemOf } from "../../src/domain/outcome.ts";
import { modelAfter } from "../screens/review/review-pages.ts";
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import { bucket, missing, policy, record, specsOf, vpc } from "../support/quickstart-specs.ts";
import { runReviewed } from "../support/scripted-review.ts";
import type { Entry, RestFile } from "./rest.ts";

type Mistake = (entry: Entry) => void;

const dns = "simcloud:dns/record:Record";
const object = "simcloud:storage/bucketObject:BucketObject";
const queue = "simcloud:queue/queue:Queue";
const database = "simcloud:db/instance:Instance";

const parameterization = { pluginName: "absent", pluginVersion: "1.0.0", value: "eA==" };

/** Twenty mistakes, each with a resource type and the number of its service. */
const mistakes: readonly (readonly [type: string, service: number, mistake: Mistake])[] = [
  [dns, 0, (entry) => Object.assign(entry, { id: "simcloud.example/nobody/A" })],
  [dns, 1, (entry) => Object.assign(entry, { type: "simcloud:dns/record:Recrod" })],
  [dns, 2, (entry) => Object.assign(entry, { type: "absent:index/thing:Thing", provider: undefined })],
  [dns, 3, (entry) => Object.assign(entry, { inputs: { tttl: 3 } })],
  [dns, 4, (entry) => Object.assign(entry, { inputs: { name: "another" } })],
  [dns, 5, (entry) => Object.assign(entry, { id: "no zone" })],
  [object, 0, (entry) => Object.assign(entry, { properties: ["contents"] })],
  [object, 1, (entry) => Object.assign(entry, { ignoreChanges: ["contents"] })],
  [object, 2, (entry) => Object.assign(entry, { additionalSecretOutputs: ["contents"] })],
  [object, 3, (entry) => Object.assign(entry, { extension: { name: "more", version: "1.0.0", value: "eA==" } })],
  [object, 4, (entry) => Object.assign(entry, { id: "no-bucket/no-key" })],
  [object, 5, (entry) => Object.assign(entry, { provider: "in-nowhere" })],
  [queue, 0, (entry) => Object.assign(entry, { id: "orders" })],
  [queue, 1, (entry) => Object.assign(entry, { inputs: { visibilityTimeoutSeconds: "soon" } })],
  [
    queue,
    2,
    (entry) =>
      Object.assign(entry, { type: "other:index:Thing", version: "1.0.0", parameterization, provider: undefined }),
  ],
  [database, 0, (entry) => delete entry.inputs],
  [database, 1, (entry) => Object.assign(entry, { id: "no-such-database" })],
  ["simcloud:iam/policy:Policy", 0, (entry) => Object.assign(entry, { id: "arn:sim:iam::1:policy/none" })],
  ["simcloud:network/securityGroupRule:SecurityGroupRule", 0, (entry) => Object.assign(entry, { id: "sg_ingress" })],
  // The object of this import spec is deleted from the cloud.
  ["simcloud:tls/certificate:Certificate", 0, () => {}],
];

describe("an import of 323 resources with 20 failures", () => {
  let project: CliProject;
  let estate: Estate;
  let broken: readonly string[];
  before(() => {
    estate = makeEstate({ seed: 3, resources: 300 });
    const { cloud, specs } = structuredClone(estate) as unknown as {
      cloud: { objects: Record<string, unknown> };
      specs: { resources: Entry[] };
    };
    const provider = { type: "pulumi:providers:simcloud", name: "in-nowhere", inputs: { region: "nowhere" } };
    specs.resources.push(provider);
    broken = mistakes.map(([type, service, mistake]) => {
      const entry = specs.resources.filter((one) => one.type === type)[service];
      assert.ok(entry !== undefined);
      mistake(entry);
      if (type.startsWith("simcloud:tls")) {
        const key = Object.keys(cloud.objects).find((one) => one.endsWith(`|${String(entry.id)}`)) ?? "";
        delete cloud.objects[key];
      }
      return entry.name;
    });
    project = makeProject({ specs, cloud });
  });
  after(() => project.remove());

  const rest = (): RestFile => project.json("imp-rest.json") as RestFile;

  it("prints the reason for each failure", async () => {
    const ran = await exitsWith(3, project.run(["specs.json", "--plan-only"]));
    const [table = "", reasons = ""] = ran.stdout.split(/^\d+ resources: .*$/m);
    for (const name of broken) {
      assert.match(table, new RegExp(`\\b${name}\\b`));
      assert.match(reasons, new RegExp(`Error: [^]*\\b${name}\\b[^]*hint`), name);
    }
    assert.doesNotMatch(reasons, /more; use --json/);
  });

  it("shows the reason for each failure in the review", async () => {
    let seen = "";
    const ran = await runReviewed(
      project,
      ["specs.json"],
      [
        (view) => {
          const canvas = { columns: 80, rows: 24, colour: false, isUnicode: true };
          const failed = view.rows.filter(({ outcome }) => problemOf(outcome) !== undefined);
          assert.deepEqual(new Set(failed.map(({ outcome }) => outcome.name)), new Set(broken));
          for (const { outcome } of failed) {
            // The search selects the heading above the row. The down arrow selects the row, and Enter opens it.
            const model = modelAfter(`/${outcome.name}<enter><down><enter>`, view);
            const { lines } = reviewFrame(model, view, canvas);
            const screen = lines.join("\n");
            assert.ok(screen.includes(problemOf(outcome)?.code ?? "-"), `${outcome.name}\n${screen}`);
            assert.match(screen, /hint/, outcome.name);
            seen += screen;
          }
          return { kind: "quit" };
        },
      ],
    );
    assert.equal(ran.code, 1, ran.output);
    for (const name of broken) assert.ok(seen.includes(name), name);
  });

  it("imports the other resources, and writes the 20 failed ones to imp-rest.json", async () => {
    assert.equal(new Set(broken).size, 20);
    const ran = await exitsWith(
      3,
      project.run(["specs.json", "--yes", "--json", "--report", "r.md", "--report", "r.html"]),
    );
    const document = JSON.parse(ran.stdout);
    const failed = document.resources.filter(
      ({ verdict }: { verdict: string }) => verdict === "failed" || verdict === "replace",
    );
    assert.equal(document.resources.length, 324);
    assert.deepEqual(
      failed.length,
      20,
      JSON.stringify(
        failed.map(({ name, error }: Entry) => [name, error]),
        null,
        1,
      ),
    );
    const unescaped = {
      markdown: project.read("r.md").replace(/\\([\\*_{}[\]<>#|~&])/g, "$1"),
      html: project.read("r.html").replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)),
    };
    for (const { name, error } of failed)
      for (const text of Object.values(unescaped))
        for (const part of [name, error.code, error.hint]) assert.ok(text.includes(part), part);
    assert.deepEqual(new Set(rest().resources.map(({ name }) => name)), new Set(broken));
    const { file, resources, toGive } = document.rest;
    assert.deepEqual([file, resources], ["imp-rest.json", 20]);
    assert.deepEqual(
      toGive.map(({ path }: { path: string }) => path),
      ["password"],
    );
    for (const canary of estate.canaries)
      assert.ok(!project.read("imp-rest.json").includes(JSON.stringify(canary).slice(1, 9)), canary);
    await project.assertTidy();
  });

  it("imports imp-rest.json after the causes of the failures are fixed", async () => {
    const originals = new Map(estate.specs.resources.map((entry) => [entry.name, entry]));
    const { resources, ...tables } = rest();
    const fixed = resources.map(({ name }) => originals.get(name));
    project.write("imp-rest.json", JSON.stringify({ ...tables, resources: fixed }));
    writeFileSync(join(project.root, "cloud.json"), JSON.stringify(estate.cloud));
    await exitsWith(0, project.run(["imp-rest.json", "--yes"]));
    project.write("all.json", JSON.stringify(estate.specs));
    const again = await exitsWith(0, project.run(["all.json", "--yes", "--json"]));
    const verdicts = JSON.parse(again.stdout).resources.map(({ verdict }: { verdict: string }) => verdict);
    assert.deepEqual([verdicts.length, new Set(verdicts)], [323, new Set(["unchanged"])]);
  });
});

describe("imp-rest.json", () => {
  let project: CliProject;
  afterEach(() => project.remove());

  const start = (...entries: readonly object[]) => {
    project = makeProject({ specs: JSON.parse(specsOf(...entries)) });
  };
  const json = (name = "imp-rest.json") => project.json(name) as RestFile;
  it("contains resources that --strict and --leave-out excluded", async () => {
    const replaced = { ...vpc, inputs: { cidrBlock: "10.99.0.0/16", enableDnsHostnames: false } };
    const updated = { ...record, inputs: { ttl: 61 } };
    start(replaced, updated, bucket, policy);
    const urn = "urn:pulumi:dev::orchard::simcloud:storage/bucketPolicy:BucketPolicy::reading";
    await exitsWith(3, project.run(["specs.json", "--yes", "--strict", "--leave-out", urn]));
    const { resources } = json();
    assert.deepEqual(new Set(resources.map(({ name }) => name)), new Set(["main", "www", "reading"]));
    assert.deepEqual(
      resources.find(({ name }) => name === "main"),
      replaced,
    );
  });
  it("is replaced in the next run, unless the user edited it", async () => {
    start(missing, bucket);
    await project.run(["specs.json", "--yes"]);
    const restFile = project.read("imp-rest.json");
    await project.run(["specs.json", "--yes"]);
    assert.equal(project.read("imp-rest.json"), restFile);
    project.write("imp-rest.json", restFile.replace("nobody", "person"));
    const ran = await project.run(["specs.json", "--yes"]);
    assert.match(ran.stdout, /imp run imp-rest-2\.json/);
    assert.equal(project.read("imp-rest-2.json"), restFile);
    const before = project.files();
    const named = await exitsWith(2, project.run(["specs.json", "--yes", "--rest", "imp-rest.json"]));
    assert.match(named.stderr, /\(FILE_NOT_OURS\)/);
    assert.deepEqual(project.files(), before);
    await exitsWith(3, project.run(["specs.json", "--yes", "--rest", "imp-rest.json", "--force"]));
    assert.equal(project.read("imp-rest.json"), restFile);
  });

  it("is not written with --plan-only unless --rest is set", async () => {
    start(missing, bucket);
    await project.run(["specs.json", "--plan-only"]);
    assert.ok(!existsSync(project.path("imp-rest.json")));
    await project.run(["specs.json", "--plan-only", "--rest", "rest.json"]);
    assert.deepEqual(json("rest.json").resources, [missing]);
    await exitsWith(0, project.run(["specs.json", "--yes", "--exclude", "nobody", "--rest", "none.json"]));
    assert.ok(!existsSync(project.path("none.json")));
  });

  it("does not prevent the import if it cannot be written", async () => {
    start(missing, bucket);
    mkdirSync(project.path("rest.json"));
    project.write("rest.json/in-the-way", "");
    const ran = await exitsWith(3, project.run(["specs.json", "--yes", "--rest", "rest.json", "--force"]));
    assert.match(ran.stdout + ran.stderr, /Cannot write the import file of the [^.]* to rest\.json \(E[A-Z]+\)/);
    assert.match(project.read(checkpoint), /Bucket::covers/);
    await project.assertTidy();
  });
});
