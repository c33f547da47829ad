/** Another process writes the state during a run. The run keeps unrelated changes and reports conflicts. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject, showRun } from "../support/cli-project.ts";
import { inParallel, type Ran, until } from "../support/imp-process.ts";
import { bucket, policy, record, role, specsOf } from "../support/quickstart-specs.ts";

type Resource = Record<string, unknown> & { urn: string };
interface Stored {
  version: number;
  checkpoint: { stack: string; latest?: { resources?: Resource[]; [key: string]: unknown } };
}

const urnOf = (type: string, name: string): string => `urn:pulumi:dev::orchard::${type}::${name}`;
const slow = { SIMCLOUD_LATENCY_MS: "40" };

describe("another process that writes the state during a run", () => {
  let base: CliProject;
  before(async () => {
    base = makeProject({ specs: JSON.parse(specsOf(bucket)) });
    await exitsWith(0, base.run(["specs.json", "--yes"]));
  });
  after(() => base.remove());

  interface Outcome {
    readonly ran: Ran;
    readonly project: CliProject;
    readonly before: Readonly<Record<string, string>>;
  }

  /** Imports the bucket policy and a record next to a user's program, and applies `change` during the run. */
  async function during(
    change: (stored: Stored) => void,
    flags: readonly string[] = ["--append-file", "more"],
  ): Promise<Outcome> {
    const project = makeProject({ specs: JSON.parse(specsOf(policy, record)) });
    for (const name of [checkpoint, "index.ts", ".imp/orchard.dev.json", "Pulumi.dev.yaml"])
      project.write(name, base.read(name));
    const run = project.start(["specs.json", "--yes", ...flags], slow);
    await until(() => project.calls().includes("Read"), "the run calls Read");
    const stored = project.json(checkpoint) as Stored;
    change(stored);
    project.write(checkpoint, JSON.stringify(stored));
    const before = project.files();
    return { ran: await run.ended, project, before };
  }

  const resourcesOf = (project: CliProject): Resource[] =>
    (project.json(checkpoint) as Stored).checkpoint.latest?.resources ?? [];

  /** Adds a resource, like another `pulumi up`. */
  function added(stored: Stored, more: Partial<Resource> = {}): void {
    const resources = stored.checkpoint.latest?.resources ?? [];
    const like = resources.find(({ urn }) => urn.endsWith("::covers"));
    assert.ok(like);
    const { type } = role;
    resources.push({
      ...like,
      urn: urnOf(type, role.name),
      type,
      id: role.id,
      inputs: { name: role.id },
      outputs: { name: role.id },
      big: 1,
      ...more,
    });
  }

  it("keeps state changes of another process that do not affect the run", async () => {
    const { ran, project, before } = await during((stored) => added(stored));
    // The project has no program that could load the file.
    assert.equal(ran.code, 3, showRun(ran));
    assert.match(ran.stderr, /Another process changed the state during this run. imp kept these changes\./);
    const urns = resourcesOf(project).map(({ urn }) => urn.split("::").pop());
    assert.deepEqual(urns.slice(-3), ["runner", "reading", "www"]);
    const oldText = Buffer.from(before[checkpoint] ?? "", "base64").toString();
    const runner = /\{"urn":"[^"]*::runner".*\}/s.exec(oldText)?.[0].slice(0, 200) ?? "no";
    assert.ok(project.read(checkpoint).includes(runner), "the existing entry keeps its bytes");
    await exitsWith(0, project.plain(["undo", "--yes"]));
    assert.deepEqual(
      resourcesOf(project)
        .map(({ urn }) => urn.split("::").pop())
        .slice(-1),
      ["runner"],
    );
    await project.assertTidy();
    await project.remove();
  });

  const conflicts: readonly (readonly [
    what: string,
    change: (stored: Stored) => void,
    said: RegExp,
    flags?: readonly string[],
  ])[] = [
    [
      "has a resource that the run adds",
      (stored) => added(stored, { urn: urnOf(record.type, record.name), type: record.type }),
      /now has urn\S*::www, which this run was going to add/,
    ],
    [
      "has an object that the run adds, with another name",
      (stored) => added(stored, { urn: urnOf(record.type, "other"), type: record.type, id: record.id }),
      /now has urn\S*::other, which manages an object/,
    ],
    [
      "changed a resource that the run refers to",
      (stored) => {
        for (const resource of stored.checkpoint.latest?.resources ?? [])
          if (resource.urn.endsWith("::covers")) resource.protect = false;
      },
      /urn\S*::covers changed, and a new resource of this run refers to it/,
      [],
    ],
    [
      "lost a resource that the run refers to",
      (stored) => {
        const { latest } = stored.checkpoint;
        if (latest !== undefined)
          latest.resources = latest.resources?.filter(({ urn }) => !urn.endsWith("::covers")) ?? [];
      },
      /urn\S*::covers changed, and a new resource of this run refers to it/,
      [],
    ],
    [
      "has another salt",
      (stored) => {
        Object.assign(stored.checkpoint.latest ?? {}, {
          secrets_providers: { type: "passphrase", state: { salt: "v1:a:v1:b:c" } },
        });
      },
      /secrets provider of the state changed/,
    ],
    [
      "has a pending operation",
      (stored) => {
        const [resource] = stored.checkpoint.latest?.resources ?? [];
        Object.assign(stored.checkpoint.latest ?? {}, { pending_operations: [{ resource, type: "updating" }] });
      },
      /now has a pending operation/,
    ],
    [
      "has a resource that the written program would delete",
      (stored) => added(stored),
      /now has urn\S*::runner, which the program of this run would delete/,
      [],
    ],
  ];
  it("reports state changes of another process that affect the run, and writes nothing", () =>
    inParallel(conflicts, async ([what, change, reported, flags]) => {
      const { ran, project, before } = await during(change, flags);
      assert.equal(ran.code, 1, `${what}: ${showRun(ran)}`);
      const text = ran.stderr.replace(/\s+/g, " ");
      assert.match(text, /\(STATE_CHANGED\)/, what);
      assert.match(text, reported, what);
      assert.deepEqual(project.files(), before, what);
      await project.assertTidy();
      await project.remove();
    }));
});
