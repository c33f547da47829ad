import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { MissingSdk, NewProject, ProjectFile, SdkSearch } from "../generator.ts";
import { generatedSdk } from "../shared/generated-sdks.ts";
import { projectFile } from "../shared/project-file.ts";
import { declaredSdks } from "./declared-sdks.ts";
import { scalar } from "./strings.ts";

/** Returns the parameterized packages that are not declared. The runtime can't find their plugins without a declaration. */
export async function missingSdks(program: Program, { folder }: SdkSearch): Promise<readonly MissingSdk[]> {
  const packages = [...program.packages.values()].filter(({ parameterization }) => parameterization !== undefined);
  const declared = await declaredSdks(packages, folder, false);
  return packages.filter(({ name }) => declared.get(name)?.parameterization === undefined).map(generatedSdk);
}

/** Returns the files of a new project: Pulumi.yaml, and package declarations as `pulumi package add` writes them. */
export function newProject(program: Program, project: NewProject): readonly ProjectFile[] {
  const declared = [...program.packages.values()].filter(({ version }) => version !== undefined);
  const sorted = declared.sort((a, b) => (a.name < b.name ? -1 : 1));
  return [projectFile(project, "yaml"), ...sorted.map(packageDeclaration)];
}

/** Returns the declaration of a package (docs/programs.md#yaml). For a parameterized package, it starts with the base plugin. */
function packageDeclaration({ name, version, pluginDownloadUrl, parameterization }: PackageNode): ProjectFile {
  const plugin = parameterization?.baseProvider ?? { name, version };
  const lines = [
    "packageDeclarationVersion: 1",
    `name: ${scalar(plugin.name)}`,
    `version: ${scalar(plugin.version ?? "")}`,
    ...(pluginDownloadUrl === undefined ? [] : [`downloadUrl: ${scalar(pluginDownloadUrl)}`]),
    ...(parameterization === undefined
      ? []
      : [
          "parameterization:",
          `  name: ${scalar(name)}`,
          `  version: ${scalar(version ?? "")}`,
          `  value: ${scalar(parameterization.parameter)}`,
        ]),
  ];
  return { path: `sdks/${name}.yaml`, text: `${lines.join("\n")}\n` };
}
