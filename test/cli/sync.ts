/** A project whose objects in the simulated cloud the tests change, as a user does in a web console. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";
import { bucket, record, role, specsOf, subnetA, vpc } from "../support/quickstart-specs.ts";
import { installSimcloudSdk } from "../support/simcloud-sdk.ts";
import { imports, main, runner, stored, subnet } from "./whole-program.ts";

/** Code whose style imp must keep: it has comments, quotes, and a layout that imp's printer does not write. */
export const covers = `/* Covers of all books */
const covers = new simcloud.storage.Bucket("covers", {
    acl: 'private', // nobody reads drafts
    bucket: "bookshop-covers-7f3a",
    lifecycleRules: [
        // Drafts are short-lived.
        { id: "old-versions", enabled: true, prefix: "drafts/", expiration: { days: 30 } },
    ],
    tags: { app: "bookshop", stage: "live" },
    versioning: { enabled: true },
});
`;

export const www = `const www = new simcloud.dns.Record("www", {
    name: "www", records: ["bookshop-covers-7f3a.storage.us-east-1.simcloud.example"],
    ttl: 300, type: "CNAME", zone: "bookshop.example" });
`;

export const shop: string = imports + main + subnet('"a"') + runner(stored) + covers + www;

/** The keys of the objects in the cloud. */
export const keys = {
  main: "us-east-1|simcloud:network/vpc:Vpc|vpc-cbaa8a527bac7177e",
  a: "us-east-1|simcloud:network/subnet:Subnet|subnet-128efe6a078553a5b",
  runner: "us-east-1|simcloud:iam/role:Role|bookshop-order-runner",
  covers: "us-east-1|simcloud:storage/bucket:Bucket|bookshop-covers-7f3a",
  www: "us-east-1|simcloud:dns/record:Record|bookshop.example/www/CNAME",
} as const;

/** Opens a project whose program, state, and cloud agree. */
export async function openSyncedShop(): Promise<CliProject> {
  const project = makeProject({
    files: { "index.ts": shop, "shop.json": specsOf(vpc, subnetA, role, bucket, record) },
    // Skips type checks, because these tests don't need them, and they take seconds.
    env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
  });
  installSimcloudSdk(project);
  await exitsWith(0, project.run(["shop.json", "--yes", "--no-protect", "--state-only"]));
  return project;
}

/** Sets properties of an object in the cloud. */
export function changeCloud(project: CliProject, key: keyof typeof keys, properties: object): void {
  const file = join(project.root, "cloud.json");
  const cloud = JSON.parse(readFileSync(file, "utf8")) as { readonly objects: Record<string, object> };
  cloud.objects[keys[key]] = { ...cloud.objects[keys[key]], ...properties };
  writeFileSync(file, JSON.stringify(cloud));
}

/** Deletes an object in the cloud. */
export function deleteInCloud(project: CliProject, key: keyof typeof keys): void {
  const file = join(project.root, "cloud.json");
  const cloud = JSON.parse(readFileSync(file, "utf8")) as { readonly objects: Record<string, object> };
  delete cloud.objects[keys[key]];
  writeFileSync(file, JSON.stringify(cloud));
}
