/** Rules of an import: which ID imp keeps, which import specs are for the same object, which tokens name a type, and which dependents fail. */
import assert from "node:assert/strict";
import { makeWholeEstate, type SpecEntry } from "../../fixtures/simcloud/estate.ts";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";

interface Resource {
  readonly name: string;
  readonly type: string;
  readonly id?: string;
  readonly urn: string;
  readonly verdict: string;
  readonly error?: { readonly code: string; readonly message: string };
}

interface Entry {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly [key: string]: unknown;
}

const estate = makeWholeEstate();

/** Returns the import spec with this name from the estate, without parent and provider. */
function entry(name: string, more: Partial<SpecEntry> = {}): SpecEntry {
  const found = estate.specs.resources.find((candidate) => candidate.name === name);
  assert.ok(found, name);
  const { parent: _, provider: __, ...rest } = found;
  return { ...rest, ...more };
}

const rule = entry("orders-0-rule-0");
const ruleType = rule.type;
const canonical = Object.keys(estate.cloud.objects).find((key) => key.startsWith(`us-east-1|${ruleType}|`));
const canonicalId = canonical?.split("|").at(-1) ?? "";

async function inProject(
  resources: readonly SpecEntry[],
  use: (project: CliProject, first: Ran) => Promise<void>,
  ...flags: string[]
): Promise<void> {
  const project = makeProject({ cloud: estate.cloud, specs: { resources } });
  try {
    await use(project, await project.run(["specs.json", "--yes", "--json", ...flags]));
    await project.assertTidy();
  } finally {
    await project.remove();
  }
}

async function again(project: CliProject, ...resources: readonly SpecEntry[]): Promise<readonly Resource[]> {
  project.write("again.json", JSON.stringify({ resources }));
  return resourcesOf(await project.run(["again.json", "--yes", "--json"]));
}

function resourcesOf(ran: Ran): readonly Resource[] {
  return (JSON.parse(ran.stdout) as { readonly resources: readonly Resource[] }).resources;
}

function entriesOf(project: CliProject): readonly Entry[] {
  const state = project.json(checkpoint) as { checkpoint: { latest?: { resources: readonly Entry[] } } };
  return state.checkpoint.latest?.resources ?? [];
}

function named(project: CliProject, name: string): Entry | undefined {
  return entriesOf(project).find(({ urn }) => urn.endsWith(`::${name}`));
}

describe("resource IDs", () => {
  it("stores the ID that Read returns, and recognizes both IDs in later runs", () =>
    inProject([rule], async (project, ran) => {
      assert.equal(ran.code, 0, showRun(ran));
      assert.notEqual(rule.id, canonicalId);
      assert.equal(resourcesOf(ran)[0]?.id, canonicalId);
      assert.equal(named(project, rule.name)?.id, canonicalId);
      assert.equal(named(project, rule.name)?.importID, rule.id);
      const files = project.files();
      for (const id of [rule.id ?? "", canonicalId]) {
        const [same] = await again(project, { ...rule, id });
        assert.deepEqual([same?.verdict, same?.id], ["unchanged", canonicalId]);
        project.write("again.json", "{}");
        const [other] = await again(project, { ...rule, id, name: "another" });
        assert.deepEqual([other?.verdict, other?.error?.code], ["failed", "SAME_OBJECT"]);
        assert.match(other?.error?.message ?? "", new RegExp(`${canonicalId}.*::${rule.name}\\.`));
      }
      const { "again.json": _, ...rest } = project.files();
      assert.deepEqual(rest, files);
    }));

  it("recognizes a managed object even if each Read returns a new ID", async () => {
    const project = makeProject({ cloud: estate.cloud, specs: { resources: [rule] } });
    project.env.SIMCLOUD_NEW_IDS = ruleType;
    try {
      await exitsWith(0, project.run(["specs.json", "--yes", "--json"]));
      assert.match(String(named(project, rule.name)?.id), /^made-up-/);
      const [second] = await again(project, rule);
      assert.equal(second?.verdict, "unchanged");
      // The next `pulumi up` drops `importID`, because the program doesn't set the `import` option.
      project.write(checkpoint, project.read(checkpoint).replace(/,\s*"importID":\s*"[^"]*"/, ""));
      assert.equal("importID" in (named(project, rule.name) ?? {}), false);
      const [third] = await again(project, rule);
      assert.equal(third?.verdict, "unchanged");
      const [other] = await again(project, { ...rule, id: entry("orders-0-rule-1").id ?? "" });
      assert.equal(other?.error?.code, "URN_TAKEN");
    } finally {
      await project.remove();
    }
  });

  it("fails two import specs of the same object, and imports the others", () =>
    inProject([rule, { ...rule, name: "twin", id: canonicalId }, entry("queue-plain")], async (project, ran) => {
      assert.equal(ran.code, 3, showRun(ran));
      const [first, two, queue] = resourcesOf(ran);
      assert.deepEqual(
        [first?.error?.code, two?.error?.code, queue?.verdict],
        ["SAME_OBJECT_TWICE", "SAME_OBJECT_TWICE", "clean"],
      );
      assert.equal(first?.error?.message, two?.error?.message);
      for (const name of [rule.name, "twin"]) {
        assert.ok(first?.error?.message.includes(`::${name}`), first?.error?.message);
        assert.equal(named(project, name), undefined);
      }
      const screen = await project.run(["specs.json", "--plan-only"]);
      assert.equal(screen.stdout.match(/\(SAME_OBJECT_TWICE\)/g)?.length, 1, screen.stdout);
    }));
});

describe("old type tokens", () => {
  const old = entry("bucket-old-token");
  const current = { ...old, type: "simcloud:storage/bucket:Bucket" };
  it("resolves an old type token to the current one", () =>
    inProject([old], async (project, ran) => {
      assert.equal(ran.code, 0, showRun(ran));
      assert.equal(named(project, old.name)?.type, current.type);
      assert.equal((await again(project, current))[0]?.verdict, "unchanged");
      const [other] = await again(project, { ...old, name: "another" });
      assert.equal(other?.error?.code, "SAME_OBJECT");
    }));

  it("recognizes a managed object whose type token in the state is an old one", () =>
    inProject([current], async (project, ran) => {
      assert.equal(ran.code, 0, showRun(ran));
      // Older versions of the SDK write the old type token to the state.
      project.write(checkpoint, project.read(checkpoint).replaceAll(current.type, old.type));
      assert.equal(named(project, old.name)?.type, old.type);
      for (const name of [old.name, "another"]) {
        const [found] = await again(project, { ...current, name });
        assert.equal(found?.error?.code, "SAME_OBJECT", name);
        assert.ok(found?.error?.message.includes(`${old.type}::${old.name}`), found?.error?.message);
      }
    }));
});

describe("providers of another version", () => {
  it("recognizes a managed object of another provider version", () => {
    const queue = entry("queue-plain");
    return inProject([queue], async (project, ran) => {
      assert.equal(ran.code, 0, showRun(ran));
      const lock = { packages: { "node_modules/@pulumi/simcloud": { version: "0.9.0" } } };
      project.write("package-lock.json", JSON.stringify(lock));
      const [other] = await again(project, { ...queue, name: "another" });
      assert.equal(other?.error?.code, "SAME_OBJECT");
    });
  });
});

describe("type tokens", () => {
  it("accepts type tokens in full and short form", () => {
    const types: Readonly<Record<string, string>> = {
      "vpc-plain": "simcloud:network/vpc:Vpc",
      "vpc-dedicated": "simcloud:network:Vpc",
      "vpc-assumed": "simcloud:Network:vpc",
      "queue-plain": "simcloud:queue:Queue",
      "bucket-plain": "simcloud:storage:Bucket",
      "bucket-old-acl": "simcloud:storage/legacyBucket:LegacyBucket",
    };
    const entries = Object.entries(types).map(([name, type]) => entry(name, { type }));
    return inProject(entries, async (project, ran) => {
      assert.equal(ran.code, 0, showRun(ran));
      const whole = ["network/vpc:Vpc", "network/vpc:Vpc", "network/vpc:Vpc", "queue/queue:Queue"];
      const expected = [...whole, "storage/bucket:Bucket", "storage/bucket:Bucket"].map((type) => `simcloud:${type}`);
      assert.deepEqual(
        resourcesOf(ran).map(({ type }) => type),
        expected,
      );
      assert.deepEqual(
        Object.keys(types).map((name) => named(project, name)?.type),
        expected,
      );
    });
  });
});

describe("resources that depend on others", () => {
  const child = (parent: string): SpecEntry => entry("queue-plain", { name: `below-${parent}`, parent });
  const verdicts = (ran: Ran): readonly (string | undefined)[] =>
    resourcesOf(ran).map(({ verdict, error }) => (error === undefined ? verdict : error.code));

  it("imports children of an updated resource, but fails children of a failed one", async () => {
    const parents = ["quirk-phantom-stubborn", "quirk-replacer", "quirk-needsUnreadable"] as const;
    const expected = [
      ["update", "clean"],
      ["REPLACE_REFUSED", "PARENT_FAILED"],
      ["failed", "PARENT_FAILED"],
    ];
    for (const [index, parent] of parents.entries()) {
      await inProject([entry(parent), child(parent)], async (project, ran) => {
        const reached = resourcesOf(ran).map(({ verdict }) => verdict);
        assert.deepEqual([reached[1] === "clean", verdicts(ran)[1]], [index === 0, expected[index]?.[1]], showRun(ran));
        assert.equal(named(project, `below-${parent}`) !== undefined, index === 0);
        assert.equal(named(project, parent) !== undefined, index === 0);
      });
    }
  });

  it("imports children of a replaced resource with --allow-replace", () =>
    inProject(
      [entry("quirk-replacer"), child("quirk-replacer")],
      async (project, ran) => {
        assert.deepEqual(verdicts(ran), ["replace", "clean"]);
        assert.equal(named(project, "below-quirk-replacer")?.parent, named(project, "quirk-replacer")?.urn);
      },
      "--allow-replace",
    ));

  it("prints a literal and a comment if the resource that it refers to fails", async () => {
    for (const target of ["quirk-replacer", "quirk-needsUnreadable"]) {
      const key = Object.keys(estate.cloud.objects).find((name) => name.endsWith(`|${target}`)) ?? "";
      const arn = String(estate.cloud.objects[key]?.arn);
      const objects = structuredClone(estate.cloud.objects);
      const user = objects["us-east-1|simcloud:iam/user:User|bounded"];
      assert.ok(user && arn.startsWith("arn:"));
      user.permissionsBoundary = arn;
      const specs = { resources: [entry(target), entry("user-bounded")] };
      const project = makeProject({ cloud: { version: 1, objects }, specs });
      const ran = await project.run(["specs.json", "--yes", "--json"]);
      assert.equal(resourcesOf(ran)[1]?.verdict, "clean", showRun(ran));
      const program = project.read("index.ts");
      assert.ok(program.replaceAll(/\s+/g, " ").includes(`permissionsBoundary: "${arn}"`), program);
      assert.match(program, /left literal: .* is not imported without a difference/);
      assert.deepEqual(named(project, "user-bounded")?.dependencies ?? [], []);
      await project.remove();
    }
  });
});
