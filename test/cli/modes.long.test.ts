import assert from "node:assert/strict";
import { makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { makeProject } from "../support/cli-project.ts";
import { inParallel } from "../support/imp-process.ts";
import { listedResources, type Resource } from "./options.ts";

describe("--mode with unusual resource types", () => {
  const modes = ["smallest", "minimal", "lossless"] as const;
  const { cloud, specs, expectedVerdict } = makeQuirkEstate();
  const calm = specs.resources.filter(({ type }) => !/Throttled|Slow/.test(type));
  const reported = new Map<string, Map<string, Resource>>();

  before(async () => {
    const project = makeProject({ cloud, specs: { resources: calm } });
    const runs = await inParallel(modes, (mode) =>
      project.run(["specs.json", "--plan-only", "--json", "--mode", mode]),
    );
    for (const [i, ran] of runs.entries()) {
      reported.set(modes[i] ?? "", new Map(listedResources(ran).map((resource) => [resource.name, resource])));
    }
    await project.remove();
  });

  const pathsOf = (mode: string, name: string): readonly string[] =>
    Object.keys(reported.get(mode)?.get(name)?.inputs ?? {}).sort();

  it("returns the same verdicts in all modes", () => {
    for (const mode of modes)
      for (const [name, { verdict }] of reported.get(mode) ?? [])
        assert.equal(verdict, expectedVerdict[name], `${mode} ${name}`);
  });

  /** Mode `minimal` sets only the alphabetically first of mutually exclusive properties. */
  const rivals = new Map([
    ["shape", "pattern"],
    ["template.name", "template.id"],
    ["schedule.rate", "schedule.cron"],
  ]);

  it("sets at least the properties of a smaller mode, or alternatives of them", () => {
    for (const { name = "" } of calm.filter(({ name }) => expectedVerdict[name ?? ""] === "clean")) {
      const [smallest, minimal, lossless] = modes.map((mode) => new Set(pathsOf(mode, name)));
      assert.ok(smallest && minimal && lossless);
      assert.ok(
        [...smallest].every((path) => minimal.has(path) || minimal.has(rivals.get(path) ?? "")),
        `${name}: ${[...smallest]} in ${[...minimal]}`,
      );
      // Read of this type returns only outputs. Mode `lossless` does not set outputs.
      if (name === "quirk-noInputs-empty") continue;
      assert.ok(minimal.size <= lossless.size, `${name}: ${[...minimal]} and ${[...lossless]}`);
    }
  });

  const cases: readonly (readonly [name: string, smallest: string, minimal: string, lossless: string])[] = [
    ["quirk-autoName", "labels note size", "labels mode name note size", "labels mode name note size"],
    ["quirk-extraInput", "labels name note size", "labels mode name note size", "labels mode name note size"],
    [
      "quirk-defaultByCheck",
      "labels name note size tier",
      "labels mode name note size tier",
      "labels mode name note size tier",
    ],
    ["quirk-diffsInputs", ...(Array(3).fill("labels mode name note size") as [string, string, string])],
    [
      "quirk-textOnly",
      "labels maxSize minSize name note size",
      "labels legacyMode maxSize minSize name note size",
      "labels maxSize minSize mode name note size",
    ],
    [
      "quirk-throws-diff",
      "capacity labels name note shape shardCount size",
      "capacity labels mode name note pattern shardCount size variant",
      "capacity labels mode name note shape shardCount size variant",
    ],
  ];
  for (const [name, ...expected] of cases) {
    it(`sets the expected properties of ${name} in each mode`, () => {
      assert.deepEqual(
        modes.map((mode) => pathsOf(mode, name).join(" ")),
        expected,
      );
    });
  }
});
