/** `imp discover --from-json` reads a list that a cloud's command prints, instead of calling List. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readSpecs } from "../../src/import-file/read.ts";
import { type CliProject, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { main } from "../support/imp-process.ts";

const list = {
  Count: 4,
  Resources: [
    { Id: "bookshop-covers-7f3a", ResourceType: "SIM::Storage::Bucket", Tags: { Name: "covers" } },
    { Id: "bookshop-invoices-19c4", ResourceType: "SIM::Storage::Bucket" },
    { Id: "bookshop-invoices-19c4", ResourceType: "SIM::Storage::Bucket" },
    { Id: "vpc-cbaa8a527bac7177e", ResourceType: "simcloud::network::vpc" },
    { Id: "x", ResourceType: "SIM::Other::Thing" },
  ],
};
const map = ["--map", "id=Id,type=ResourceType,name=Tags.Name"];
const typeMap = ["--type-map", "SIM::Storage::Bucket=simcloud:storage:Bucket"];

describe("imp discover --from-json", () => {
  let project: CliProject;
  const make = (files: Readonly<Record<string, string>> = {}): CliProject => {
    project = makeProject({ files: { "list.json": JSON.stringify(list, undefined, 2), ...files } });
    return project;
  };
  afterEach(async () => {
    await project.assertTidy();
    await project.remove();
  });
  const entries = () => readSpecs([{ path: "found", text: project.read("imp-found.json") }]).resources;

  it("maps the types of a JSON list, reports unknown ones, and does not call List", async () => {
    make();
    const words = ["discover", "simcloud", "--from-json", "list.json", ...map, ...typeMap];
    const ran = await exitsWith(0, project.imp(words, { SIMCLOUD_LIST: "none" }));
    assert.match(ran.stdout, /Unknown Pulumi type for 1 type \(SIM::Other::Thing\)/);
    assert.deepEqual(
      entries().map(({ type, name, id }) => [type, name, id]),
      [
        ["simcloud:network/vpc:Vpc", "vpc-cbaa8a527bac7177e", "vpc-cbaa8a527bac7177e"],
        ["simcloud:storage/bucket:Bucket", "covers", "bookshop-covers-7f3a"],
        ["simcloud:storage/bucket:Bucket", "bookshop-invoices-19c4", "bookshop-invoices-19c4"],
      ],
    );
    assert.ok(!project.calls().includes("List"));
    await exitsWith(0, project.run(["imp-found.json", "--yes"]));
    const again = await project.imp([...words, "--json"], { SIMCLOUD_LIST: "none" });
    const { managed, resources } = JSON.parse(again.stdout) as { readonly managed: number; readonly resources: number };
    assert.deepEqual([managed, resources], [3, 0]);
  });

  it("empties imp's import file if nothing is left to import, but keeps a user's file", async () => {
    make({ "empty.json": "[]" });
    await exitsWith(0, project.imp(["discover", "simcloud", "--from-json", "list.json", ...map, ...typeMap]));
    assert.equal(entries().length, 3);
    const words = ["discover", "simcloud", "--from-json", "empty.json", ...map, ...typeMap];
    const none = await exitsWith(0, project.imp(words));
    assert.match(
      none.stdout.replace(/\s+/g, " "),
      /No resources left to import\. imp-found\.json has no resources anymore/,
    );
    assert.deepEqual(entries(), []);
    const run = await exitsWith(0, project.run(["imp-found.json", "--yes"]));
    assert.match(run.stdout, /^0 resources$/m);
    assert.doesNotMatch(run.stderr, /Starting plugins: *$/m);
    project.write("mine.json", '{"resources": []}');
    assert.equal((await project.imp([...words, "--out", "mine.json"])).code, 2);
    assert.equal(project.read("mine.json"), '{"resources": []}');
  });

  it("reads several JSON lists and JSON lines, with --type or a file of types", async () => {
    make({
      "buckets.jsonl": '{"name": "bookshop-covers-7f3a"}\n{"name": "bookshop-invoices-19c4"}\n',
      "types.json": '{"SIM::Storage::Bucket": "simcloud:storage:Bucket"}',
    });
    await exitsWith(
      0,
      project.imp([
        "discover",
        "--from-json",
        "buckets.jsonl",
        "--map",
        "id=name",
        "--type",
        "simcloud.storage.bucket",
      ]),
    );
    assert.equal(entries().length, 2);
    await exitsWith(
      0,
      project.imp([
        "discover",
        "--from-json",
        "list.json",
        "--from-json",
        "list.json",
        ...map,
        "--types",
        "types.json",
      ]),
    );
    assert.equal(entries().length, 3);
  });

  for (const [title, words, code, expected] of [
    ["no --map and no package", [], "INVENTORY_WITHOUT_PACKAGE", /no ARNs, Azure IDs, or Google names/],
    ["a template instead of a field in --map", ["--map", "id={{Id}},type=ResourceType"], "USAGE", /\{\{Id\}\}.*id=Arn/],
    ["neither a type in --map nor --type", ["--map", "id=Id"], "USAGE", /Neither --map nor --type/],
    [
      "an unknown field in --map",
      ["--map", "id=Arn,type=ResourceType"],
      "LIST_MALFORMED",
      /list\.json:4:5: The object has no "Arn"/,
    ],
    [
      "an unknown type in --type-map",
      [...map, "--type-map", "SIM::Storage::Bucket=simcloud:storage:Buckte"],
      "TOKEN_UNKNOWN",
      /Did you mean simcloud:storage\/bucket:Bucket/,
    ],
    [
      "a type of a missing package in --type-map",
      [...map, "--type-map", "SIM::Storage::Bucket=nowhere:a:B"],
      "USAGE",
      /the plugin of package "nowhere" is not installed/,
    ],
    ["a type field that an object lacks", ["--map", "id=Id,type=Tags.Name"], "LIST_MALFORMED", /has no "Tags.Name"/],
    [
      "an invalid --types file",
      [...map, "--types", "specs.json"],
      "LIST_MALFORMED",
      /specs\.json:2:16 why Expected a Pulumi type as a string/,
    ],
    ["a missing --types file", [...map, "--types", "none.json"], "DOCUMENT_UNREADABLE", /none\.json/],
  ] as const)
    it(`rejects imp discover --from-json with ${title}, and writes nothing`, async () => {
      make();
      const before = project.files();
      const ran = await project.imp(["discover", "--from-json", "list.json", ...words]);
      assert.ok(ran.code === 2 || ran.code === 1, showRun(ran));
      assert.match(ran.stderr, new RegExp(`\\(${code}\\)`));
      assert.match(ran.stderr.replace(/\s+/g, " "), expected);
      assert.deepEqual(project.files(), before);
    });

  describe("a JSON list with invalid UTF-8", () => {
    const latin1 = Buffer.from('[\n  {"Id": "\ufffd", "ResourceType": "caf\u00e9"}\n]', "utf8").toString("latin1");
    const broken = Buffer.from(latin1.replace("\u00c3\u00a9", "\u00e9"), "latin1");
    const words = ["discover", "simcloud", ...map, ...typeMap];

    it("rejects the list with line and column, and starts no plugin", async () => {
      make();
      project.write("list.json", broken);
      const ran = await exitsWith(2, project.imp([...words, "--from-json", "list.json"]));
      assert.match(ran.stderr, /\(LIST_MALFORMED\)/);
      assert.match(ran.stderr, /list\.json:2:35/);
      assert.match(ran.stderr, /not valid UTF-8/);
      assert.deepEqual(project.calls(), []);
    });

    it("rejects invalid UTF-8 in standard input and in the --types file, too", async () => {
      make();
      project.write("list.json", broken);
      project.write("types.json", Buffer.from('{"caf\u00e9": "simcloud:storage:Bucket"}', "latin1"));
      const types = await exitsWith(2, project.imp([...words, "--from-json", "specs.json", "--types", "types.json"]));
      assert.match(types.stderr, /types\.json:1:6/);
      const { status, stderr } = spawnSync(
        process.execPath,
        [main, ...words, "--from-json", "-", "--from-json", "list.json"],
        { cwd: project.directory, env: project.env, input: Buffer.from([0xff, 0xfe, 0x5b, 0x00]), encoding: "utf8" },
      );
      assert.equal(status, 2, stderr);
      assert.match(stderr, /standard input:1:1: The file is not valid UTF-8/);
      assert.match(stderr, /list\.json:2:35: The file is not valid UTF-8/);
    });
  });

  it("escapes control characters in the import file", async () => {
    const id = "a\ufffd\u202eb\u200b";
    make({ "list.json": JSON.stringify([{ Id: id, ResourceType: "SIM::Storage::Bucket" }]) });
    await exitsWith(0, project.imp(["discover", "simcloud", "--from-json", "list.json", ...map, ...typeMap]));
    assert.match(project.read("imp-found.json"), /"id": "a\\ufffd\\u202eb\\u200b"/);
    assert.deepEqual(
      entries().map((entry) => entry.id),
      [id],
    );
  });

  it("reports an empty JSON list, and exits with 0", async () => {
    make({ "list.json": "", "other.json": '{"Resources": []}\n' });
    const words = ["discover", "simcloud", "--from-json", "list.json", "--from-json", "other.json", ...map];
    const ran = await exitsWith(0, project.imp(words));
    assert.match(ran.stdout, /list\.json · other\.json · 0 found, 0 already managed/);
    assert.match(ran.stdout, /list\.json, other\.json: the list is empty\.\n/);
    const json = await exitsWith(0, project.imp([...words, "--json"]));
    assert.equal(JSON.parse(json.stdout).found, 0);
    assert.ok(!("imp-found.json" in project.files()));
  });

  it("lists the type names of a JSON list if none is a Pulumi type", async () => {
    make({ "list.json": '[{"Id": "a", "ResourceType": "x#bucket"}, {"Id": "b", "ResourceType": "y#disk"}]' });
    const ran = await exitsWith(2, project.imp(["discover", "simcloud", "--from-json", "list.json", ...map]));
    assert.match(ran.stderr, /LIST_UNMAPPED/);
    assert.match(ran.stderr, /x#bucket, y#disk/);
  });
});
