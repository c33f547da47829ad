/** `--placeholder`: missing required inputs are named without the flag; with it they are encrypted placeholders, ignored in differences. */
import assert from "node:assert/strict";
import { makeEstate, makeQuirkEstate } from "../../fixtures/simcloud/estate.ts";
import { makeProject, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";

const word = "placeholder-to-be-replaced";

interface ReportedResource {
  readonly name: string;
  readonly verdict: string;
  readonly inputs: Readonly<Record<string, string>>;
  readonly differences: readonly { readonly path: string }[];
  readonly remarks?: readonly { readonly kind: string; readonly paths?: readonly string[] }[];
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string };
}

function resourcesOf(ran: Ran): readonly ReportedResource[] {
  return (JSON.parse(ran.stdout) as { readonly resources: readonly ReportedResource[] }).resources;
}

/** A database and a function without what nobody can read: as the import files give them, without their `inputs`. */
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

describe("a missing required input", () => {
  const { cloud, specs } = makeQuirkEstate();
  const entry = specs.resources.filter(({ name }) => name === "quirk-needsUnreadable");
  const few = { cloud, specs: { resources: entry } };

  it("is named in its group, with what to do", async () => {
    const project = makeProject(few);
    const ran = await project.run(["specs.json", "--yes"]);
    assert.equal(ran.code, 1, showRun(ran));
    const text = ran.stdout.replace(/\s+/g, " ");
    assert.match(text, /\(VALUE_DEMANDED\).*requires one of filename, bucketKey and imageUri, but does not return it/);
    assert.match(text, /[Aa]dd "inputs": \{ "\w+": … \} to the entry.*--placeholder/);
    await project.remove();
  });
  it("pain 4: may be a password, which is named without the flag and replaced with it", async () => {
    const { names, canaries: _, ...rest } = demanding();
    assert.ok(names.length > 0);
    const project = makeProject(rest);
    const refused = await project.run(["specs.json", "--plan-only", "--json"]);
    for (const { name, verdict, error } of resourcesOf(refused)) {
      assert.equal(verdict, "failed", name);
      assert.equal(error?.code, "VALUE_DEMANDED");
      assert.match(error?.hint ?? "", /"password"/);
    }
    const held = await project.run(["specs.json", "--yes", "--json", "--placeholder", "--explain"]);
    for (const { name, verdict, differences, remarks } of resourcesOf(held)) {
      assert.equal(verdict, "ignored", name);
      assert.ok(differences.some(({ path }) => path === "password"));
      assert.ok(remarks?.some(({ kind, paths }) => kind === "placeholder" && paths?.join() === "password"));
    }
    assert.ok(!held.stdout.includes(word) && !held.stderr.includes(word));
    await project.remove();
  });

  it("gets no placeholder where its value is given", async () => {
    const given = specs.resources.filter(({ name }) => name === "quirk-needsUnreadable-given");
    const project = makeProject({ cloud, specs: { resources: given } });
    const ran = await project.run(["specs.json", "--yes", "--placeholder"]);
    assert.equal(ran.code, 0, showRun(ran));
    assert.match(project.read("index.ts"), /imageUri: "images\.simcloud\.example\/a:1"/);
    assert.doesNotMatch(`${ran.stdout}${project.read("index.ts")}`, /placeholder/);
    await project.remove();
  });
});

describe("a value that Read returned and the provider does not accept", () => {
  const { cloud, specs } = makeQuirkEstate();
  const only = (name: string, inputs?: unknown) => ({
    cloud,
    specs: {
      resources: specs.resources
        .filter((entry) => entry.name === name)
        .map((entry) => ({ ...entry, ...(inputs ? { inputs } : {}) })),
    },
  });

  it("is refused with the provider's words, and no value is reported as missing", async () => {
    const project = makeProject(only("quirk-badRead"));
    const ran = await project.run(["specs.json", "--plan-only"]);
    assert.match(
      ran.stdout.replace(/\s+/g, " "),
      /\(CHECK_REFUSED\).*endpoint: expected an address with amqps:.*"inputs"/,
    );
    await project.remove();
  });

  it("report 26: is a missing input, never set, where Read returns a hash of it, and clean with the real value", async () => {
    const project = makeProject(only("quirk-hash"));
    const ran = await project.run(["specs.json", "--plan-only"]);
    const text = ran.stdout.replace(/\s+/g, " ");
    assert.match(text, /\(VALUE_DEMANDED\).*requires userData, but returns only a hash for it/);
    assert.match(text, /[Aa]dd "inputs": \{ "userData": … \} to the entry/);
    await project.remove();
    const real = makeProject(only("quirk-hash", { userData: "#!/bin/sh\necho hello\n" }));
    const repaired = await real.run(["specs.json", "--plan-only", "--json"]);
    const [repairedResource] = resourcesOf(repaired);
    assert.deepEqual([repairedResource?.verdict, repairedResource?.remarks], ["clean", undefined], showRun(repaired));
    await real.remove();
  });
});
