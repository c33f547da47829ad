import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { MissingSdk, NewProject, ProjectFile, SdkSearch } from "../generator.ts";
import { generatedSdk, isGeneratedSdk } from "../shared/generated-sdks.ts";
import { projectFile } from "../shared/project-file.ts";
import { declaredSdks } from "./declared-sdks.ts";
import { scalar } from "./strings.ts";

/** Returns the parameterized packages and extensions that are not declared. The runtime can't find their plugins without a declaration. */
export async function missingSdks(program: Program, { folder }: SdkSearch): Promise<readonly MissingSdk[]> {
  const packages = [...program.packages.values()].filter((node) => isGeneratedSdk(node, new Set()));
  const declared = await declaredSdks(packages, folder, false);
  const isDeclared = ({ name }: PackageNode): boolean => {
    const sdk = declared.get(name);
    return sdk?.parameterization !== undefined || sdk?.extends !== undefined;
  };
  return packages.filter((node) => !isDeclared(node)).map(generatedSdk);
}

/** Returns the files of a new project: Pulumi.yaml, and package declarations as `pulumi package add` writes them. */
export function newProject(program: Program, project: NewProject): readonly ProjectFile[] {
  const declared = [...program.packages.values()].filter(({ version }) => version !== undefined);
  const sorted = declared.sort((a, b) => (a.name < b.name ? -1 : 1));
  return [projectFile(project, "yaml"), ...sorted.map(packageDeclaration)];
}

/** Returns the declaration of a package (docs/programs.md#yaml). For a parameterized package or an extension, it starts with the base plugin. */
function packageDeclaration(node: PackageNode): ProjectFile {
  const { name, version, pluginDownloadUrl, parameterization, extension } = node;
  const added = parameterization ?? extension;
  const plugin = added?.baseProvider ?? { name, version };
  const lines = [
    "packageDeclarationVersion: 1",
    `name: ${scalar(plugin.name)}`,
    `version: ${scalar(plugin.version ?? "")}`,
    ...(pluginDownloadUrl === undefined ? [] : [`downloadUrl: ${scalar(pluginDownloadUrl)}`]),
    ...(added === undefined
      ? []
      : [
          extension === undefined ? "parameterization:" : "extension:",
          `  name: ${scalar(name)}`,
          `  version: ${scalar(version ?? "")}`,
          `  value: ${scalar(added.parameter)}`,
        ]),
  ];
  return { path: `sdks/${name}.yaml`, text: `${lines.join("\n")}\n` };
}
