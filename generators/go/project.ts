/**
 * A new Go project, as `pulumi new go` makes it, with the exact versions of the providers' SDKs.
 */
import type { Program } from "../../src/ir/program.ts";
import type { MissingSdk, NewProject, ProjectFile, SdkSearch } from "../generator.ts";
import { missingGeneratedSdks } from "../shared/node-sdks.ts";
import { projectFile, publishedPackages } from "../shared/project-file.ts";
import { sdkModule } from "./names.ts";

/** `go mod tidy` takes a newer one where an SDK asks for it. */
const core = "github.com/pulumi/pulumi/sdk/v3 v3.113.0";

export function newProject(program: Program, project: NewProject): readonly ProjectFile[] {
  const sdks = versionedModules(program, project).map(([module, version]) => `${module} ${version}`);
  const required = [...new Set([core, ...sdks])].sort().map((line) => `\t${line}\n`);
  const module = project.name.replaceAll(/[^\w.-]/g, "-");
  return [
    projectFile(project, "go"),
    { path: "go.mod", text: `module ${module}\n\ngo 1.21\n\nrequire (\n${required.join("")})\n` },
  ];
}

/** One command of Go for all that are published. */
export async function missingSdks(program: Program, place: SdkSearch): Promise<readonly MissingSdk[]> {
  const sdks = versionedModules(program, place).map(([module, version]) => `${module}@${version}`);
  const command = ["go", "get", "github.com/pulumi/pulumi/sdk/v3", ...sdks];
  return [...(await missingGeneratedSdks(program, place)), { kind: "published", command, isUnsure: true }];
}

function versionedModules(
  program: Program,
  project: Pick<NewProject, "unpublished">,
): readonly (readonly [module: string, version: string])[] {
  return publishedPackages(program, project).flatMap((node) =>
    node.version === undefined ? [] : [[sdkModule(node), `v${node.version}`] as const],
  );
}
