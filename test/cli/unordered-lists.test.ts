/** imp sorts a list of references by name if the provider treats it as a set, and keeps the order of other lists. */
import assert from "node:assert/strict";
import { makeCompletenessEstate } from "../../fixtures/simcloud/estate.ts";
import { checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";

/** Returns a balancer in two segments. The order by ID differs from the order by name. @param order the order that Read returns */
function estate(order: "ids" | "names" = "ids") {
  const { cloud, specs } = makeCompletenessEstate();
  const wanted = ["fresh-vpc", "segment", "balancer-tuned"];
  const resources = specs.resources.filter(({ name }) => wanted.includes(name));
  const objectKey = (id: string | undefined) => Object.keys(cloud.objects).find((one) => one.endsWith(`|${id}`));
  const segment = resources.find(({ name }) => name === "segment");
  const balancer = resources.find(({ name }) => name === "balancer-tuned");
  const [segmentKey, balancerKey] = [objectKey(segment?.id), objectKey(balancer?.id)];
  assert.ok(segment?.id !== undefined && segmentKey !== undefined && balancerKey !== undefined);
  const id = `${segment.id.slice(0, -1)}x`;
  const objects = {
    ...cloud.objects,
    [segmentKey.replace(segment.id, id)]: { ...cloud.objects[segmentKey], segmentId: id, cidrBlock: "10.40.2.0/24" },
    [balancerKey]: {
      ...cloud.objects[balancerKey],
      subnetIds: order === "ids" ? [segment.id, id] : [id, segment.id],
    },
  };
  const all = [...resources, { ...segment, name: "apart", id }];
  return { cloud: { ...cloud, objects }, specs: { resources: all } };
}

interface Latest {
  readonly resources: readonly { readonly urn: string; readonly inputs?: { readonly subnetIds?: string[] } }[];
}

interface Recorded {
  readonly version: number;
  readonly checkpoint: { readonly latest: Latest };
}

/** Returns the segments of the balancer in the state. */
function subnetIds({ resources }: Latest): string[] {
  const balancer = resources.find(({ urn }) => urn.endsWith("::balancer-tuned"));
  return balancer?.inputs?.subnetIds ?? assert.fail();
}

describe("lists of references whose order the provider ignores", () => {
  const project = makeProject(estate());
  after(() => project.remove());

  const recorded = (): Recorded => project.json(checkpoint) as Recorded;

  it("are sorted by name in program and state", async () => {
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    assert.match(project.read("index.ts"), /subnetIds: \[\s*apart\.id,\s*segment\.id,?\s*\]/);
    const ids = subnetIds(recorded().checkpoint.latest);
    assert.equal(ids.length, 2);
    assert.match(ids[0] ?? "", /x$/);
  });

  it("are printed in the same order if the provider returns another order", async () => {
    const other = makeProject(estate("names"));
    await exitsWith(0, other.run(["specs.json", "--yes"]));
    assert.equal(other.read("index.ts"), project.read("index.ts"));
    await other.remove();
  });

  it("are printed in the same order by imp generate", async () => {
    await exitsWith(0, project.imp(["generate", "--out", "again"]));
    assert.equal(project.read("again/index.ts"), project.read("index.ts"));
  });

  it("are printed in the order of the state by imp generate", async () => {
    const { version, checkpoint: inner } = recorded();
    subnetIds(inner.latest).reverse();
    project.write("other.json", JSON.stringify({ version, deployment: inner.latest }));
    await exitsWith(0, project.imp(["generate", "--state", "other.json", "--out", "other"]));
    assert.match(project.read("other/index.ts"), /subnetIds: \[\s*segment\.id,\s*apart\.id,?\s*\]/);
  });
});
