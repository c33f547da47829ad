import assert from "node:assert/strict";
import { makeWholeEstate } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, makeProject } from "../support/cli-project.ts";

const [withoutContent, withContent] = ["object-source", "object-archive"];

/** Returns two objects of a bucket. The cloud returns everything except the content of one of them. */
function estate() {
  const { cloud, specs } = makeWholeEstate();
  const resources = specs.resources.filter(({ name }) => name === withoutContent || name === withContent);
  const bare = resources.find(({ name }) => name === withoutContent) ?? assert.fail();
  const key = Object.keys(cloud.objects).find((one) => one.endsWith(`|${bare.id}`)) ?? assert.fail();
  const objects = { ...cloud.objects, [key]: { ...cloud.objects[key], source: null } };
  return { cloud: { ...cloud, objects }, specs: { resources } };
}

interface Reported {
  readonly name: string;
  readonly verdict: string;
  readonly remarks?: readonly { readonly kind: string; readonly paths?: readonly string[] }[];
}

describe("objects whose content is not read", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject(estate());
  });
  afterEach(() => project.remove());
  it("reports objects whose content is not read, unless the import file has it", async () => {
    const ran = await project.run(["specs.json", "--plan-only", "--json"]);
    const remarks = (JSON.parse(ran.stdout).resources as readonly Reported[]).map(({ name, remarks: all = [] }) => [
      name,
      all.flatMap(({ kind, paths }) => (kind === "no-content" ? [paths] : [])),
    ]);
    assert.deepEqual(Object.fromEntries(remarks), {
      [withoutContent ?? ""]: [["archive", "content", "source"]],
      [withContent ?? ""]: [],
    });
    const specs = project.json("specs.json") as { readonly resources: readonly { readonly name: string }[] };
    const entries = specs.resources.map((one) =>
      one.name === withoutContent ? { ...one, inputs: { content: "notes" } } : one,
    );
    project.write("given.json", JSON.stringify({ resources: entries }));
    const again = await project.run(["given.json", "--plan-only", "--json"]);
    assert.doesNotMatch(again.stdout, /no-content/);
  });
});
