import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { MissingSdk, NewProject, ProjectFile, SdkSearch } from "../generator.ts";
import { generatedSdk } from "../shared/generated-sdks.ts";
import { projectFile } from "../shared/project-file.ts";
import { terraformSource } from "./provider-source.ts";
import { requiredProviders } from "./required-providers.ts";

/** Returns the parameterized packages that `sdks` does not describe. The runtime cannot find their plugins without a description. */
export async function missingSdks(program: Program, { folder }: SdkSearch): Promise<readonly MissingSdk[]> {
  const packages = [...program.packages.values()].filter(({ parameterization }) => parameterization !== undefined);
  const described = await requiredProviders(packages, folder);
  return packages.filter(({ name }) => described.get(name)?.parameterization === undefined).map(generatedSdk);
}

/** Returns the files of a new project: Pulumi.yaml, and descriptions of parameterized packages as `pulumi package add` writes them. */
export function newProject(program: Program, project: NewProject): readonly ProjectFile[] {
  const described = [...program.packages.values()].flatMap((node) => packageDescription(node) ?? []);
  return [projectFile(project, "hcl"), ...described.sort((a, b) => (a.path < b.path ? -1 : 1))];
}

/** Returns the description of a parameterized package: the base plugin and the parameter. */
function packageDescription(node: PackageNode): ProjectFile | undefined {
  const { name, version, pluginDownloadUrl, parameterization } = node;
  if (parameterization === undefined) return undefined;
  const { baseProvider, parameter } = parameterization;
  const description = {
    Name: baseProvider.name,
    Kind: "resource",
    Version: baseProvider.version,
    PluginDownloadURL: pluginDownloadUrl ?? "",
    Parameterization: { Name: name, Version: version ?? "", Value: parameter },
    source: terraformSource(node),
  };
  return { path: `sdks/${name}/hcl.sdk.json`, text: `${JSON.stringify(description, null, 2)}\n` };
}
