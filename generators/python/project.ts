import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { MissingSdk, NewProject, ProjectFile, SdkSearch } from "../generator.ts";
import { missingGeneratedSdks } from "../shared/node-sdks.ts";
import { projectFile, publishedPackages } from "../shared/project-file.ts";
import { pythonModule } from "./names.ts";

/** Returns the files of a new project, as `pulumi new python` creates them, with exact SDK versions. */
export function newProject(program: Program, project: NewProject): readonly ProjectFile[] {
  const sdks = publishedPackages(program, project).map(requirementOf);
  return [
    projectFile(project, ["name: python", "options:", "  toolchain: pip", "  virtualenv: venv"]),
    { path: "requirements.txt", text: ["pulumi>=3.0.0,<4.0.0", ...sdks, ""].join("\n") },
    { path: ".gitignore", text: "*.pyc\nvenv/\n" },
  ];
}

/** Returns the SDKs to install: one pip command for all published SDKs, then the generated SDKs. */
export async function missingSdks(program: Program, search: SdkSearch): Promise<readonly MissingSdk[]> {
  const command = ["pip", "install", "pulumi", ...publishedPackages(program, search).map(requirementOf)];
  return [...(await missingGeneratedSdks(program, search)), { kind: "published", command, isUnsure: true }];
}

function requirementOf(node: PackageNode): string {
  const name = pythonModule(node).replaceAll("_", "-");
  return node.version === undefined ? name : `${name}==${pythonVersion(node.version)}`;
}

/** Converts a version to the form on PyPI: `1.2.3-alpha.4+x` -> `1.2.3a4`. */
function pythonVersion(version: string): string {
  const [release = "", label = ""] = version.split("+", 1)[0]?.split(/-(.*)/s) ?? [];
  const prerelease = /^(alpha|beta|rc|dev)\.?(\d+)/.exec(label);
  if (prerelease === null) return release;
  const mark = { alpha: "a", beta: "b", rc: "rc", dev: ".dev" }[prerelease[1] ?? ""] ?? "";
  return `${release}${mark}${prerelease[2]}`;
}
