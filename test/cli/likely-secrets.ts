/** imp detects likely secrets by their name or form if no schema marks them. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { findLeaks } from "../real/find-leaks.ts";
import type { CliProject } from "../support/cli-project.ts";
import { functionEstate } from "../support/function-estate.ts";
import type { Ran } from "../support/imp-process.ts";

export const token = "canary-token-5d1e77a0";
export const database = "canary-database-91c2f4be";
export const script = "canary-script-77ab31d9";
const variables = {
  API_TOKEN: token,
  DATABASE_URL: `postgres://shop:${database}@db.example:5432/shop`,
  TOKEN_TTL: "3600",
  SECRET_ARN: "arn:sim:vault:us-east-1:123456789012:secret/shop",
  STAGE: "live",
};

/** Labels with a copy of one of the secret variables, and a shell script with a password that contains HTML. */
const settings = {
  environment: { variables },
  labels: { note: `#!/bin/sh\nexport DB_PASSWORD=${script}\n`, copy: `see ${token}` },
};

export const { cloud, specs } = functionEstate(settings);

/** Asserts that no file of the project and no output contains a secret. */
export function assertNoLeak(project: CliProject, ...runs: readonly Ran[]): void {
  const output = new Map(runs.map((ran, index) => [`run ${index}`, `${ran.stdout}\n${ran.stderr}`]));
  const directories = [project.directory, join(project.root, "home"), join(project.root, "tmp")];
  assert.deepEqual(findLeaks(directories, [token, database, script], output), []);
}
