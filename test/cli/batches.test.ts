/** A second import into the same stack: into imp's own program, one that a person changed, a file of its own, and where the program is not known. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { type CliProject, checkpoint, makeProject, told } from "../support/cli-project.ts";
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

describe("a second batch", () => {
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

  it("into imp's own program: printed again with the old and the new, the state's old entries byte for byte", async () => {
    assert.equal(first.code, 0, told(first));
    const old = entries();
    const text = project.read(checkpoint);
    const ran = await project.run(["bucket.json", "--yes"]);
    assert.equal(ran.code, 0, told(ran));
    const program = project.read("index.ts");
    for (const name of ["network", "main", "www", "covers"]) assert.ok(program.includes(`"${name}"`), name);
    assert.deepEqual(entries().slice(0, old.length), old);
    const end = text.lastIndexOf("}]");
    const middle = text.slice(text.indexOf('"resources":['), end);
    assert.ok(project.read(checkpoint).includes(middle));
    // The default provider is the one that is there.
    assert.equal(entries().filter(({ type }) => type === "pulumi:providers:simcloud").length, 1);
  });

  it("with a parent of the first one", async () => {
    const ran = await project.run(["child.json", "--yes"]);
    assert.equal(ran.code, 0, told(ran));
    assert.match(project.read("index.ts"), /"child",[\s\S]*parent: network,/);
    assert.equal(entries().at(-1)?.parent, "urn:pulumi:dev::orchard::bookshop:index:Network::network");
  });

  it("into a program that a person changed: nothing is written, the way out is named", async () => {
    project.write("index.ts", `${project.read("index.ts")}\nexport const mine = 1;\n`);
    const untouched = project.files();
    const calls = project.calls().length;
    const ran = await project.run(["subnets.json", "--yes"]);
    assert.equal(ran.code, 1, told(ran));
    const made = project.calls().slice(calls);
    assert.ok(!made.includes("Check") && !made.includes("Diff"), `it is told before anything is proven: ${made}`);
    assert.match(ran.stderr, /\(PROGRAM_CHANGED\)[\s\S]*index\.ts[\s\S]*--append-file NAME/);
    const document = await project.run(["subnets.json", "--yes", "--json"]);
    assert.equal(document.code, 1);
    assert.equal(JSON.parse(document.stdout).error.code, "PROGRAM_CHANGED");
    const unchanged = await project.run(["specs.json", "--yes"]);
    assert.equal(unchanged.code, 0, told(unchanged));
    assert.deepEqual(project.files(), untouched);
    await project.assertTidy();
  });

  it("into a file beside it, twice: the second time the file is printed again with the old and the new", async () => {
    const program = project.read("index.ts");
    const one = await project.run(["subnets.json", "--yes", "--append-file", "network.ts"]);
    assert.equal(one.code, 0, told(one));
    assert.match(one.stdout, /^Written:\n {2}network\.ts\n[\s\S]*load network\.ts from your program$/m);
    const two = await project.run(["more.json", "--yes", "--append-file", "network"]);
    assert.equal(two.code, 0, told(two));
    assert.match(project.read("network.ts"), /"a",[\s\S]*"b",/);
    assert.doesNotMatch(project.read("network.ts"), /"covers"/);
    assert.equal(project.read("index.ts"), program);
    project.write("network.ts", "// mine now\n");
    const three = await project.run(["policy.json", "--yes", "--append-file", "network"]);
    assert.equal(three.code, 1, told(three));
    assert.match(three.stderr, /\(PROGRAM_CHANGED\)[\s\S]*network\.ts/);
  });

  it("into a stack whose resources are in nobody's program: nothing is written, or beside it", async () => {
    rmSync(project.path(".imp"), { recursive: true });
    rmSync(project.path("index.ts"));
    const untouched = project.files();
    const ran = await project.run(["policy.json", "--yes"]);
    assert.equal(ran.code, 1, told(ran));
    assert.match(ran.stderr.replace(/\s+/g, " "), /\(PROGRAM_INCOMPLETE\).*would delete 7 others.*--append-file NAME/);
    assert.deepEqual(project.files(), untouched);
    const beside = await project.run(["policy.json", "--yes", "--append-file", "roles"]);
    assert.equal(beside.code, 0, told(beside));
    assert.match(project.read("roles.ts"), /"reading"/);
    await project.assertTidy();
  });
});
