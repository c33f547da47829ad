/** `imp run` for resources that the user's program registers in components, loops, and factories. */
import assert from "node:assert/strict";
import { type CliProject, checkpoint, exitsWith, showRun } from "../support/cli-project.ts";
import type { Ran } from "../support/imp-process.ts";
import { bucket, component, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";
import { network, networkProgram, openNetwork } from "./registered.ts";
import { writtenFiles } from "./whole-program.ts";

const flags = ["network.json", "--yes"];

async function withNetwork(
  program: string,
  files: Readonly<Record<string, string>>,
  test: (project: CliProject) => Promise<void>,
): Promise<void> {
  const project = openNetwork(program, files);
  try {
    await test(project);
  } finally {
    await project.remove();
  }
}

function words({ stdout, stderr }: Ran): string {
  return `${stdout}${stderr}`.replace(/\s+/g, " ");
}

/** Runs imp, and asserts that it fails with the message and changes no file. */
async function assertRefused(project: CliProject, args: readonly string[], message: RegExp): Promise<void> {
  const before = writtenFiles(project);
  const ran = await exitsWith(1, project.run(args));
  assert.match(words(ran), message, showRun(ran));
  assert.deepEqual(writtenFiles(project), before);
}

describe("imp run for resources that a run of the program registers", () => {
  it("imports the component, too, if only its children are in the import file", () =>
    withNetwork(
      networkProgram(),
      { "network.json": specsOf({ ...vpc, parent: network }, { ...subnetA, parent: network }) },
      async (project) => {
        const ran = await exitsWith(0, project.run(flags));
        assert.match(ran.stdout, /Verified: the next update changes nothing else/, showRun(ran));
        assert.equal(project.read("index.ts"), networkProgram());
        await exitsWith(0, project.imp(["verify"]));
      },
    ));

  it("imports one child with imp import --parent, so pulumi up would create the other one", () =>
    withNetwork(networkProgram(), {}, async (project) => {
      const ran = await exitsWith(0, project.imp(["import", vpc.type, vpc.name, vpc.id, "--parent", network, "--yes"]));
      assert.match(
        ran.stdout,
        /causes no other changes[^\n]*\nThe next update changes 1 resource that was not imported/,
      );
      assert.match(ran.stdout, /pulumi preview {4}shows no changes to these resources/, showRun(ran));
      const verified = await exitsWith(3, project.imp(["verify"]));
      assert.match(verified.stdout, /1 to create/, showRun(verified));
    }));

  it("shows inputs that differ, and the location where the program registers the resource", () =>
    withNetwork(
      networkProgram('"10.20.0.0/24"').replace(
        'stage: "live" },\n                vpcId',
        'stage: "test" },\n                vpcId',
      ),
      {},
      async (project) => {
        const ran = await exitsWith(3, project.run([...flags]));
        assert.match(words(ran), /tags\.stage/, showRun(ran));
        assert.match(words(ran), /index\.ts:13:13/, showRun(ran));
        const verified = await exitsWith(3, project.imp(["verify"]));
        assert.match(verified.stdout, /1 to update/, showRun(verified));
      },
    ));

  it("rejects a child that pulumi up would replace, and warns that it creates a new one", () =>
    withNetwork(networkProgram('"10.20.77.0/24"'), {}, async (project) => {
      const ran = await exitsWith(3, project.run([...flags]));
      assert.match(words(ran), /REPLACE_REFUSED.*inputs in index\.ts:13:13 differ/, showRun(ran));
      assert.match(words(ran), /not imported, but your program registers it.*pulumi up` creates a new/, showRun(ran));
      const verified = await exitsWith(3, project.imp(["verify"]));
      assert.match(verified.stdout, /1 to create/, showRun(verified));
    }));

  it("fails a child whose ID does not exist in the cloud", () =>
    withNetwork(
      networkProgram(),
      { "network.json": specsOf(component, { ...vpc, parent: "network", id: "vpc-0" }) },
      (project) => assertRefused(project, [...flags], /RESOURCE_NOT_FOUND/),
    ));

  it("suggests the registered resource as the same one if only the parent differs", () =>
    withNetwork(networkProgram(), { "network.json": specsOf(vpc) }, async (project) => {
      const ran = await project.run([...flags, "--into", "index.ts", "--plan-only"]);
      assert.match(
        words(ran),
        /registers simcloud:network\/vpc:Vpc main at index\.ts:7:21 as urn:\S+\. If this is the same resource, set its "parent"/,
        showRun(ran),
      );
    }));

  it("inserts code for a resource that the program does not register", () =>
    withNetwork(networkProgram(), { "bucket.json": specsOf(bucket) }, async (project) => {
      await exitsWith(0, project.run(flags));
      const ran = await exitsWith(0, project.run(["bucket.json", "--yes", "--into", "index.ts"]));
      assert.match(ran.stdout, /Verified/, showRun(ran));
      assert.match(project.read("index.ts"), /new simcloud\.storage\.Bucket\(/);
    }));

  it("does not run the program with --no-verify", () =>
    withNetwork(networkProgram(), {}, (project) =>
      assertRefused(project, [...flags, "--no-verify"], /PROGRAM_CHANGED/),
    ));

  it("parses the source code instead if the program fails", () =>
    withNetwork(`${networkProgram()}throw new Error("No network");\n`, {}, (project) =>
      assertRefused(project, [...flags], /PROGRAM_CHANGED/),
    ));

  it("imports a resource that a loop registers; undo removes it from the state", () => {
    const program = `import * as simcloud from "@pulumi/simcloud";

const vpcs = ["main"].map((name) => new simcloud.network.Vpc(name, {
    cidrBlock: "10.20.0.0/16",
    enableDnsHostnames: true,
    tags: { app: "bookshop", stage: "live" },
}));
export const ids = vpcs.map(({ id }) => id);
`;
    return withNetwork(program, { "network.json": specsOf(vpc) }, async (project) => {
      const before = project.read(checkpoint);
      const ran = await exitsWith(0, project.run([...flags, "--into", "index.ts"]));
      assert.match(words(ran), /already declares this resource, so imp added no code/, showRun(ran));
      assert.doesNotMatch(words(ran), /may already create/);
      assert.equal(project.read("index.ts"), program);
      await exitsWith(0, project.imp(["verify"]));
      await exitsWith(0, project.plain(["undo", "--yes"]));
      assert.equal(project.read(checkpoint), before);
    });
  });
});
