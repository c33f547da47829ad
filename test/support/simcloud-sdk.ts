/** Installs a small SDK of the simulated cloud in the node_modules of a test project, so that its program can run. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CliProject } from "./cli-project.ts";
import { projectRoot } from "./imp-process.ts";

/** The classes that the test programs use, by module, with the outputs that they refer to. */
const classes = {
  network: { Vpc: "vpc:Vpc", Subnet: "subnet:Subnet" },
  storage: { Bucket: "bucket:Bucket", BucketPolicy: "bucketPolicy:BucketPolicy" },
  iam: { Role: "role:Role" },
  dns: { Record: "record:Record" },
  quirk: { Replacer: "replacer:Replacer" },
} as const;

/** Installs the SDK, and links to the Pulumi SDK of this repository. */
export function installSimcloudSdk({ directory }: Pick<CliProject, "directory">): void {
  const scope = join(directory, "node_modules", "@pulumi");
  mkdirSync(join(scope, "simcloud"), { recursive: true });
  symlinkSync(join(projectRoot, "node_modules", "@pulumi", "pulumi"), join(scope, "pulumi"));
  const modules = Object.entries(classes).map(([module, types]) => {
    const members = Object.entries(types).map(([name, token]) => `${name}: resource("simcloud:${module}/${token}")`);
    return `exports.${module} = { ${members.join(", ")} };`;
  });
  writeFileSync(join(scope, "simcloud", "index.js"), [head, ...modules, ""].join("\n"));
  const types = Object.keys(classes).map((module) => `export declare const ${module}: any;`);
  writeFileSync(
    join(scope, "simcloud", "index.d.ts"),
    [...types, "export declare const Provider: any;", ""].join("\n"),
  );
  writeFileSync(
    join(scope, "simcloud", "package.json"),
    JSON.stringify({ name: "@pulumi/simcloud", version: "1.0.0", main: "index.js" }),
  );
}

const head = `
const pulumi = require("@pulumi/pulumi");
const resource = (type) => class extends pulumi.CustomResource {
  constructor(name, args, options) {
    super(type, name, { arn: undefined, ...args }, pulumi.mergeOptions({ version: "1.0.0" }, options));
  }
};
exports.Provider = class extends pulumi.ProviderResource {
  constructor(name, args, options) { super("simcloud", name, args, options); }
};
`;
