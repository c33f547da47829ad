import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { projectRoot } from "../support/imp-process.ts";
import { bucket, component, record, role, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";

interface Row {
  readonly name: string;
  readonly verdict: string;
  readonly error?: { readonly code: string; readonly message: string };
}

const cloud = readFileSync(join(projectRoot, "fixtures", "quickstart", "cloud.json"), "utf8");
/** PCL converts strings to Unicode normalization form C. */
const decomposed = "cafe\u0301";

describe("resources that a language cannot express", () => {
  let project: CliProject;
  beforeEach(() => {
    project = makeProject();
  });
  afterEach(async () => {
    await project.assertTidy();
    await project.remove();
  });

  async function run(specs: string, languages: string, ...more: readonly string[]) {
    project.write("specs.json", specs);
    const ran = await project.run([
      "specs.json",
      "--yes",
      "--language",
      languages,
      "--out",
      "program",
      "--json",
      ...more,
    ]);
    const document = JSON.parse(ran.stdout) as {
      readonly resources: readonly Row[];
      readonly rest?: { readonly file: string };
    };
    return { ran, document, rows: document.resources.map(({ name, verdict, error }) => [name, verdict, error?.code]) };
  }

  function stored(): readonly string[] {
    const { checkpoint: state } = project.json(checkpoint) as {
      readonly checkpoint: { readonly latest?: { readonly resources?: readonly { readonly urn: string }[] } };
    };
    return (state.latest?.resources ?? []).map(({ urn }) => urn.split("::").at(-1) ?? "");
  }

  it("fails only resources that one of the languages cannot express", async () => {
    writeFileSync(join(project.root, "cloud.json"), cloud.replace('"comment": null', `"comment": "${decomposed}"`));
    const { ran, document, rows } = await run(specsOf(bucket, record, role), "typescript,pcl");
    assert.equal(ran.code, 3, showRun(ran));
    assert.deepEqual(rows, [
      ["covers", "clean", undefined],
      ["www", "failed", "GENERATOR_CANNOT_EXPRESS"],
      ["runner", "clean", undefined],
    ]);
    assert.match(document.resources[1]?.error?.message ?? "", /in pcl: comment /);
    for (const file of ["program/index.ts", "program/main.pp"]) {
      assert.match(project.read(file), /covers/);
      assert.match(project.read(file), /runner/);
      assert.doesNotMatch(project.read(file), /www/);
    }
    assert.deepEqual(
      stored().filter((name) => ["covers", "www", "runner"].includes(name)),
      ["covers", "runner"],
    );
    const rest = project.json(document.rest?.file ?? "") as {
      readonly resources: readonly { readonly name: string }[];
    };
    assert.deepEqual(
      rest.resources.map(({ name }) => name),
      ["www"],
    );
  });

  it("prints a literal instead of a reference to a resource that failed", async () => {
    const [first = "", ...others] = cloud.split('"app": "bookshop"');
    writeFileSync(
      join(project.root, "cloud.json"),
      [first, `"app": "${decomposed}"`, others.join('"app": "bookshop"')].join(""),
    );
    const { ran, rows } = await run(specsOf(vpc, subnetA), "pcl");
    assert.equal(ran.code, 3, showRun(ran));
    assert.deepEqual(rows, [
      ["main", "failed", "GENERATOR_CANNOT_EXPRESS"],
      ["a", "clean", undefined],
    ]);
    assert.match(project.read("program/main.pp"), /vpcId += "vpc-cbaa8a527bac7177e"/);
  });

  it("fails the children of a resource that the language cannot express", async () => {
    const inside = { ...component, name: "inner", parent: component.name };
    const { ran, rows } = await run(
      specsOf(bucket, component, inside, { ...role, parent: component.name }, { ...record, parent: inside.name }),
      "typescript,yaml",
    );
    assert.equal(ran.code, 3, showRun(ran));
    assert.deepEqual(rows, [
      ["covers", "clean", undefined],
      ["network", "failed", "GENERATOR_CANNOT_EXPRESS"],
      ["inner", "failed", "GENERATOR_CANNOT_EXPRESS"],
      ["runner", "failed", "PARENT_FAILED"],
      ["www", "failed", "PARENT_FAILED"],
    ]);
  });

  it("fails a resource whose name the language would change", async () => {
    const { ran, rows } = await run(specsOf({ ...role, name: decomposed }, bucket), "pcl");
    assert.equal(ran.code, 3, showRun(ran));
    assert.deepEqual(rows, [
      [decomposed, "failed", "GENERATOR_CANNOT_EXPRESS"],
      ["covers", "clean", undefined],
    ]);
  });

  it("imports resources that the language cannot express with --state-only", async () => {
    const { ran, rows } = await run(
      specsOf(bucket, component, { ...role, parent: component.name }),
      "yaml",
      "--state-only",
    );
    assert.equal(ran.code, 0, showRun(ran));
    assert.deepEqual(
      rows.map(([, verdict]) => verdict),
      ["clean", "clean", "clean"],
    );
  });

  it("writes nothing if the language can express no resource, and shows the reason", async () => {
    project.write("specs.json", specsOf(component, { ...role, parent: component.name }));
    const before = project.files();
    const ran = await exitsWith(1, project.run(["specs.json", "--yes", "--language", "yaml"]));
    assert.match(ran.stderr + ran.stdout, /A resource cannot be written in yaml \(GENERATOR_CANNOT_EXPRESS\)/);
    assert.deepEqual(project.files(), before);
    const snippet = await exitsWith(1, project.imp(["snippet", "specs.json", "--language", "yaml"]));
    assert.match(snippet.stderr, /GENERATOR_CANNOT_EXPRESS/);
  });

  it("warns that pulumi up deletes resources that imp generate had to omit", async () => {
    project.write("specs.json", specsOf(bucket, component, { ...role, parent: component.name }));
    await exitsWith(0, project.run(["specs.json", "--yes", "--state-only"]));
    const words = ["generate", "--language", "yaml", "--out", "program"];
    const ran = await exitsWith(3, project.imp(words));
    const screen = ran.stdout.replace(/\s+/g, " ");
    assert.match(
      screen,
      /GENERATOR_CANNOT_EXPRESS.*::network.*PARENT_FAILED.*::\s?runner.*would delete 2 resources of the state/,
    );
    assert.match(project.read("program/Main.yaml"), /covers/);
    assert.doesNotMatch(project.read("program/Main.yaml"), /runner/);
    const json = JSON.parse((await project.imp([...words, "--json"])).stdout) as {
      readonly failed: readonly { readonly urn: string; readonly error: { readonly code: string } }[];
    };
    assert.deepEqual(
      json.failed.map(({ urn, error }) => [urn.split("::").at(-1), error.code]),
      [
        ["network", "GENERATOR_CANNOT_EXPRESS"],
        ["runner", "PARENT_FAILED"],
      ],
    );
  });

  it("rejects a run if the new language cannot express resources of an earlier run", async () => {
    const first = await run(specsOf(component, { ...role, parent: component.name }), "typescript");
    assert.equal(first.ran.code, 0, showRun(first.ran));
    const before = project.files();
    project.write("more.json", specsOf(bucket));
    const ran = await exitsWith(
      1,
      project.run(["more.json", "--yes", "--language", "typescript,yaml", "--out", "program"]),
    );
    assert.match(ran.stderr, /GENERATOR_CANNOT_EXPRESS/);
    assert.deepEqual({ ...project.files(), "more.json": "" }, { ...before, "more.json": "" });
  });
});
