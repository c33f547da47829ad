/** imp writes the same bytes whatever the latency and the throttling of the cloud, and whatever the number of parallel calls. */
import assert from "node:assert/strict";
import { makeEstate } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { inParallel } from "../support/imp-process.ts";
import { productOf, saltedFiles } from "../support/stable-state.ts";

const estate = makeEstate({ seed: 7, resources: 40 });

const runs = process.env.IMP_PROVE === "1" ? 20 : 4;

describe("repeated runs with different latency, throttling, and concurrency", () => {
  const projects: CliProject[] = [];
  after(async () => {
    for (const project of projects) await project.remove();
  });

  it("write the same files, and return the same verdicts", async function () {
    this.timeout(60_000 + runs * 60_000);
    const products = await inParallel([...Array(runs).keys()], async (index) => {
      const project = makeProject({ cloud: estate.cloud, specs: estate.specs, files: saltedFiles });
      projects.push(project);
      const parallel = ["64", "1", "8"][index % 3] ?? "";
      const delays = {
        SIMCLOUD_DELAY_SEED: String(index + 1),
        ...(index % 4 === 3 && { SIMCLOUD_LATENCY_MS: "3" }),
        ...(index % 4 > 1 && { SIMCLOUD_THROTTLE: "0.3" }),
      };
      const ran = await exitsWith(
        0,
        project.run(["specs.json", "--yes", "--json", "--language", "typescript,pcl", "--parallel", parallel], delays),
      );
      await project.assertTidy();
      const product = await productOf(project);
      // deepEqual ignores the order of map entries.
      const order = [...product.resources.keys()];
      return {
        ...product,
        order,
        pcl: project.read("main.pp"),
        resources: product.resources,
        reported: verdictsOf(ran.stdout),
      };
    });
    const [first, ...others] = products;
    assert.ok(first?.program.includes("Instance(") && first.stackFile.includes("canary-7"));
    assert.equal(first?.reported.length, estate.specs.resources.length);
    for (const product of others) assert.deepEqual(product, first);
  });
});

function verdictsOf(document: string): readonly string[] {
  const { resources } = JSON.parse(document) as { resources: { urn: string; verdict: string }[] };
  return resources.map(({ urn, verdict }) => `${urn} ${verdict}`);
}
