/** A project whose program imp can run, and imports that imp must accept or reject because of the whole program. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, exitsWith, filesBelow, makeProject, showRun, stackFile } from "../support/cli-project.ts";
import { bucket, role, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";
import { installSimcloudSdk } from "../support/simcloud-sdk.ts";

export const imports = `import * as fs from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as simcloud from "@pulumi/simcloud";

`;

export const main = `const main = new simcloud.network.Vpc("main", {
    cidrBlock: "10.20.0.0/16",
    enableDnsHostnames: true,
    tags: { app: "bookshop", stage: "live" },
});
`;

/** Returns the statement that constructs the subnet. `name` is an expression. */
export function subnet(name: string, options = "{}"): string {
  return `const subnet = new simcloud.network.Subnet(${name}, {
    availabilityZone: "us-east-1a",
    cidrBlock: "10.20.0.0/24",
    mapPublicIpOnLaunch: true,
    tags: { app: "bookshop", stage: "live" },
    vpcId: main.id,
}, ${options});
`;
}

/** Returns the statement that constructs the role. `description` is an expression. */
export function runner(description: string): string {
  return `const runner = new simcloud.iam.Role("runner", {
    assumeRolePolicy: JSON.stringify({
        Statement: [{ Action: "sts:AssumeRole", Effect: "Allow", Principal: { Service: "compute.simcloud.example" } }],
        Version: "2012-10-17",
    }),
    description: ${description},
    name: "bookshop-order-runner",
    tags: { app: "bookshop", stage: "live" },
});
`;
}

/** The description that the state has. */
export const stored = '"Permissions of the order handler"';

export const shop: string = imports + main + subnet('"a"') + runner(stored);

/** Opens a project whose program is `shop`, and whose state has its resources. The import file `bucket.json` has a bucket. */
export async function openShop(): Promise<CliProject> {
  const project = makeProject({
    files: { "index.ts": shop, "shop.json": specsOf(vpc, subnetA, role), "bucket.json": specsOf(bucket) },
    // Skips type checks, because these tests don't need them, and they take seconds.
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
  });
  installSimcloudSdk(project);
  await exitsWith(0, project.run(["shop.json", "--yes", "--no-protect", "--state-only"]));
  return project;
}

/** Sets the configuration of the stack. */
export function configure(project: CliProject, values: string): void {
  project.write("Pulumi.dev.yaml", stackFile + values);
}

/** Imports the bucket into a program. Asserts that imp rejects the import with the message, and changes nothing. */
export async function assertRejected(project: CliProject, args: readonly string[], message: RegExp): Promise<void> {
  const before = writtenFiles(project);
  const ran = await exitsWith(1, project.run(["bucket.json", "--yes", ...args]));
  assert.match((ran.stdout + ran.stderr).replace(/\s+/g, " "), message, showRun(ran));
  assert.deepEqual(writtenFiles(project), before, "imp changed files");
  assertNoCopy(project);
}

/** Asserts that no copy of the project is left. */
export function assertNoCopy({ root }: CliProject): void {
  assert.deepEqual(
    readdirSync(root).filter((name) => name.startsWith(".imp-verify")),
    [],
  );
  assert.deepEqual(
    readdirSync(`${root}/tmp`).filter((name) => name.startsWith(".imp-verify")),
    [],
  );
}

/** Returns the files of the project that are not installed packages, by path. */
export function writtenFiles({ directory }: CliProject): ReadonlyMap<string, string> {
  const paths = readdirSync(directory, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .flatMap((entry) =>
      entry.isDirectory() ? filesBelow(join(directory, entry.name)) : [join(directory, entry.name)],
    );
  return new Map(paths.map((path) => [path, readFileSync(path, "latin1")]));
}
