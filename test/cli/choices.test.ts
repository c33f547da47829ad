import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import {
  bucket,
  component,
  policy,
  record,
  role,
  specsOf,
  subnetA,
  subnetB,
  vpc,
} from "../support/quickstart-specs.ts";

const inNetwork = { ...vpc, parent: "network" };

/** The import file sets an address range that differs from the one of the network in the cloud (10.20.0.0/16). Only a replacement can change it. */
const replaced = { ...vpc, inputs: { cidrBlock: "10.99.0.0/16", enableDnsHostnames: false } };

/** The import file sets another TTL than the record in the cloud has. An update can change it. */
const updated = { ...record, inputs: { ttl: 61 } };

const urn = (type: string, name: string) => `urn:pulumi:dev::orchard::${type}::${name}`;

describe("resource filters", () => {
  let project: CliProject;
  afterEach(() => project.remove());

  const start = (...entries: readonly object[]) => {
    project = makeProject({ specs: JSON.parse(specsOf(...entries)) });
  };
  const read = (): readonly string[] =>
    readFileSync(join(project.root, "calls.jsonl"), "utf8")
      .split("\n")
      .flatMap((line) => {
        const call = line === "" ? {} : JSON.parse(line);
        return call.method === "Read" ? [call.id] : [];
      });

  it("neither reads nor imports nor prints an excluded resource", async () => {
    start(component, inNetwork, subnetA, subnetB, bucket, policy, role, record);
    const flags = [
      "--exclude",
      "type=simcloud:network:Subnet",
      "--exclude",
      "id=bookshop-order-*",
      "--exclude",
      "name=read*",
    ];
    await exitsWith(0, project.run(["specs.json", "--yes", ...flags]));
    assert.deepEqual([...read()].sort(), [record.id, bucket.id, vpc.id].sort());
    assert.doesNotMatch(project.read(checkpoint) + project.read("index.ts"), /Subnet|runner|reading/);
    await project.assertTidy();
  });

  it("imports only the selected resources and their parents", async () => {
    start(component, inNetwork, subnetA, bucket, role);
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--only", "type=simcloud:network:Vpc"]));
    assert.deepEqual(read(), [vpc.id]);
    assert.match(ran.stderr, /Also imported, because selected resources refer to them: network\./);
    assert.match(project.read(checkpoint), /bookshop:index:Network\$simcloud:network\/vpc:Vpc::main/);
  });

  it("starts no plugin for excluded resources", async () => {
    start(bucket, { type: "absent:index:Thing", name: "thing", id: "x" });
    await exitsWith(0, project.run(["specs.json", "--yes", "--exclude", "absent:*"]));
  });

  it("filters by the tags that Read returns, and adds resources that selected ones need", async () => {
    start(component, inNetwork, subnetA, bucket, role);
    const cloud = JSON.parse(readFileSync(join(project.root, "cloud.json"), "utf8"));
    cloud.objects[`us-east-1|${bucket.type}|${bucket.id}`].tags.stage = "test";
    writeFileSync(join(project.root, "cloud.json"), JSON.stringify(cloud));
    const live = await exitsWith(
      0,
      project.run(["specs.json", "--plan-only", "--json", "--only", "tag:stage=l*", "--only", "type=simcloud:*"]),
    );
    const names = (stdout: string) => JSON.parse(stdout).resources.map(({ name }: { name: string }) => name);
    assert.deepEqual(names(live.stdout), ["network", "main", "a", "runner"]);
    assert.ok(read().includes(bucket.id));
    await exitsWith(0, project.run(["specs.json", "--yes", "--exclude", "tag:stage=test"]));
    assert.doesNotMatch(project.read(checkpoint) + project.read("index.ts"), /covers/);
    const again = await project.run(["specs.json", "--plan-only", "--json", "--only", "tag:stage=live"]);
    assert.deepEqual(names(again.stdout), ["network", "main", "a", "runner"]);
  });

  it("rejects --exclude by a tag that no resource has, or that excludes only a parent", async () => {
    start(vpc, { ...subnetA, parent: "main" });
    const unknown = await exitsWith(2, project.run(["specs.json", "--plan-only", "--exclude", "tag:stag=live"]));
    assert.match(unknown.stderr, /--exclude tag:stag=live \(did you mean tag:stage=live\?\)/);
    const cloud = JSON.parse(readFileSync(join(project.root, "cloud.json"), "utf8"));
    cloud.objects[`us-east-1|${vpc.type}|${vpc.id}`].tags.stage = "test";
    writeFileSync(join(project.root, "cloud.json"), JSON.stringify(cloud));
    const parent = await exitsWith(2, project.run(["specs.json", "--yes", "--exclude", "tag:stage=test"]));
    assert.match(
      parent.stderr,
      /\(CHOICE_IMPOSSIBLE\)[\s\S]*Subnet\s+a\s+refers\s+to\s[\s\S]*Vpc\s+main,\s+which\s+is\s+excluded/,
    );
  });

  it("rejects a filter without matches before any Read, and writes nothing", async () => {
    start(bucket, role);
    const before = project.files();
    const ran = await exitsWith(2, project.run(["specs.json", "--yes", "--exclude", "name=cover"]));
    assert.match(ran.stderr, /\(CHOICE_UNKNOWN\)[\s\S]*--exclude name=cover \(did you mean name=covers\?\)/);
    assert.deepEqual([project.files(), project.calls()], [before, []]);
  });

  it("escapes control characters of a filter in an error", async () => {
    start(bucket);
    const ran = await exitsWith(2, project.run(["specs.json", "--only", "\u001b[2Jname\n"]));
    assert.ok(!ran.stderr.includes("\u001b"), showRun(ran));
  });

  it("renames resources and their references in program and state", async () => {
    start(component, inNetwork, subnetA, bucket, policy);
    await exitsWith(
      0,
      project.run(["specs.json", "--yes", "--rename", "network=base", "--rename", "s/^(main|covers)$/my-$1/"]),
    );
    const [state, program] = [project.read(checkpoint), project.read("index.ts")];
    for (const name of ["Network::base", "Vpc::my-main", "Bucket::my-covers"]) assert.ok(state.includes(name), name);
    assert.match(program, /const myCovers = new simcloud\.storage\.Bucket\(\s*"my-covers"/);
    assert.match(program, /parent: base,/);
    assert.match(program, /bucket: myCovers\.id/);
  });

  it("names resources by tag, name, or ID, with the same names in every run", async () => {
    start(component, inNetwork, subnetA, subnetB, bucket, role);
    const cloud = JSON.parse(readFileSync(join(project.root, "cloud.json"), "utf8"));
    const tag = (entry: { type: string; id: string }, value: string) => {
      cloud.objects[`us-east-1|${entry.type}|${entry.id}`].tags.Name = value;
    };
    tag(vpc, "core");
    tag(subnetA, "inner");
    tag(subnetB, "inner");
    tag(bucket, "two\nlines __proto__");
    writeFileSync(join(project.root, "cloud.json"), JSON.stringify(cloud));
    const flags = ["--yes", "--json", "--name-template", "{type}-{tag:Name|name|id}"];
    const names = (stdout: string): readonly string[] =>
      JSON.parse(stdout).resources.map(({ name }: { name: string }) => name);
    const ran = await exitsWith(0, project.run(["specs.json", ...flags]));
    const [network, main, a, b, covers, runner, ...more] = names(ran.stdout);
    assert.deepEqual(
      [network, main, covers, runner],
      ["network", "vpc-core", "bucket-two-lines-__proto__", "role-runner"],
    );
    for (const name of [a, b]) assert.match(name ?? "", /^subnet-inner-[0-9a-f]{8}$/);
    assert.deepEqual([new Set([a, b]).size, more], [2, []]);
    assert.equal(new Set(read()).size, read().length);
    assert.match(project.read("index.ts"), /vpcId: vpcCore\.id/);
    project.write("back.json", specsOf(component, role, bucket, subnetB, subnetA, inNetwork));
    const again = await exitsWith(0, project.run(["back.json", ...flags]));
    assert.deepEqual([...names(again.stdout)].sort(), [...names(ran.stdout)].sort());
    const verdicts = JSON.parse(again.stdout).resources.map(({ verdict }: { verdict: string }) => verdict);
    assert.deepEqual(new Set(verdicts), new Set(["unchanged"]));
  });

  it("imports only the replaced resource that --accept-replace names", async () => {
    start(replaced, bucket);
    const other = await exitsWith(
      2,
      project.run(["specs.json", "--plan-only", "--accept-replace", urn("simcloud:network/vpc:Vpc", "other")]),
    );
    assert.match(other.stderr, /\(CHOICE_UNKNOWN\)/);
    await exitsWith(
      3,
      project.run(["specs.json", "--yes", "--accept-replace", urn("simcloud:network/vpc:Vpc", "main")]),
    );
    assert.match(project.read("index.ts"), /10\.99\.0\.0/);
  });

  it("with --strict, imports only resources whose preview shows no changes", async () => {
    start(updated, replaced, bucket);
    const ran = await exitsWith(3, project.run(["specs.json", "--yes", "--strict", "--allow-replace"]));
    assert.match(ran.stdout + ran.stderr, /excluded by --strict[\s\S]*ttl/);
    assert.match(project.read(checkpoint), /Bucket::covers/);
    assert.doesNotMatch(project.read(checkpoint) + project.read("index.ts"), /Record::www|Vpc::main|10\.99/);
  });
});
