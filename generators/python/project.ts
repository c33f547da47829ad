/**
 * A new Python project, as `pulumi new python` makes it, with the exact versions of the providers' SDKs.
 */
import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { MissingSdk, NewProject, ProjectFile, SdkPlace } from "../generator.ts";
import { missingGeneratedSdks } from "../shared/node-sdks.ts";
import { projectFile, publishedPackages } from "../shared/project-file.ts";
import { pythonModule } from "./names.ts";

export function newProject(program: Program, project: NewProject): readonly ProjectFile[] {
  const sdks = publishedPackages(program, project).map(requirementOf);
  return [
    projectFile(project, ["name: python", "options:", "  toolchain: pip", "  virtualenv: venv"]),
    { path: "requirements.txt", text: ["pulumi>=3.0.0,<4.0.0", ...sdks, ""].join("\n") },
    { path: ".gitignore", text: "*.pyc\nvenv/\n" },
  ];
}

/** One command of pip for all that are published. */
export async function missingSdks(program: Program, place: SdkPlace): Promise<readonly MissingSdk[]> {
  const command = ["pip", "install", "pulumi", ...publishedPackages(program, place).map(requirementOf)];
  return [...(await missingGeneratedSdks(program, place)), { kind: "published", command, isUnsure: true }];
}

function requirementOf(node: PackageNode): string {
  const name = pythonModule(node).replaceAll("_", "-");
  return node.version === undefined ? name : `${name}==${pythonVersion(node.version)}`;
}

/** As the SDKs are published: `1.2.3-alpha.4+x` -> `1.2.3a4`. */
function pythonVersion(version: string): string {
  const [release = "", label = ""] = version.split("+", 1)[0]?.split(/-(.*)/s) ?? [];
  const found = /^(alpha|beta|rc|dev)\.?(\d+)/.exec(label);
  if (found === null) return release;
  const mark = { alpha: "a", beta: "b", rc: "rc", dev: ".dev" }[found[1] ?? ""] ?? "";
  return `${release}${mark}${found[2]}`;
}
