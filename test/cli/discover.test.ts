/** `imp discover`: what the simulated cloud has and the state does not manage, as an import file. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSpecs } from "../../src/import-file/read.ts";
import { type CliProject, checkpoint, makeProject, showRun } from "../support/cli-project.ts";

interface Document {
  readonly found: number;
  readonly managed: number;
  readonly resources: number;
  readonly since?: string;
  readonly types: readonly {
    readonly type: string;
    readonly found: number;
    readonly managed: number;
    readonly taken: number;
    readonly limited?: true;
    readonly gap?: { readonly kind: string; readonly error?: { readonly code: string } };
  }[];
}

const bucket = "simcloud:storage/bucket:Bucket";
const subnet = "simcloud:network/subnet:Subnet";
const queue = "simcloud:queue/queue:Queue";

/** A cloud of so many buckets, and some queues. */
function cloudOf(buckets: number) {
  const objects = Array.from({ length: buckets }, (_, i) => {
    const name = `bucket-${String(i).padStart(5, "0")}`;
    return [`us-east-1|${bucket}|${name}`, { bucket: name }] as const;
  });
  return { version: 1, objects: Object.fromEntries(objects) };
}

function entriesOf(project: CliProject, file = "imp-found.json") {
  return readSpecs([{ path: file, text: project.read(file) }]).resources;
}

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

  it("pain 25: finds what the state does not manage, and a run of the file is clean", async () => {
    make();
    const first = await project.run(["specs.json", "--yes"]);
    assert.equal(first.code, 0, showRun(first));
    const found = await project.imp(["discover", "simcloud", "--exclude", "type=Instance", "--out", "found.json"]);
    assert.equal(found.code, 0, showRun(found));
    assert.match(found.stdout, /simcloud · us-east-1 · 13 found, 11 managed already/);
    assert.match(found.stdout, /2 {2}simcloud:storage\/bucket:Bucket {2}1 managed already/);
    assert.match(found.stdout, /2 resources in found\.json\. {2}Import: imp run found\.json/);
    assert.deepEqual(
      entriesOf(project, "found.json").map(({ type, name }) => [type, name]),
      [
        [queue, "bookshop-newsletter"],
        [bucket, "bookshop-invoices-19c4"],
      ],
    );
    const second = await project.run(["found.json", "--yes"]);
    assert.equal(second.code, 0, showRun(second));
    const { document } = await discover(["simcloud:storage", "simcloud:queue:Queue"]);
    assert.deepEqual([document.found, document.managed, document.resources], [6, 6, 0]);
    assert.equal(existsSync(project.path("imp-found.json")), false);
  });

  it("goes on to the run", async () => {
    make();
    const words = ["discover", "simcloud:network", "simcloud:storage:Bucket", "--run", "--yes"];
    const ran = await project.imp([...words, "--json"]);
    assert.equal(ran.code, 0, showRun(ran));
    const { summary } = JSON.parse(ran.stdout) as { readonly summary: { readonly imported: number } };
    assert.equal(summary.imported, 6);
    assert.match(project.read(".pulumi/stacks/orchard/dev.json"), /bookshop-invoices-19c4/);
  });

  it("is a source of a run, with one plan; a second run finds nothing left", async () => {
    make();
    const words = ["--discover", "simcloud:network", "--discover", "simcloud:storage", "--exclude", "name=*invoices*"];
    const first = await project.run([...words, "--yes"]);
    assert.equal(first.code, 0, showRun(first));
    assert.match(project.read(checkpoint), /network\/subnet:Subnet/);
    assert.doesNotMatch(project.read(checkpoint), /invoices|queue\/queue/);
    const before = project.read(checkpoint);
    const second = await project.run(["--discover", "simcloud:network", "--yes"]);
    assert.equal(second.code, 0, showRun(second));
    assert.equal(project.read(checkpoint), before);
  });

  it("imports once what an import file names too, as the file has it", async () => {
    make();
    const together = await project.run([
      "specs.json",
      "--discover",
      "simcloud:storage:Bucket",
      "--plan-only",
      "--json",
    ]);
    assert.equal(together.code, 0, together.stderr);
    const { resources } = JSON.parse(together.stdout) as { readonly resources: readonly { readonly name: string }[] };
    const names = resources.map(({ name }) => name);
    assert.ok(names.includes("covers") && names.includes("bookshop-invoices-19c4"), names.join());
    assert.ok(!names.includes("bookshop-covers-7f3a"), names.join());
  });

  it("takes types, modules and packages in short forms, and suggests one for a word that is none", async () => {
    make();
    const { document } = await discover(["simcloud.storage.bucket", "simcloud:network"]);
    assert.ok(document.types.some(({ type }) => type === bucket));
    assert.equal(typeIn(document, subnet)?.found, 2);
    assert.equal(typeIn(document, queue), undefined);
    const wrong = await project.imp(["discover", "simcloud:storage:Buckte"]);
    assert.equal(wrong.code, 1, showRun(wrong));
    assert.match(wrong.stderr, /Did you mean simcloud:storage\/bucket:Bucket/);
    for (const words of [[], ["./cloud.json"], ["simcloud", "--only", "tag:app=x"]]) {
      const ran = await project.imp(["discover", ...words]);
      assert.equal(ran.code, 2, showRun(ran));
    }
  });

  it("works outside of a project, where nothing is managed", async () => {
    make({ files: { "Pulumi.yaml": "", "Pulumi.dev.yaml": "" } });
    const words = ["discover", "simcloud:storage:Bucket", "--config", "simcloud:region=us-east-1", "-C", project.root];
    const ran = await project.imp(words);
    assert.equal(ran.code, 0, showRun(ran));
    assert.match(ran.stderr, /no project here/);
    assert.match(readFileSync(join(project.root, "imp-found.json"), "utf8"), /bookshop-invoices-19c4/);
  });

  it("names a provider without List, and the other ways", async () => {
    make();
    const ran = await project.imp(["discover", "simcloud"], { SIMCLOUD_LIST: "none" });
    assert.equal(ran.code, 1, showRun(ran));
    assert.match(ran.stderr, /LIST_UNSUPPORTED/);
    assert.match(ran.stderr, /imp run --from-terraform/);
    assert.match(ran.stderr, /--from-json/);
    assert.deepEqual(
      Object.keys(project.files()).filter((name) => name.startsWith("imp-found")),
      [],
    );
  });

  it("lists the other types where one cannot be listed, is forbidden, or does not end", async () => {
    make();
    const quirks = [
      `${queue}=unlistable`,
      `${subnet}=forbidden`,
      "simcloud:network/vpc:Vpc=stuck",
      "simcloud:iam/role:Role=breaks",
    ];
    const { ran, document } = await discover(["simcloud"], { SIMCLOUD_LIST: quirks.join(",") });
    assert.equal(ran.code, 3, showRun(ran));
    assert.equal(typeIn(document, bucket)?.taken, 2);
    assert.equal(typeIn(document, queue)?.gap?.kind, "unlistable");
    assert.equal(typeIn(document, subnet)?.gap?.error?.code, "LIST_FAILED");
    assert.equal(typeIn(document, "simcloud:network/vpc:Vpc")?.gap?.error?.code, "LIST_ENDLESS");
    assert.equal(typeIn(document, "simcloud:iam/role:Role")?.gap?.error?.code, "LIST_FAILED");
    const text = await project.imp(["discover", "simcloud"], { SIMCLOUD_LIST: quirks.join(",") });
    assert.match(text.stdout, /Not listed by the provider: 1 type \(simcloud:queue\/queue:Queue\)/);
    assert.match(text.stdout, /no\s+permission to list/);
  });

  for (const quirk of ["repeats", "hiccups", "session", "nameless"])
    it(`lists each object once from a provider that ${quirk}`, async () => {
      make({ cloud: cloudOf(250) });
      const { ran, document } = await discover(["simcloud:storage:Bucket"], { SIMCLOUD_LIST: `${bucket}=${quirk}` });
      assert.equal(ran.code, 0, showRun(ran));
      assert.deepEqual([document.found, document.resources], [250, 250]);
      assert.equal(new Set(entriesOf(project).map(({ id }) => id)).size, 250);
    });

  it("ends with an error where a provider promises pages for ever under new continuations", async () => {
    make({ cloud: cloudOf(250) });
    const { ran, document } = await discover(["simcloud:storage:Bucket"], { SIMCLOUD_LIST: `${bucket}=counts` });
    assert.equal(ran.code, 1, showRun(ran));
    assert.equal(typeIn(document, bucket)?.gap?.error?.code, "LIST_ENDLESS");
  });

  it("ends at a limit, and says so", async () => {
    make({ cloud: cloudOf(250) });
    const ran = await project.imp(["discover", "simcloud:storage:Bucket", "--limit", "120"]);
    assert.match(ran.stdout, /at least 120 found/);
    assert.equal(entriesOf(project).length, 120);
  });

  it("pain 38: takes along what refers to what is taken, and what refers to that", async () => {
    make();
    const found = (words: readonly string[]) => project.imp(["discover", ...words, "--out", "found.json"]);
    const types = () => [...new Set(entriesOf(project, "found.json").map(({ type }) => type.split(":").at(-1)))];
    const vpc = await found(["simcloud:network:Vpc", "--follow"]);
    assert.equal(vpc.code, 0, showRun(vpc));
    assert.match(vpc.stdout, /4 resources came along: they refer to what was chosen \(14 objects read, \d+\s+rounds\)/);
    // The instance stands in the subnets.
    assert.deepEqual(types(), ["Instance", "SecurityGroup", "Subnet", "Vpc"]);
    const role = await found([
      "simcloud",
      "--only",
      "id=bookshop-order-runner",
      "--follow",
      "--exclude",
      "type=*Queue",
    ]);
    assert.equal(role.code, 0, showRun(role));
    assert.deepEqual(types(), ["Function", "Role"]);
    const queues = await found(["simcloud", "--only", "id=*bookshop-orders-failed", "--follow"]);
    assert.equal(queues.code, 0, showRun(queues));
    // The queues by the address in their documents, the function by the address of one of these.
    assert.deepEqual(types(), ["Function", "Queue"]);
    const run = await project.run(["found.json", "--plan-only"]);
    assert.equal(run.code, 0, showRun(run));
  });

  it("asks an explicit provider of the stack, and names it in the entries", async () => {
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
    const first = await project.run(["specs.json", "--yes"]);
    assert.equal(first.code, 0, showRun(first));
    const urn = "urn:pulumi:dev::orchard::pulumi:providers:simcloud::west";
    const west = await project.imp(["discover", "simcloud:storage:Bucket", "--provider-urn", urn]);
    assert.equal(west.code, 0, showRun(west));
    assert.match(west.stdout, /simcloud · provider west · eu-west-2 · 2 found, 1 managed already/);
    assert.deepEqual(
      entriesOf(project).map(({ id, provider }) => [id, provider]),
      [["west-logs", urn]],
    );
    const run = await project.run(["imp-found.json", "--yes"]);
    assert.equal(run.code, 0, showRun(run));
    // The bucket of this name in the other region is another one.
    const { document } = await discover(["simcloud:storage:Bucket"]);
    assert.deepEqual([document.found, document.managed], [3, 0]);
    const byItself = await project.imp(["discover", "--provider-urn", urn, "--only", "type=Bucket", "--force"]);
    assert.match(byItself.stdout, /provider west · eu-west-2 · 2 found/, showRun(byItself));
    const calls = project.calls().length;
    for (const [given, words, why] of [
      [`${urn}-wrong`, ["simcloud"], /The state has no resource with this URN/],
      ["west", ["simcloud"], /The state has no resource with this URN/],
      [`urn:pulumi:dev::orchard::${bucket}::first`, [], /It is the URN of a simcloud:storage\/bucket:Bucket/],
      [urn, ["aws"], /a provider of package simcloud, and aws is to be looked through/],
      [`${urn}-wrong`, ["--from-json", "specs.json", "--map", "id=id", "--type", bucket], /no resource with this URN/],
    ] as const) {
      const ran = await project.imp(["discover", ...words, "--provider-urn", given]);
      assert.equal(ran.code, 2, showRun(ran));
      assert.match(ran.stderr, /that --provider-urn names cannot be asked\s+\(PROVIDER_URN_UNFIT\)/);
      assert.match(ran.stderr.replace(/\s+/g, " "), why);
      const hint = /hint[\s\S]*/.exec(ran.stderr)?.[0] ?? "";
      assert.equal(hint.includes(urn), words[0] !== "aws", showRun(ran));
    }
    assert.equal(project.calls().length, calls);
  });

  it("shows no control character and no mark of direction of a name on any screen, nor in a file or a document", async () => {
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
    const text = await project.imp(["discover", ...words]);
    assert.equal(text.code, 1, showRun(text));
    assert.match(text.stdout, /an id\s+that holds a control character/);
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

  it("writes its events for programs that follow it", async () => {
    make();
    const ran = await project.imp(["discover", "simcloud:storage", "--json", "--events", "events.ndjson"]);
    assert.equal(ran.code, 0, showRun(ran));
    const events = project
      .read("events.ndjson")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const listed = events.find(({ event, type }) => event === "listed" && type === bucket);
    assert.equal(listed?.objects, 2);
    assert.deepEqual(
      events.slice(-2).map(({ event, resources, exitCode, files }) => [event, resources ?? exitCode, files]),
      [
        ["discovered", 3, undefined],
        ["end", 0, ["imp-found.json"]],
      ],
    );
  });

  it("neither reads nor writes what is no regular file: a pipe, or a device", async () => {
    make();
    execFileSync("mkfifo", [project.path("pipe.json"), project.path("found.json.part")]);
    symlinkSync("/dev/null", project.path("other.json.part"));
    symlinkSync("/dev/full", project.path("full.json"));
    for (const out of ["pipe.json", "found.json", "other.json", "full.json"]) {
      const ran = await project.imp(["discover", "simcloud", "--out", out]);
      assert.match(ran.stderr, /FILE_NOT_OURS/, showRun(ran));
      assert.equal(ran.code, 2, showRun(ran));
    }
  });

  it("leaves a file of a person alone without --force", async () => {
    make({ files: { "imp-found.json": '{"resources": []}' } });
    const ran = await project.imp(["discover", "simcloud"]);
    assert.equal(ran.code, 2, showRun(ran));
    assert.match(ran.stderr, /FILE_NOT_OURS/);
    assert.deepEqual(project.calls(), []);
    const forced = await project.imp(["discover", "simcloud", "--force"]);
    assert.equal(forced.code, 0, showRun(forced));
    writeFileSync(project.path("imp-found.json.part"), "a file of mine\n");
    const other = await project.imp(["discover", "simcloud"]);
    assert.match(other.stderr, /FILE_NOT_OURS/);
  });
});
