/** `imp fleet` with a few targets. */
import assert from "node:assert/strict";
import { mkdirSync, renameSync } from "node:fs";
import { type CliProject, exitsWith, showRun } from "../support/cli-project.ts";
import { makeFleet, stateOf } from "./fleet.ts";

interface FleetDocument {
  readonly exitCode: number;
  readonly targets: readonly {
    readonly name: string;
    readonly status: string;
    readonly errors: readonly { readonly code?: string }[];
  }[];
}

describe("imp fleet", () => {
  let project: CliProject;
  afterEach(async () => {
    await project.assertTidy();
    await project.remove();
  });
  const statuses = (stdout: string) =>
    (JSON.parse(stdout) as FleetDocument).targets.map(({ name, status }) => `${name} ${status}`);

  it("imports all targets, and says unchanged when it runs again", async () => {
    ({ project } = makeFleet(3));
    const ran = await exitsWith(0, project.plain(["fleet", "run", "--html", "fleet.html"]));
    assert.match(ran.stdout, /^ {2}t00 {2}imported +3 resources {2}\d+\.\d s$/m, showRun(ran));
    assert.match(ran.stdout, /^3 targets: 3 imported \(9 resources\)$/m);
    assert.match(project.read("fleet.html"), /<th scope="row">t02<\/th><td>dev<\/td>/);
    const again = await exitsWith(0, project.plain(["fleet", "run", "--json"]));
    assert.deepEqual(statuses(again.stdout), ["t00 unchanged", "t01 unchanged", "t02 unchanged"]);
  });

  it("runs one target by index or name, and reports the targets without a result", async () => {
    ({ project } = makeFleet(3));
    await exitsWith(0, project.plain(["fleet", "run", "fleet.yaml", "--index", "1"]));
    await exitsWith(0, project.plain(["fleet", "run", "fleet.yaml", "--target", "t02", "--results", "elsewhere"]));
    const report = await exitsWith(3, project.plain(["fleet", "report", "--json"]));
    assert.deepEqual(statuses(report.stdout), ["t00 missing", "t01 imported", "t02 missing"]);
    // Jobs store their results in separate artifacts.
    mkdirSync(project.path("fleet-results/job-2"));
    renameSync(project.path("elsewhere/t02.json"), project.path("fleet-results/job-2/t02.json"));
    const joined = await exitsWith(3, project.plain(["fleet", "report", "--json"]));
    assert.deepEqual(statuses(joined.stdout), ["t00 missing", "t01 imported", "t02 imported"]);
  });

  it("continues with the other targets if one fails, and reports its errors", async () => {
    ({ project } = makeFleet(3, { files: { "t01/specs.json": '{"resources": [{"type": "x"}]}' } }));
    const ran = await exitsWith(3, project.plain(["fleet", "run"]));
    assert.match(ran.stdout, /^ {2}t01 {2}failed/m, showRun(ran));
    assert.match(ran.stdout, /\(SPEC_INVALID\)/);
    const report = await project.plain(["fleet", "report", "--json"]);
    assert.deepEqual((JSON.parse(report.stdout) as FleetDocument).targets[1]?.errors[0]?.code, "SPEC_INVALID");
  });

  it("writes no program, no state, and no result with --plan-only", async () => {
    ({ project } = makeFleet(2));
    const before = stateOf(project, "t00");
    const ran = await exitsWith(0, project.plain(["fleet", "run", "--plan-only"]));
    assert.match(ran.stdout, /^2 targets: 2 would be imported/m, showRun(ran));
    assert.ok(!Object.keys(project.files()).some((name) => name.startsWith("fleet-results")));
    assert.deepEqual(stateOf(project, "t00"), before);
    assert.ok(!("t00/index.ts" in project.files()));
  });

  it("reports a target whose directory is missing", async () => {
    ({ project } = makeFleet(1, { files: { "two.yaml": "targets: [{name: a, directory: nowhere, run: [x]}]\n" } }));
    const ran = await exitsWith(1, project.plain(["fleet", "run", "two.yaml"]));
    assert.match(ran.stdout, /The directory nowhere of the target does not exist/);
  });

  it("continues if a target cannot start, and hides the values of the fleet file", async () => {
    const text = [
      "targets:",
      "  - {name: file, directory: fleet.yaml, run: [x]}",
      `  - {name: long, directory: t00, run: [${"x".repeat(200_000)}]}`,
      '  - {name: secret, directory: t00, run: [x], env: {NODE_OPTIONS: "--require=/hunter5secret"}}',
      "  - {name: help, directory: t00, run: [--help]}",
      "",
    ];
    ({ project } = makeFleet(1, { files: { "two.yaml": text.join("\n") } }));
    const ran = await exitsWith(1, project.plain(["fleet", "run", "two.yaml", "--html", "two.html"]));
    assert.match(ran.stdout, /^4 targets: 4 failed/m, showRun(ran));
    for (const name of ["two.html", "fleet-results/secret.json"]) assert.doesNotMatch(project.read(name), /hunter5/);
    assert.doesNotMatch(ran.stdout, /hunter5/);
  });

  it("replaces no other file, and checks before the targets run", async () => {
    ({ project } = makeFleet(1, {
      files: { "into.yaml": "targets: [{name: specs, directory: t00, run: [specs.json]}]\nresults: t00\n" },
    }));
    const before = project.files();
    for (const [words, code] of [
      [["run", "--html", "nope/x.html"], "FLEET_UNWRITTEN"],
      [["run", "--html", "fleet.yaml"], "FLEET_FILE_TAKEN"],
      [["report", "--html", "fleet.yaml"], "FLEET_FILE_TAKEN"],
      [["run", "into.yaml"], "FLEET_FILE_TAKEN"],
      [["run", "--results", "fleet.yaml"], "FLEET_UNWRITTEN"],
      [["report", "--results", "fleet.yaml"], "DOCUMENT_UNREADABLE"],
    ] as const) {
      const ran = await project.plain(["fleet", ...words]);
      assert.match(ran.stderr, new RegExp(`\\(${code}\\)`), showRun(ran));
    }
    assert.deepEqual(project.files(), before);
  });

  it("keeps the index of each target if only some run, and reports a damaged result", async () => {
    ({ project } = makeFleet(3));
    const ran = await exitsWith(0, project.plain(["fleet", "run", "--index", "2", "--json"]));
    const { targets } = JSON.parse(ran.stdout) as {
      readonly targets: readonly { readonly index: number; readonly name: string }[];
    };
    assert.deepEqual(
      targets.map(({ index, name }) => [index, name]),
      [[2, "t02"]],
    );
    project.write("fleet-results/t02.json", project.read("fleet-results/t02.json").slice(0, 100));
    const report = await project.plain(["fleet", "report"]);
    assert.match(
      report.stdout.replace(/\s+/g, " "),
      /t02 not run The result file .*t02\.json is damaged/,
      showRun(report),
    );
  });

  it("prints the matrix of the targets", async () => {
    ({ project } = makeFleet(2));
    const ran = await exitsWith(0, project.plain(["fleet", "matrix"]));
    assert.deepEqual(JSON.parse(ran.stdout), {
      include: [
        { index: 0, name: "t00", directory: "t00", stack: "dev" },
        { index: 1, name: "t01", directory: "t01", stack: "dev" },
      ],
    });
  });

  for (const [title, words, code, expected] of [
    ["an unknown target", ["run", "--target", "t99"], "USAGE", /no target t99.*t00, t01/],
    ["an index outside of the fleet", ["run", "--index", "7"], "USAGE", /no target with the index 7/],
    ["a missing file", ["run", "none.yaml"], "DOCUMENT_UNREADABLE", /none\.yaml/],
    ["an invalid file", ["matrix", "specs.json"], "FLEET_INVALID", /Unknown key "resources"/],
  ] as const)
    it(`rejects ${title}, and writes nothing`, async () => {
      ({ project } = makeFleet(2));
      const before = project.files();
      const ran = await exitsWith(2, project.plain(["fleet", ...words]));
      assert.match(ran.stderr, new RegExp(`\\(${code}\\)`));
      assert.match(ran.stderr.replace(/\s+/g, " "), expected);
      assert.deepEqual(project.files(), before);
    });
});
