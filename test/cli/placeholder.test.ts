/** `--placeholder` sets missing required inputs to encrypted placeholders, and ignores their differences. */
import assert from "node:assert/strict";
import { makeEstate, makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { listedResources } from "./options.ts";

const word = "placeholder-to-be-replaced";

/** Returns a database and a function without the inputs that Read does not return. */
function demanding() {
  const database = makeEstate({
    seed: 3,
    resources: 2,
    regions: ["us-east-1"],
    tokens: new Set(["simcloud:db/instance:Instance"]),
  });
  const entry = database.specs.resources.filter(({ type }) => type === "simcloud:db/instance:Instance");
  const bare = entry.map(({ inputs: _, ...rest }) => rest);
  return {
    cloud: database.cloud,
    specs: { resources: bare },
    canaries: database.canaries,
    names: bare.map(({ name }) => name),
  };
}

describe("missing required inputs", () => {
  const { cloud, specs } = makeQuirkEstate();
  const entry = specs.resources.filter(({ name }) => name === "quirk-needsUnreadable");
  const few = { cloud, specs: { resources: entry } };

  it("are listed with their alternatives and possible solutions", async () => {
    const project = makeProject(few);
    const ran = await exitsWith(1, project.run(["specs.json", "--yes"]));
    const text = ran.stdout.replace(/\s+/g, " ");
    assert.match(text, /\(VALUE_DEMANDED\).*requires one of filename, bucketKey and imageUri, but does not return it/);
    assert.match(text, /[Aa]dd "inputs": \{ "\w+": … \} \(or "inputsFrom"\) to the entry.*--placeholder/);
    await project.remove();
  });
  it("fail the resource, or get a placeholder with --placeholder", async () => {
    const { names, canaries: _, ...rest } = demanding();
    assert.ok(names.length > 0);
    const project = makeProject(rest);
    const refused = await project.run(["specs.json", "--plan-only", "--json"]);
    for (const { name, verdict, error } of listedResources(refused)) {
      assert.equal(verdict, "failed", name);
      assert.equal(error?.code, "VALUE_DEMANDED");
      assert.match(error?.hint ?? "", /"password"/);
    }
    const held = await project.run(["specs.json", "--yes", "--json", "--placeholder", "--explain"]);
    for (const { name, verdict, differences, remarks } of listedResources(held)) {
      assert.equal(verdict, "ignored", name);
      assert.ok(differences.some(({ path }) => path === "password"));
      assert.ok(remarks?.some(({ kind, paths }) => kind === "placeholder" && paths?.join() === "password"));
    }
    assert.ok(!held.stdout.includes(word) && !held.stderr.includes(word));
    await project.remove();
  });

  it("get no placeholder if the import file has the value", async () => {
    const given = specs.resources.filter(({ name }) => name === "quirk-needsUnreadable-given");
    const project = makeProject({ cloud, specs: { resources: given } });
    const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--placeholder"]));
    assert.match(project.read("index.ts"), /imageUri: "images\.simcloud\.example\/a:1"/);
    assert.doesNotMatch(`${ran.stdout}${project.read("index.ts")}`, /placeholder/);
    await project.remove();
  });
});

describe("read values that the provider rejects", () => {
  const { cloud, specs } = makeQuirkEstate();
  const only = (name: string, inputs?: unknown) => ({
    cloud,
    specs: {
      resources: specs.resources
        .filter((entry) => entry.name === name)
        .map((entry) => ({ ...entry, ...(inputs ? { inputs } : {}) })),
    },
  });

  it("fail the resource with the provider's message", async () => {
    const project = makeProject(only("quirk-badRead"));
    const ran = await project.run(["specs.json", "--plan-only"]);
    assert.match(
      ran.stdout.replace(/\s+/g, " "),
      /\(CHECK_REFUSED\).*endpoint: expected an address with amqps:.*"inputs"/,
    );
    await project.remove();
  });

  it("are reported as missing if Read returns only a hash", async () => {
    const project = makeProject(only("quirk-hash"));
    const ran = await project.run(["specs.json", "--plan-only"]);
    const text = ran.stdout.replace(/\s+/g, " ");
    assert.match(text, /\(VALUE_DEMANDED\).*requires userData, but returns only a hash of it/);
    assert.match(text, /[Aa]dd "inputs": \{ "userData": … \} \(or "inputsFrom"\) to the entry/);
    await project.remove();
    const real = makeProject(only("quirk-hash", { userData: "#!/bin/sh\necho hello\n" }));
    const repaired = await real.run(["specs.json", "--plan-only", "--json"]);
    const [repairedResource] = listedResources(repaired);
    assert.deepEqual([repairedResource?.verdict, repairedResource?.remarks], ["clean", undefined], showRun(repaired));
    await real.remove();
  });
});
