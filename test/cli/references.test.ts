/** Printed programs refer to outputs that identify a resource, and not to outputs that only repeat values of other resources. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeCompletenessEstate } from "../../fixtures/simcloud/estate.ts";
import { checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";

const wanted = ["fresh-vpc", "segment", "segment-gateway", "safe", "safe-policy", "secret", "rotation"];

/**
 * Returns a network with two segments in one zone and a gateway, a safe with a policy, and a secret with a rotation. The secret has the verdict
 * update.
 */
function estate() {
  const { cloud, specs } = makeCompletenessEstate();
  const resources = specs.resources.filter(({ name }) => wanted.includes(name));
  const first = resources.find(({ name }) => name === "segment");
  const key = Object.keys(cloud.objects).find((one) => one.endsWith(`|${first?.id}`));
  assert.ok(first?.id !== undefined && key !== undefined);
  const id = `${first.id.slice(0, -1)}x`;
  const settings = { ...cloud.objects[key], segmentId: id, cidrBlock: "10.40.2.0/24" };
  const objects = { ...cloud.objects, [key.replace(first.id, id)]: settings };
  return { cloud: { ...cloud, objects }, specs: { resources: [...resources, { ...first, name: "second", id }] } };
}

describe("references in programs", () => {
  const project = makeProject(estate());
  before(async () => {
    await exitsWith(3, project.run(["specs.json", "--yes"]));
  });
  after(() => project.remove());
  const piece = (program: string, variable: string): string =>
    new RegExp(`const ${variable} = [\\s\\S]*?\\n\\}?\\);`).exec(program)?.[0] ?? "";

  it("prints no reference to an output that only repeats a value of another resource", () => {
    const program = project.read("index.ts");
    assert.match(piece(program, "segmentGateway"), /segmentId: segment\.id/);
    for (const segment of ["segment", "second"]) assert.doesNotMatch(piece(program, segment), /[gG]ateway/);
    assert.match(piece(program, "safePolicy"), /safeName: safe\.\w+/);
    assert.doesNotMatch(program, /safe\.policy/);
    assert.match(piece(program, "safePolicy"), /Resource: safe\.arn/);
  });

  it("prints no reference to such an output in imp generate, even if the state has it", async () => {
    const state = project.json(checkpoint) as {
      checkpoint: { latest: { resources: { urn: string; propertyDependencies?: Record<string, string[]> }[] } };
    };
    const policy = state.checkpoint.latest.resources.find(({ urn }) => urn.endsWith("::safe-policy"));
    assert.match(policy?.propertyDependencies?.policy?.join() ?? "", /::safe$/, "the state records the dependency");
    await exitsWith(0, project.imp(["generate", "--out", "again", "--yes"]));
    const program = project.read("again/index.ts");
    assert.doesNotMatch(program, /safe\.policy/);
    assert.match(piece(program, "safePolicy"), /Resource: safe\.arn/);
  });

  it("refers to outputs of an updated resource only if the update's preview has them", () => {
    const rotation = piece(project.read("index.ts"), "rotation");
    assert.match(rotation, /secretArn: secret\.arn,/);
    assert.doesNotMatch(rotation, /secret\.versionId/);
    assert.match(rotation, /\/\/ left literal: \S+::secret is not imported without a difference\n\s+firstVersion: "v-/);
    const asked = new Set(updates(project.root).map(({ type, preview }) => `${type} ${preview}`));
    assert.deepEqual([...asked], ["simcloud:vault/secret:Secret true"]);
  });

  it("prints literals for these outputs if the provider does not support previews", async () => {
    const other = makeProject({ ...estate(), env: { SIMCLOUD_NO_PREVIEW: "1" } });
    try {
      await exitsWith(3, other.run(["specs.json", "--yes"]));
      assert.match(piece(other.read("index.ts"), "rotation"), /secretArn: "arn:/);
      assert.deepEqual(updates(other.root), []);
    } finally {
      await other.remove();
    }
  });
});

/** Returns the Update calls in the provider's journal. */
function updates(root: string) {
  const lines = readFileSync(join(root, "calls.jsonl"), "utf8").trim().split("\n");
  const calls = lines.map((line) => JSON.parse(line) as { method: string; type: string; preview?: boolean });
  return calls.filter(({ method }) => method === "Update").map(({ type, preview }) => ({ type, preview }));
}
