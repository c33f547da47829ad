/** Errors of backends in buckets that cannot be reached. The tests with working buckets are in test/real. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliProject, exitsWith, makeProject } from "../support/cli-project.ts";

/** A preloaded module that makes the npm package of a bucket client look missing. */
const withoutClient = `
import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(\`
  export async function resolve(specifier, context, next) {
    if (specifier !== "@aws-sdk/client-s3") return await next(specifier, context);
    throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
  }\`));
`;

describe("a backend in a bucket", () => {
  let project: CliProject;
  const keys = { AWS_ACCESS_KEY_ID: "any", AWS_SECRET_ACCESS_KEY: "canary-secret" };
  before(() => {
    project = makeProject();
    writeFileSync(join(project.root, "without-client.mjs"), withoutClient);
  });
  after(() => project.remove());

  for (const [title, url, env, pattern] of [
    [
      "whose client is not installed",
      "s3://states?region=us-east-1",
      (root: string) => ({ NODE_OPTIONS: `--import=${join(root, "without-client.mjs")}` }),
      /\(CLIENT_MISSING\).*npm install @aws-sdk\/client-s3/,
    ],
    [
      "with no server at its port",
      "s3://states?region=us-east-1&endpoint=127.0.0.1:9&disableSSL=true&s3ForcePathStyle=true",
      () => keys,
      /\(STORE_REFUSED\).*s3:\/\/states\/\.pulumi\/meta\.yaml.*ECONNREFUSED/,
    ],
    ["without a region", "s3://states", () => keys, /\(BACKEND_URL\).*The region is missing/],
    ["with an unknown option", "s3://states?regoin=x", () => keys, /\(BACKEND_URL\).*"regoin"/],
    [
      "without credentials",
      "s3://states?region=us-east-1&endpoint=127.0.0.1:9&disableSSL=true",
      () => ({ AWS_EC2_METADATA_DISABLED: "true" }),
      /\(STORE_REFUSED\).*No credentials found/,
    ],
  ] as const)
    it(`reports why imp cannot open a bucket ${title}`, async () => {
      const before = project.files();
      const more = { PULUMI_BACKEND_URL: url, ...env(project.root) };
      const ran = await exitsWith(1, project.run(["specs.json", "--yes"], more));
      assert.match(ran.stderr.replace(/\s+/g, " "), pattern);
      assert.doesNotMatch(ran.stderr + ran.stdout, /canary|NodeVersionSupportWarning/);
      assert.deepEqual(project.files(), before);
    });
});
