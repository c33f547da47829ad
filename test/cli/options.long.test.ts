import assert from "node:assert/strict";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { inParallel } from "../support/imp-process.ts";
import { component, record, role, specsOf, vpc } from "../support/quickstart-specs.ts";
import { resourcesOf, withProject } from "./options.ts";

describe("protection", () => {
  const specs = specsOf(component, { ...record, protect: false }, { ...role, protect: true }, vpc);
  const cases: readonly (readonly [flags: readonly string[], protects: readonly string[]])[] = [
    [[], ["network", "runner", "main"]],
    [["--protect"], ["network", "runner", "main"]],
    [["--no-protect"], ["runner"]],
  ];
  it("protects resources in program and state unless a flag or import spec disables it", () =>
    inParallel(cases, ([flags, names]) =>
      withProject(specs, async (project) => {
        await exitsWith(0, project.run(["specs.json", "--yes", ...flags]));
        const state = project.json(checkpoint) as {
          checkpoint: { latest: { resources: { urn: string; protect?: boolean }[] } };
        };
        const held = state.checkpoint.latest.resources.filter(({ protect }) => protect);
        assert.deepEqual(held.map(({ urn }) => urn.split("::").at(-1)).sort(), [...names].sort(), flags.join());
        assert.equal(project.read("index.ts").match(/protect: true/g)?.length, names.length, flags.join());
      }),
    ));
});

describe("modes", () => {
  it("gives the expected verdicts in each mode, and sets more properties in larger modes", async () => {
    const { cloud, specs, expectedVerdict } = makeEstate({ seed: 5, resources: 12, regions: ["us-east-1"] });
    const project = makeProject({ cloud, specs });
    const modes = ["smallest", "minimal", "lossless"];
    const runs = await inParallel(modes, (mode) =>
      project.run(["specs.json", "--plan-only", "--json", "--mode", mode]),
    );
    const kept = runs.map((ran) => {
      assert.equal(ran.code, 0, showRun(ran));
      const resources = [...resourcesOf(ran).values()];
      for (const [index, { verdict, name }] of resources.entries())
        assert.equal(verdict, expectedVerdict[specs.resources[index]?.name ?? ""], name);
      return resources.reduce((sum, { inputs }) => sum + Object.keys(inputs).length, 0);
    });
    const [smallest = 0, minimal = 0, lossless = 0] = kept;
    assert.ok(smallest < minimal && minimal < lossless, kept.join());
    await project.remove();
  });
});
