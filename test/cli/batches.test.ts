/** A second import into the same stack: into imp's program, into a program that the user changed, into a separate file, or without a program. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
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

interface State {
  readonly checkpoint: { readonly latest: { readonly resources: readonly Readonly<Record<string, unknown>>[] } };
}

describe("a second import", () => {
  let project: CliProject;
  let first: Ran;
  before(async () => {
    const inNetwork = { ...vpc, parent: "network" };
    project = makeProject({ specs: JSON.parse(specsOf(component, inNetwork, record)) });
    project.write("bucket.json", specsOf(bucket));
    project.write("subnets.json", specsOf(subnetA));
    project.write("more.json", specsOf(subnetB));
    project.write("policy.json", specsOf(policy));
    const named = { nameTable: { net: "urn:pulumi:dev::orchard::bookshop:index:Network::network" } };
    project.write("child.json", JSON.stringify({ ...named, resources: [{ ...role, name: "child", parent: "net" }] }));
    first = await project.run(["specs.json", "--yes"]);
  });
  after(() => project.remove());

  const entries = (): State["checkpoint"]["latest"]["resources"] =>
    (project.json(checkpoint) as State).checkpoint.latest.resources;

  it("keeps the earlier code, and every byte of the earlier state entries", async () => {
    assert.equal(first.code, 0, showRun(first));
    const old = entries();
    const text = project.read(checkpoint);
    await exitsWith(0, project.run(["bucket.json", "--yes"]));
    const program = project.read("index.ts");
    for (const name of ["network", "main", "www", "covers"]) assert.ok(program.includes(`"${name}"`), name);
    assert.deepEqual(entries().slice(0, old.length), old);
    const end = text.lastIndexOf("}]");
    const middle = text.slice(text.indexOf('"resources":['), end);
    assert.ok(project.read(checkpoint).includes(middle));
    // The second import reuses the default provider.
    assert.equal(entries().filter(({ type }) => type === "pulumi:providers:simcloud").length, 1);
  });

  it("accepts a parent from an earlier run", async () => {
    await exitsWith(0, project.run(["child.json", "--yes"]));
    assert.match(project.read("index.ts"), /"child",[\s\S]*parent: network,/);
    assert.equal(entries().at(-1)?.parent, "urn:pulumi:dev::orchard::bookshop:index:Network::network");
  });

  it("accepts a parent by URN if the parent's entry has a short type", async () => {
    const made = "urn:pulumi:dev::orchard::simcloud:network/vpc:Vpc::short";
    const resources = [
      { type: "simcloud:network:Vpc", name: "short", id: vpc.id },
      { ...role, name: "below", parent: "net" },
    ];
    project.write("short.json", JSON.stringify({ nameTable: { net: made }, resources }));
    const ran = await project.run(["short.json", "--plan-only", "--json"]);
    const plan = JSON.parse(ran.stdout) as { resources: readonly { urn: string }[]; error?: unknown };
    assert.equal(plan.error, undefined, showRun(ran));
    assert.equal(plan.resources[0]?.urn, made);
    assert.match(plan.resources[1]?.urn ?? "", /::simcloud:network\/vpc:Vpc\$simcloud:iam\/role:Role::below$/);
  });
  it("shows the diff of a program that the user edited; a repeated run writes nothing", async () => {
    project.write("index.ts", `${project.read("index.ts")}\nexport const mine = 1;\n`);
    const untouched = project.files();
    const plan = await exitsWith(0, project.run(["subnets.json", "--plan-only"]));
    assert.match(plan.stdout, / clean [\s\S]*\nIn index\.ts:\n/);
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.deepEqual(project.files(), untouched);
    await project.assertTidy();
  });

  it("keeps resources of earlier runs in the appended file", async () => {
    const program = project.read("index.ts");
    const first = await project.run(["specs.json", "--yes", "--append-file", "network.ts"]);
    assert.match(first.stdout, /^No changes/m, showRun(first));
    assert.doesNotMatch(first.stdout, /Warning/);
    const second = await exitsWith(0, project.run(["subnets.json", "--yes", "--append-file", "network.ts"]));
    assert.match(project.read("network.ts"), /^export const a = new simcloud\.network\.Subnet\(/m);
    assert.match(second.stdout, /^Wrote:\n {2}network\.ts\n {2}index\.ts\n/m);
    await exitsWith(0, project.run(["more.json", "--yes", "--append-file", "network"]));
    assert.match(project.read("network.ts"), /"a",[\s\S]*"b",/);
    assert.doesNotMatch(project.read("network.ts"), /"covers"/);
    assert.equal(project.read("index.ts").replace('import "./network";\n', ""), program);
    project.write("network.ts", "// mine now\n");
    const three = await exitsWith(1, project.run(["policy.json", "--yes", "--append-file", "network"]));
    assert.match(three.stderr, /\(PROGRAM_UNREADABLE\)[\s\S]*network\.ts/);
  });

  it("suggests --append-file if the program lacks resources of the state", async () => {
    rmSync(project.path(".imp"), { recursive: true });
    rmSync(project.path("index.ts"));
    const untouched = project.files();
    const ran = await exitsWith(1, project.run(["policy.json", "--yes"]));
    assert.match(
      ran.stderr.replace(/\s+/g, " "),
      /\(PROGRAM_INCOMPLETE\).*would delete 7 other resources.*--append-file NAME/,
    );
    assert.deepEqual(project.files(), untouched);
    await exitsWith(0, project.run(["policy.json", "--yes", "--append-file", "roles", "--no-wire"]));
    assert.match(project.read("roles.ts"), /"reading"/);
    const invoices = { type: "simcloud:storage:Bucket", name: "invoices", id: "bookshop-invoices-19c4" };
    project.write("invoices.json", JSON.stringify({ resources: [invoices] }));
    const again = await exitsWith(1, project.run(["invoices.json", "--yes"]));
    const hint =
      /\(PROGRAM_INCOMPLETE\).*to the file that an earlier run wrote next to your program: --append-file roles\./;
    assert.match(again.stderr.replace(/\s+/g, " "), hint);
    await project.assertTidy();
  });
});
