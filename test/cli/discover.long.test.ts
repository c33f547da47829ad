import assert from "node:assert/strict";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { bucket, cloudOf, type Document, entriesOf } from "./discover.ts";

describe("imp discover", () => {
  let project: CliProject;
  const make = (options?: Parameters<typeof makeProject>[0]): CliProject => {
    project = makeProject(options);
    return project;
  };
  afterEach(async () => {
    await project.assertTidy();
    await project.remove();
  });

  const discover = async (words: readonly string[], env?: Readonly<Record<string, string>>) => {
    const ran = await project.imp(["discover", ...words, "--json"], env);
    return { ran, document: JSON.parse(ran.stdout) as Document };
  };
  const typeIn = ({ types }: Document, type: string) => types.find((one) => one.type === type);
  it("fails if the provider's list never ends", async () => {
    make({ cloud: cloudOf(250) });
    const { ran, document } = await discover(["simcloud:storage:Bucket"], { SIMCLOUD_LIST: `${bucket}=counts` });
    assert.equal(ran.code, 1, showRun(ran));
    assert.equal(typeIn(document, bucket)?.gap?.error?.code, "LIST_ENDLESS");
  });
  it("adds resources that directly or indirectly refer to the selected ones (--follow)", async () => {
    make();
    const discoverTo = (words: readonly string[]) => project.imp(["discover", ...words, "--out", "found.json"]);
    const types = () => [...new Set(entriesOf(project, "found.json").map(({ type }) => type.split(":").at(-1)))];
    const vpc = await exitsWith(0, discoverTo(["simcloud:network:Vpc", "--follow"]));
    assert.match(
      vpc.stdout,
      /4 resources added because they refer to selected objects \(14 objects\s+read,\s+\d+\s+rounds\)/,
    );
    // `--follow` found the subnets, because the instance refers to them.
    assert.deepEqual(types(), ["Instance", "SecurityGroup", "Subnet", "Vpc"]);
    await exitsWith(
      0,
      discoverTo(["simcloud", "--only", "id=bookshop-order-runner", "--follow", "--exclude", "type=*Queue"]),
    );
    assert.deepEqual(types(), ["Function", "Role"]);
    await exitsWith(0, discoverTo(["simcloud", "--only", "id=*bookshop-orders-failed", "--follow"]));
    // The queues have documents with the ARN of the selected object, and the function has the ARN of a queue.
    assert.deepEqual(types(), ["Function", "Queue"]);
    await exitsWith(0, project.run(["found.json", "--plan-only"]));
  });

  it("uses an explicit provider of the stack, and sets it in the import file", async () => {
    const inWest = (name: string) => [`eu-west-2|${bucket}|${name}`, { bucket: name, region: "eu-west-2" }] as const;
    const objects = { ...cloudOf(3).objects, ...Object.fromEntries(["bucket-00001", "west-logs"].map(inWest)) };
    make({
      cloud: { version: 1, objects },
      specs: {
        resources: [
          { type: "pulumi:providers:simcloud", name: "west", inputs: { region: "eu-west-2" } },
          { type: bucket, name: "first", id: "bucket-00001", provider: "west" },
        ],
      },
    });
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    const urn = "urn:pulumi:dev::orchard::pulumi:providers:simcloud::west";
    const west = await exitsWith(0, project.imp(["discover", "simcloud:storage:Bucket", "--provider-urn", urn]));
    assert.match(west.stdout, /simcloud · provider west · eu-west-2 · 2 found, 1 already managed/);
    assert.deepEqual(
      entriesOf(project).map(({ id, provider }) => [id, provider]),
      [["west-logs", urn]],
    );
    await exitsWith(0, project.run(["imp-found.json", "--yes"]));
    // The bucket with this name in the other region is a different bucket.
    const { document } = await discover(["simcloud:storage:Bucket"]);
    assert.deepEqual([document.found, document.managed], [3, 0]);
    const byItself = await project.imp(["discover", "--provider-urn", urn, "--only", "type=Bucket", "--force"]);
    assert.match(byItself.stdout, /provider west · eu-west-2 · 2 found/, showRun(byItself));
    const calls = project.calls().length;
    for (const [clouds, words, why] of [
      [`${urn}-wrong`, ["simcloud"], /The state has no resource with this URN/],
      ["west", ["simcloud"], /The state has no resource with this URN/],
      [
        `urn:pulumi:dev::orchard::${bucket}::first`,
        [],
        /The URN is of a resource of type simcloud:storage\/bucket:Bucket/,
      ],
      [urn, ["aws"], /a provider of package simcloud, but this command lists resources of package aws/],
      [`${urn}-wrong`, ["--from-json", "specs.json", "--map", "id=id", "--type", bucket], /no resource with this URN/],
    ] as const) {
      const ran = await exitsWith(2, project.imp(["discover", ...words, "--provider-urn", clouds]));
      assert.match(ran.stderr, /Invalid --provider-urn \(PROVIDER_URN_UNFIT\)/);
      assert.match(ran.stderr.replace(/\s+/g, " "), why);
      const hint = /hint[\s\S]*/.exec(ran.stderr)?.[0] ?? "";
      assert.equal(hint.includes(urn), words[0] !== "aws", showRun(ran));
    }
    assert.equal(project.calls().length, calls);
  });

  it("escapes control characters and bidi marks of object names", async () => {
    const named = (id: string, name: string) =>
      [`us-east-1|${bucket}|${id}`, { bucket: id, tags: { Name: name } }] as const;
    const shown = "gpj\u202eexe";
    const objects = Object.fromEntries([
      named("plain", `a\u0007\nb ${shown}`),
      named(shown, ""),
      named("bell\u0007", ""),
    ]);
    make({ cloud: { version: 1, objects } });
    const words = ["simcloud:storage:Bucket", "--events", "events.ndjson"];
    const text = await exitsWith(1, project.imp(["discover", ...words]));
    assert.match(text.stdout, /an id\s+with a control character/);
    const { ran, document } = await discover([...words, "--force"]);
    assert.equal(document.resources, 2);
    assert.deepEqual(
      entriesOf(project).map(({ id, name }) => [id, name]),
      [
        [shown, shown],
        ["plain", `a-b-${shown}`],
      ],
    );
    const plan = await project.run(["imp-found.json", "--plan-only"]);
    assert.match(plan.stdout, /gpj\\u202eexe/);
    const json = await project.run(["imp-found.json", "--plan-only", "--json"]);
    assert.match(json.stdout, /"name":"gpj\\u202eexe"/);
    const source = await project.run(["--discover", "simcloud:storage:Bucket", "--plan-only"]);
    const files = ["imp-found.json", "events.ndjson"].map((file) => project.read(file));
    for (const printed of [text, ran, plan, json, source].flatMap(({ stdout, stderr }) => [stdout, stderr]))
      assert.doesNotMatch(printed, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    for (const written of files) assert.doesNotMatch(written, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });
});
