import assert from "node:assert/strict";
import { join } from "node:path";
import { findLeaks } from "../real/find-leaks.ts";
import { makeProject } from "../support/cli-project.ts";
import { makeSecretEstate } from "../support/secret-estate.ts";

describe("--explain", () => {
  const flags = ["specs.json", "--plan-only"];
  it("shows no secrets", async () => {
    const { cloud, specs, canaries } = makeSecretEstate();
    const project = makeProject({ cloud, specs });
    const runs = [await project.run([...flags, "--explain"]), await project.run([...flags, "--json", "--explain"])];
    const texts = new Map(runs.map((ran, i) => [`run ${i}`, `${ran.stdout}${ran.stderr}`]));
    assert.ok(canaries.length > 0);
    assert.match(runs[0]?.stdout ?? "", /in the program/);
    assert.deepEqual(findLeaks([join(project.root, "tmp")], canaries, texts), []);
    await project.remove();
  });
});
