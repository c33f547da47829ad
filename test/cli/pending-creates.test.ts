/** An interrupted update left a pending create in the state. Now the resource is imported. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, makeProject } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { specsOf, subnetA, subnetB, vpc } from "../support/quickstart-specs.ts";

const urnOf = (type: string, name: string): string => `urn:pulumi:dev::orchard::simcloud:network/${type}::${name}`;
const subnet = "subnet:Subnet";

interface Operation {
  readonly type: string;
  readonly resource: { readonly urn: string };
}

/** Creates a project whose state has one imported resource and pending operations. */
async function withPending(
  operations: readonly (readonly [type: string, urn: string])[],
  test: (project: CliProject) => Promise<void>,
): Promise<void> {
  const project = makeProject({ specs: JSON.parse(specsOf(vpc)) });
  try {
    await exitsWith(0, project.run(["specs.json", "--yes"]));
    const state = project.json(checkpoint) as { checkpoint: { latest: { pending_operations?: unknown } } };
    state.checkpoint.latest.pending_operations = operations.map(([type, urn]) => ({
      resource: { urn, custom: true, type: urn.split("::")[2], inputs: {} },
      type,
    }));
    project.write(checkpoint, JSON.stringify(state, undefined, 4));
    project.write("specs.json", specsOf(subnetA));
    await test(project);
  } finally {
    await project.remove();
  }
}

function pendingOf(project: CliProject): readonly string[] {
  const state = project.json(checkpoint) as {
    readonly checkpoint: { readonly latest: { readonly pending_operations?: readonly Operation[] } };
  };
  const operations = state.checkpoint.latest.pending_operations ?? [];
  return operations.map(({ type, resource }) => `${type} ${resource.urn.split("::").at(-1)}`);
}

const words = ({ stdout }: Ran): string => stdout.replace(/\s+/g, " ");

describe("pending creates of imported resources", () => {
  const a = urnOf(subnet, "a");

  it("are kept, and reported with the flag and the command that clear them", () =>
    withPending([["creating", a]], async (project) => {
      const ran = await exitsWith(0, project.run(["specs.json", "--yes"]));
      assert.match(words(ran), /Warning: The state has a pending create operation for this resource/);
      assert.match(words(ran), /--clear-pending-creates in this run, or with `pulumi refresh --clear-pending-creates`/);
      assert.deepEqual(pendingOf(project), ["creating a"]);
    }));

  it("are removed with --clear-pending-creates, but no other pending operations are", () =>
    withPending(
      [
        ["creating", urnOf(subnet, "b")],
        ["creating", a],
        ["updating", a],
        ["creating", a],
      ],
      async (project) => {
        await exitsWith(0, project.run(["specs.json", "--plan-only", "--clear-pending-creates"]));
        assert.equal(pendingOf(project).length, 4);
        const ran = await exitsWith(0, project.run(["specs.json", "--yes", "--clear-pending-creates"]));
        assert.match(words(ran), /Removed the pending create operation of this resource/);
        assert.deepEqual(pendingOf(project), ["creating b", "updating a"]);
      },
    ));

  it("are kept with --clear-pending-creates if the import of the resource fails", () =>
    withPending([["creating", a]], async (project) => {
      project.write("specs.json", specsOf({ ...subnetA, id: "subnet-nowhere" }, subnetB));
      await exitsWith(3, project.run(["specs.json", "--yes", "--clear-pending-creates"]));
      assert.deepEqual(pendingOf(project), ["creating a"]);
    }));

  it("are not confused with pending operations of another resource or kind", () =>
    withPending(
      [
        ["creating", urnOf(subnet, "b")],
        ["updating", a],
      ],
      async (project) => {
        const ran = await exitsWith(0, project.run(["specs.json", "--yes"]));
        assert.doesNotMatch(ran.stdout, /pending operation/);
      },
    ));
});
