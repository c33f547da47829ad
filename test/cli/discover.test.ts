/** `imp discover` lists resources of the simulated cloud that the state does not manage, in an import file. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { bucket, cloudOf, type Document, entriesOf } from "./discover.ts";

const subnet = "simcloud:network/subnet:Subnet";
const queue = "simcloud:queue/queue:Queue";
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

  it("finds unmanaged resources, and imports them cleanly", async () => {
    make();
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    const ran = await exitsWith(
      0,
      project.imp(["discover", "simcloud", "--exclude", "type=Instance", "--out", "found.json"]),
    );
    assert.match(ran.stdout, /simcloud · us-east-1 · 13 found, 11 already managed/);
    assert.match(ran.stdout, /2 {2}simcloud:storage\/bucket:Bucket {2}1 already managed/);
    assert.match(ran.stdout, /Wrote 2 resources to found\.json\. {2}To import: imp run found\.json/);
    assert.deepEqual(
      entriesOf(project, "found.json").map(({ type, name }) => [type, name]),
      [
        [queue, "bookshop-newsletter"],
        [bucket, "bookshop-invoices-19c4"],
      ],
    );
    await exitsWith(0, project.run(["found.json", "--yes"]));
    const { document } = await discover(["simcloud:storage", "simcloud:queue:Queue"]);
    assert.deepEqual([document.found, document.managed, document.resources], [6, 6, 0]);
    assert.equal(existsSync(project.path("imp-found.json")), false);
  });

  it("imports the discovered resources with --run", async () => {
    make();
    const words = ["discover", "simcloud:network", "simcloud:storage:Bucket", "--run", "--yes"];
    const ran = await exitsWith(0, project.imp([...words, "--json"]));
    const { summary } = JSON.parse(ran.stdout) as { readonly summary: { readonly imported: number } };
    assert.equal(summary.imported, 6);
    assert.match(project.read(".pulumi/stacks/orchard/dev.json"), /bookshop-invoices-19c4/);
  });

  it("imports resources with --discover; a second run finds nothing left", async () => {
    make();
    const words = ["--discover", "simcloud:network", "--discover", "simcloud:storage", "--exclude", "name=*invoices*"];
    await exitsWith(0, project.run([...words, "--yes"]));
    assert.match(project.read(checkpoint), /network\/subnet:Subnet/);
    assert.doesNotMatch(project.read(checkpoint), /invoices|queue\/queue/);
    const before = project.read(checkpoint);
    await exitsWith(0, project.run(["--discover", "simcloud:network", "--yes"]));
    assert.equal(project.read(checkpoint), before);
  });

  it("uses the import file's entry if --discover finds the same object", async () => {
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

  it("accepts short types, modules and packages, and suggests a match for a typo", async () => {
    make();
    const { document } = await discover(["simcloud.storage.bucket", "simcloud:network"]);
    assert.ok(document.types.some(({ type }) => type === bucket));
    assert.equal(typeIn(document, subnet)?.found, 2);
    assert.equal(typeIn(document, queue), undefined);
    const wrong = await exitsWith(1, project.imp(["discover", "simcloud:storage:Buckte"]));
    assert.match(wrong.stderr, /Did you mean simcloud:storage\/bucket:Bucket/);
    for (const words of [[], ["./cloud.json"], ["simcloud", "--only", "tag:app=x"]]) {
      await exitsWith(2, project.imp(["discover", ...words]));
    }
  });

  it("discovers objects outside of a project", async () => {
    make({ files: { "Pulumi.yaml": "", "Pulumi.dev.yaml": "" } });
    const words = ["discover", "simcloud:storage:Bucket", "--config", "simcloud:region=us-east-1", "-C", project.root];
    const ran = await exitsWith(0, project.imp(words));
    assert.match(ran.stderr, /This directory has no Pulumi project/);
    assert.match(readFileSync(join(project.root, "imp-found.json"), "utf8"), /bookshop-invoices-19c4/);
  });

  it("suggests --from-terraform and --from if the provider does not implement List", async () => {
    make();
    const ran = await exitsWith(1, project.imp(["discover", "simcloud"], { SIMCLOUD_LIST: "none" }));
    assert.match(ran.stderr, /LIST_UNSUPPORTED/);
    assert.match(ran.stderr, /imp run --from-terraform/);
    assert.match(ran.stderr, /discover --from FILE/);
    assert.deepEqual(
      Object.keys(project.files()).filter((name) => name.startsWith("imp-found")),
      [],
    );
  });

  it("lists the other types if List is unsupported, forbidden, or endless for some", async () => {
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
    assert.match(text.stdout, /The provider cannot list 1 type \(simcloud:queue\/queue:Queue\)/);
    assert.match(text.stdout, /no\s+permission to list/);
  });

  for (const quirk of ["repeats", "hiccups", "session", "nameless"])
    it(`lists each object once from a provider with the List quirk "${quirk}"`, async () => {
      make({ cloud: cloudOf(250) });
      const { ran, document } = await discover(["simcloud:storage:Bucket"], { SIMCLOUD_LIST: `${bucket}=${quirk}` });
      assert.equal(ran.code, 0, showRun(ran));
      assert.deepEqual([document.found, document.resources], [250, 250]);
      assert.equal(new Set(entriesOf(project).map(({ id }) => id)).size, 250);
    });
  it("stops at --limit, and reports that there may be more objects", async () => {
    make({ cloud: cloudOf(250) });
    const ran = await project.imp(["discover", "simcloud:storage:Bucket", "--limit", "120"]);
    assert.match(ran.stdout, /at least 120 found/);
    assert.equal(entriesOf(project).length, 120);
  });
  it("writes the events of a discovery to a file", async () => {
    make();
    await exitsWith(0, project.imp(["discover", "simcloud:storage", "--json", "--events", "events.ndjson"]));
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

  it("rejects a pipe or a device as the import file or the progress file", async () => {
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

  it("does not overwrite a user's import file without --force", async () => {
    make({ files: { "imp-found.json": '{"resources": []}' } });
    const ran = await exitsWith(2, project.imp(["discover", "simcloud"]));
    assert.match(ran.stderr, /FILE_NOT_OURS/);
    assert.deepEqual(project.calls(), []);
    await exitsWith(0, project.imp(["discover", "simcloud", "--force"]));
    writeFileSync(project.path("imp-found.json.part"), "a file of mine\n");
    const other = await project.imp(["discover", "simcloud"]);
    assert.match(other.stderr, /FILE_NOT_OURS/);
  });
});
