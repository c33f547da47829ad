import type { Program } from "../../src/ir/program.ts";
import type { MissingSdk, NewProject, ProjectFile, SdkSearch } from "../generator.ts";
import { missingGeneratedSdks } from "../shared/node-sdks.ts";
import { projectFile, publishedPackages } from "../shared/project-file.ts";
import { sdkModule } from "./names.ts";

/** The core SDK's module with its minimum version. `go mod tidy` selects a newer version if an SDK requires it. */
const coreModule = "github.com/pulumi/pulumi/sdk/v3 v3.113.0";

/** Returns the files of a new project, as `pulumi new go` creates them, with exact SDK versions. */
export function newProject(program: Program, project: NewProject): readonly ProjectFile[] {
  const sdks = versionedModules(program, project).map(([module, version]) => `${module} ${version}`);
  const required = [...new Set([coreModule, ...sdks])].sort().map((line) => `\t${line}\n`);
  const module = project.name.replaceAll(/[^\w.-]/g, "-");
  return [
    projectFile(project, "go"),
    { path: "go.mod", text: `module ${module}\n\ngo 1.21\n\nrequire (\n${required.join("")})\n` },
  ];
}

/** Returns the SDKs to install: one `go get` command for all published SDKs, then the generated SDKs. */
export async function missingSdks(program: Program, search: SdkSearch): Promise<readonly MissingSdk[]> {
  const sdks = versionedModules(program, search).map(([module, version]) => `${module}@${version}`);
  const command = ["go", "get", "github.com/pulumi/pulumi/sdk/v3", ...sdks];
  return [...(await missingGeneratedSdks(program, search)), { kind: "published", command, isUnsure: true }];
}

function versionedModules(
  program: Program,
  project: Pick<NewProject, "unpublished">,
): readonly (readonly [module: string, version: string])[] {
  return publishedPackages(program, project).flatMap((node) =>
    node.version === undefined ? [] : [[sdkModule(node), `v${node.version}`] as const],
  );
}
