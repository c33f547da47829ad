import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { inParallel, type Ran } from "../support/imp-process.ts";
import { bucket, component, missing, record, specsOf } from "../support/quickstart-specs.ts";

interface Document {
  readonly version: number;
  readonly resources: readonly Readonly<Record<string, unknown>>[];
  readonly files: readonly string[];
  readonly calls: Readonly<Record<string, number>>;
  readonly error?: Readonly<Record<string, string>>;
}

/** Parses stdout, which must be only the JSON document. */
function documentOf(ran: Ran): Document {
  assert.match(ran.stdout, /^\{.*\}\n$/, showRun(ran));
  return JSON.parse(ran.stdout) as Document;
}

describe("the command line of imp run", () => {
  let project: CliProject;
  const refusals: readonly (readonly [args: readonly string[], code: string, said: RegExp])[] = [
    [[], "USAGE", /No resources to import were specified/],
    [["specs.json", "--nope"], "USAGE", /Nonexistent flag: --nope/],
    [["specs.json", "--plan-onyl"], "USAGE", /Did you mean --plan-only\?/],
    [["specs.json", "--mode", "tiny"], "USAGE", /--mode=tiny to be one of: minimal, smallest, lossless/],
    [["specs.json", "--parallel", "0"], "USAGE", /--parallel .*greater than or equal to 1/],
    [["specs.json", "--timeout", "soon"], "USAGE", /why --timeout takes an integer, not soon\./],
    [["specs.json", "--create-stack", "--code-only"], "USAGE", /why --code-only cannot also be provided/],
    [["specs.json", "--provider", "simcloud"], "USAGE", /--provider simcloud: missing "=".*--provider NAME=EXECUTABLE/],
    [["specs.json", "--config", "canary"], "USAGE", /--config: missing "=".*--config KEY=VALUE/],
    [["specs.json", "--config", "a:b:c=d"], "CONFIG_KEY_INVALID", /"a:b:c" is neither NAME nor NAMESPACE:NAME/],
    [["specs.json", "--language", "cobol"], "USAGE", /--language [a-z,]*\btypescript\b/],
    [["specs.json", "--state", "s.json", "--stack", "dev"], "USAGE", /--state=s.json cannot also be provided/],
    [["specs.json", "--project", "other"], "USAGE", /must be provided when using --project: --state/],
    [["specs.json", "--cwd", "nowhere"], "USAGE", /why nowhere is not a directory/],
    [["nowhere.json"], "SPEC_UNREADABLE", /where nowhere\.json why No such file or directory/],
    [["."], "SPEC_UNREADABLE", /Is a directory/],
    [["../empty/specs.json", "--cwd", "../empty"], "SPEC_UNREADABLE", /No such file/],
    [["../project/specs.json", "--cwd", "../tmp"], "PROJECT_NOT_FOUND", /Pulumi\.yaml/],
    [["../project/specs.json", "--cwd", "../tmp", "--state", "s.json"], "STATE_NAMES_MISSING", /project and stack/],
    [["specs.json", "--state", "s.json", "--stack-name", "a/b"], "NAME_INVALID", /"a\/b"/],
    [["specs.json"], "NOT_CONFIRMED", /Pass --yes to write without a prompt/],
  ];

  before(() => {
    project = makeProject({ specs: JSON.parse(specsOf(record)), files: { "../empty/.keep": "" } });
  });
  after(() => project.remove());

  it("reports each conflicting flag once, each on its own line", async () => {
    const ran = await exitsWith(
      2,
      project.run([
        "specs.json",
        "--code-only",
        "--state-only",
        "--append-file",
        "b",
        "--layout",
        "single",
        "--into",
        "a.ts",
      ]),
    );
    const [, text = ""] = /why([\s\S]*)hint/.exec(ran.stderr) ?? [];
    const lines = text.trim().split(/\n +(?=--)/);
    assert.ok(lines.length >= 3, text);
    const pairs = lines.map((line) => (line.match(/--[a-z-]+/g) ?? []).sort().join(" "));
    assert.deepEqual(new Set(pairs).size, lines.length, text);
    for (const line of lines) assert.match(line, /^--\S+ cannot also be\s+provided when using\s+--\S+\.$/);
  });

  it("exits with 2, a reason, and a hint for an invalid flag, also with --json", async () => {
    const untouched = project.files();
    await inParallel(refusals, async ([args, code, reported]) => {
      const consent = code === "NOT_CONFIRMED" ? [] : ["--yes"];
      const ran = await exitsWith(2, project.run([...args, "--json", ...consent]));
      const document = documentOf(ran);
      const { error, resources, files } = document;
      assert.deepEqual([document.version, resources, files, error?.code], [2, [], [], code], showRun(ran));
      assert.ok(error?.message && error.hint, showRun(ran));
      const screen = ran.stderr.replace(/\s+/g, " ");
      assert.match(screen, reported, showRun(ran));
      assert.ok(screen.includes(`(${code})`) && screen.includes(" hint "), showRun(ran));
      assert.doesNotMatch(ran.stdout + ran.stderr, /canary|node:internal|\n {4}at /);
      for (const line of ran.stderr.split("\n")) assert.ok(line.length <= 80, line);
    });
    assert.deepEqual(project.files(), untouched);
    await project.assertTidy();
  });

  it("accepts a flag before the import files", async () => {
    await exitsWith(0, project.run(["--config", "simcloud:region=us-east-1", "specs.json", "--plan-only"]));
  });
});

describe("exit codes and --json", () => {
  let project: CliProject;
  before(() => {
    project = makeProject();
    project.write("all.json", specsOf(component, bucket, record));
    project.write("some.json", specsOf(record, missing));
    project.write("none.json", specsOf(missing));
  });
  after(() => project.remove());

  it("exits with 0 if all resources are clean, and prints one document with --json", async () => {
    const ran = await exitsWith(0, project.run(["all.json", "--yes", "--json"]));
    assert.equal(ran.stderr, "");
    const { version, resources, files, calls } = documentOf(ran);
    assert.equal(version, 2);
    assert.deepEqual(files, ["index.ts", checkpoint]);
    assert.equal(calls.read, 2);
    assert.ok((calls.check ?? 0) > 0 && (calls.diff ?? 0) > 0);
    assert.deepEqual(Object.keys(calls).sort(), ["check", "diff", "preview", "read"]);
    const urn = "urn:pulumi:dev::orchard::";
    assert.deepEqual(resources[0], {
      name: "network",
      type: component.type,
      urn: `${urn}bookshop:index:Network::network`,
      verdict: "clean",
      differences: [],
      inputs: {},
      read: 0,
    });
    assert.deepEqual(resources[2], {
      name: "www",
      type: record.type,
      id: record.id,
      urn: `${urn}${record.type}::www`,
      verdict: "clean",
      differences: [],
      read: 5,
      inputs: { name: "required", records: "recreate", ttl: "recreate", type: "required", zone: "required" },
      values: { assigned: 0, copy: 0, implied: 0, owned: 0, set: 5, unsettable: 0 },
      accounting: [
        { path: "name", class: "set", reason: "required" },
        { path: "records", class: "set", reason: "recreate" },
        { path: "ttl", class: "set", reason: "recreate" },
        { path: "type", class: "set", reason: "required" },
        { path: "zone", class: "set", reason: "required" },
      ],
    });
  });

  it("exits with 0 if all resources are unchanged, and writes nothing", async () => {
    const ran = await project.run(["all.json", "--yes", "--json"]);
    const { resources, files, calls } = documentOf(ran);
    assert.deepEqual([ran.code, files, calls.read], [0, [], 0], showRun(ran));
    assert.deepEqual(
      resources.map(({ verdict }) => verdict),
      ["unchanged", "unchanged", "unchanged"],
    );
  });

  it("exits with 0 for --plan-only, which writes nothing and does not need --yes", async () => {
    const other = makeProject({ specs: JSON.parse(specsOf(record)) });
    const untouched = other.files();
    const [document, screen] = await inParallel(["--json", "--verbose"], (flag) =>
      other.run(["specs.json", "--plan-only", flag]),
    );
    assert.ok(document && screen);
    assert.deepEqual([document.code, documentOf(document).files, screen.code], [0, [], 0]);
    assert.match(screen.stdout, /^Nothing was written \(--plan-only\)\.$/m);
    assert.deepEqual(other.files(), untouched);
    await other.remove();
  });

  it("exits with 3 if some resources fail and others are imported", async () => {
    const other = makeProject({ specs: JSON.parse(specsOf(record, missing)) });
    const ran = await exitsWith(3, other.run(["specs.json", "--yes", "--json"]));
    const { resources, files } = documentOf(ran);
    assert.deepEqual(files, ["index.ts", checkpoint]);
    const { verdict, error } = resources[1] ?? {};
    assert.equal(verdict, "failed");
    assert.deepEqual(Object.keys(error as object), ["code", "where", "message", "hint"]);
    assert.equal((error as Record<string, string>).code, "RESOURCE_NOT_FOUND");
    assert.doesNotMatch(other.read("index.ts"), /nobody/);
    await other.remove();
  });

  it("exits with 3 if some resources fail and others are unchanged", async () => {
    const untouched = project.files();
    const ran = await exitsWith(3, project.run(["some.json", "--yes"]));
    assert.match(ran.stdout, /^Nothing was written\.$/m);
    assert.doesNotMatch(ran.stdout, /No changes/);
    const { "imp-rest.json": rest, ...files } = project.files();
    assert.notEqual(rest, undefined);
    assert.deepEqual(files, untouched);
    rmSync(project.path("imp-rest.json"));
  });

  it("exits with 3 if the project's runtime cannot run the program, unless --out is set", async () => {
    const other = makeProject({ specs: JSON.parse(specsOf(record)) });
    const planned = await exitsWith(3, other.run(["specs.json", "--plan-only", "--language", "python"]));
    const ran = await exitsWith(3, other.run(["specs.json", "--yes", "--language", "python"]));
    for (const { stdout } of [planned, ran])
      assert.match(
        stdout.replace(/\s+/g, " "),
        /Warning: in __main__\.py: The runtime of the project, nodejs, does not run this program\..* deletes resources that it does not register/,
      );
    await other.remove();
    const apart = makeProject({ specs: JSON.parse(specsOf(record)) });
    const explicit = await exitsWith(0, apart.run(["specs.json", "--yes", "--language", "python", "--out", "py"]));
    assert.doesNotMatch(explicit.stdout, /Warning/);
    await apart.remove();
  });

  it("exits with 1 if no resource can be imported", async () => {
    const untouched = project.files();
    const ran = await exitsWith(1, project.run(["none.json", "--yes"]));
    assert.match(
      ran.stdout,
      /^1 resource: 1 failed\n\nError: The resource does not exist in the cloud \(RESOURCE_NOT_FOUND\)/m,
    );
    assert.deepEqual(project.files(), untouched);
    await project.assertTidy();
  });
});
