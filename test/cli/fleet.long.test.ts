/** A fleet of 40 targets: at once on one machine, and as jobs in any order, twice, some of them killed. */
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { type CliProject, exitsWith } from "../support/cli-project.ts";
import { until } from "../support/imp-process.ts";
import { makeFleet, stateOf } from "./fleet.ts";

const size = 40;

describe("imp fleet with 40 targets", function () {
  this.timeout(300_000);
  const projects: CliProject[] = [];
  after(async () => {
    for (const project of projects) {
      await project.assertTidy();
      await project.remove();
    }
  });
  const open = () => {
    const made = makeFleet(size);
    projects.push(made.project);
    return made;
  };
  let names: readonly string[];
  let expected: readonly unknown[];
  const states = (project: CliProject) => names.map((name) => stateOf(project, name));

  it("imports all targets, 8 at once, and the result of an interrupted fleet is complete after another run", async () => {
    const { project, names: all } = open();
    names = all;
    const running = project.startPlain(["fleet", "run", "--parallel", "8"]);
    const results = project.path("fleet-results");
    const hasResult = (): boolean => existsSync(results) && readdirSync(results).some((name) => name.endsWith(".json"));
    await until(hasResult, "a target has ended");
    running.child.kill("SIGINT");
    const ended = await running.ended;
    assert.equal(ended.code, 130);
    assert.match(
      ended.stderr.replace(/\s+/g, " "),
      /\d+ of 40 targets have ended.*Run the same command again to continue/,
    );
    const ran = await exitsWith(0, project.plain(["fleet", "run", "--parallel", "8"]));
    assert.match(ran.stdout, /^40 targets: .*\(120 resources\)$/m);
    expected = states(project);
    assert.ok(expected.every((state) => Array.isArray(state) && state.length === 5));
  });

  it("gives the same states and one complete report as 40 jobs in another order, twice, some of them killed", async () => {
    const { project } = open();
    const order = names.map((_, i) => (i * 17) % size);
    const jobs = async (indexes: readonly number[], kills: (index: number) => boolean): Promise<void> => {
      for (const index of indexes) {
        const running = project.startPlain(["fleet", "run", "--index", String(index), "--json"]);
        if (kills(index)) setTimeout(() => running.child.kill("SIGKILL"), 60 * ((index % 9) + 1));
        await running.ended;
      }
    };
    await jobs(order.slice(0, 24), (index) => index % 3 === 0);
    await jobs(order.toReversed(), () => false);
    const report = await exitsWith(0, project.plain(["fleet", "report"]));
    assert.match(report.stdout, /^40 targets: .*\(120 resources\)$/m);
    assert.doesNotMatch(report.stdout, /not run|failed/);
    assert.deepEqual(states(project), expected);
  });
});
