import assert from "node:assert/strict";
import { type CliProject, makeProject } from "../support/cli-project.ts";
import { estate, withContent, withoutContent } from "./missing-content.ts";

interface Reported {
  readonly name: string;
  readonly verdict: string;
  readonly remarks?: readonly { readonly kind: string; readonly paths?: readonly string[] }[];
}

describe("objects whose content Read does not return", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject(estate());
  });
  afterEach(() => project.remove());
  it("are reported unless the import file sets the content", async () => {
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
