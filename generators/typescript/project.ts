import type { Program } from "../../src/ir/program.ts";
import type { MissingSdk, NewProject, ProjectFile, SdkSearch } from "../generator.ts";
import { generatedSdk, isGeneratedSdk } from "../shared/generated-sdks.ts";
import { missingNodeSdks, npmName } from "../shared/node-sdks.ts";
import { projectFile, publishedPackages } from "../shared/project-file.ts";

/** Returns the SDKs to install: npm installs published SDKs with the versions of the program, and `pulumi package add` generates the other SDKs. */
export async function missingSdks(
  program: Program,
  { folder, unpublished }: SdkSearch,
): Promise<readonly MissingSdk[]> {
  const missing = await missingNodeSdks(program, folder);
  return missing.map((node): MissingSdk => {
    if (isGeneratedSdk(node, unpublished)) return generatedSdk(node);
    const version = node.version === undefined ? "" : `@${node.version}`;
    return { kind: "published", command: ["npm", "install", `${npmName(node)}${version}`] };
  });
}

/** Returns the files of a new project, as `pulumi new typescript` creates them, with exact SDK versions. */
export function newProject(program: Program, project: NewProject): readonly ProjectFile[] {
  const sdks = publishedPackages(program, project).map((node) => [npmName(node), node.version ?? "*"] as const);
  const dependencies = Object.fromEntries([["@pulumi/pulumi", "^3.113.0"] as const, ...sdks].sort(byName));
  const manifest = {
    // npm allows fewer names than Pulumi.
    name: project.name.toLowerCase().replace(/^[._]+/, ""),
    private: true,
    main: "index.ts",
    devDependencies: { "@types/node": "^18", typescript: "^5.0.0" },
    dependencies,
  };
  const compilerOptions = {
    strict: true,
    outDir: "bin",
    target: "es2020",
    // Set both options. Newer SDKs set the one that is missing, and the two must match.
    module: "nodenext",
    moduleResolution: "nodenext",
    pretty: true,
    sourceMap: true,
    experimentalDecorators: true,
    noFallthroughCasesInSwitch: true,
    noImplicitReturns: true,
    forceConsistentCasingInFileNames: true,
  };
  return [
    projectFile(project, ["name: nodejs", "options:", "  packagemanager: npm"]),
    { path: "package.json", text: jsonFile(manifest) },
    { path: "tsconfig.json", text: jsonFile({ compilerOptions, files: ["index.ts"] }) },
    { path: ".gitignore", text: "/bin/\n/node_modules/\n" },
  ];
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}

function jsonFile(value: unknown): string {
  return `${JSON.stringify(value, null, 4)}\n`;
}
