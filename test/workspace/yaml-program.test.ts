/** Pulumi runs only one YAML program of a folder, so imp writes nothing if the folder has a YAML program in a file that imp would not write. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openProgramLocation } from "../../src/workspace/program/program-location.ts";
import { languageOf } from "../generators/generator-of.ts";

describe("a user's YAML program", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "imp-yaml-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const problemOf = async (names: readonly string[], more: { appendFile?: string; force?: boolean } = {}) => {
    const languages = names.map(languageOf);
    const target = await openProgramLocation({ path: folder, project: "p", stack: "s", languages, ...more }, undefined);
    return target.problem === undefined ? "none" : `${target.problem.code} ${target.problem.explanation.where}`;
  };
  const project = (text: string) => writeFileSync(join(folder, "Pulumi.yaml"), `name: p\nruntime: yaml\n${text}`);

  it("rejects a new YAML program if Pulumi.yaml has resources, unless --force is set", async () => {
    project("resources:\n  a:\n    type: x:y:Z\n");
    assert.equal(await problemOf(["yaml"]), `PROGRAM_ELSEWHERE ${join(folder, "Pulumi.yaml")}`);
    assert.equal(await problemOf(["pcl", "yaml"]), `PROGRAM_ELSEWHERE ${join(folder, "Pulumi.yaml")}`);
    assert.equal(await problemOf(["typescript"]), "none");
    assert.equal(await problemOf(["yaml"], { appendFile: "more" }), "none");
    assert.equal(await problemOf(["yaml"], { force: true }), "none");
  });

  it("rejects a new YAML program if the folder has a Main.json", async () => {
    writeFileSync(join(folder, "Main.json"), "{}");
    assert.equal(await problemOf(["yaml"]), `PROGRAM_ELSEWHERE ${join(folder, "Main.json")}`);
  });

  it("accepts a Pulumi.yaml without resources", async () => {
    project("config:\n  a:\n    type: string\nresources: {}\noutputs:\n");
    assert.equal(await problemOf(["yaml"]), "none");
    writeFileSync(join(folder, "Pulumi.yaml"), "name: [\n");
    assert.equal(await problemOf(["yaml"]), "none");
  });
});
