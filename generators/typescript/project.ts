/**
 * A new TypeScript project, as `pulumi new typescript` makes it, with the exact versions of the providers' SDKs.
 */
import type { Program } from "../../src/ir/program.ts";
import { type NewProject, type ProjectFile, projectFile, publishedPackages } from "../shared/project-file.ts";
import { npmName } from "./names.ts";

export function newProject(program: Program, project: NewProject): readonly ProjectFile[] {
  const sdks = publishedPackages(program, project).map((node) => [npmName(node), node.version ?? "*"] as const);
  const dependencies = Object.fromEntries([["@pulumi/pulumi", "^3.113.0"] as const, ...sdks].sort(byName));
  const manifest = {
    // npm takes fewer names than Pulumi does.
    name: project.name.toLowerCase().replace(/^[._]+/, ""),
    private: true,
    main: "index.ts",
    devDependencies: { "@types/node": "^18", typescript: "^5.0.0" },
    dependencies,
  };
  const compilerOptions = {
    ...{ strict: true, outDir: "bin", target: "es2020", module: "commonjs", pretty: true },
    ...{ sourceMap: true, experimentalDecorators: true, noFallthroughCasesInSwitch: true, noImplicitReturns: true },
    forceConsistentCasingInFileNames: true,
  };
  return [
    projectFile(project, ["name: nodejs", "options:", "  packagemanager: npm"]),
    { path: "package.json", text: json(manifest) },
    { path: "tsconfig.json", text: json({ compilerOptions, files: ["index.ts"] }) },
    { path: ".gitignore", text: "/bin/\n/node_modules/\n" },
  ];
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 4)}\n`;
}
