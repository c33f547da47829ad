import type { Program } from "../../src/ir/program.ts";
import type { MissingSdk, NewProject, ProjectFile, SdkSearch } from "../generator.ts";
import { missingGeneratedSdks } from "../shared/node-sdks.ts";
import { projectFile, publishedPackages } from "../shared/project-file.ts";
import { packageNamespace } from "./names.ts";

/** Returns the files of a new project, as `pulumi new csharp` creates them, with exact SDK versions. */
export function newProject(program: Program, project: NewProject): readonly ProjectFile[] {
  const sdks = publishedPackages(program, project).map(
    (node) => [packageNamespace(node), node.version ?? "*"] as const,
  );
  const references = [["Pulumi", "3.*"] as const, ...sdks].map(
    ([name, version]) => `    <PackageReference Include="${name}" Version="${version}" />\n`,
  );
  const text = [
    `<Project Sdk="Microsoft.NET.Sdk">\n\n`,
    "  <PropertyGroup>\n    <OutputType>Exe</OutputType>\n    <TargetFramework>net8.0</TargetFramework>\n",
    "    <Nullable>enable</Nullable>\n  </PropertyGroup>\n\n",
    `  <ItemGroup>\n${references.join("")}  </ItemGroup>\n\n</Project>\n`,
  ].join("");
  return [
    projectFile(project, "dotnet"),
    { path: `${project.name}.csproj`, text },
    { path: ".gitignore", text: "bin/\nobj/\n" },
  ];
}

/** Returns the SDKs to install. `dotnet add package` accepts one package at a time. */
export async function missingSdks(program: Program, search: SdkSearch): Promise<readonly MissingSdk[]> {
  const sdks = publishedPackages(program, search).map((node) => [
    packageNamespace(node),
    ...(node.version === undefined ? [] : ["--version", node.version]),
  ]);
  const published = [["Pulumi"], ...sdks].map(
    (words): MissingSdk => ({ kind: "published", command: ["dotnet", "add", "package", ...words], isUnsure: true }),
  );
  return [...(await missingGeneratedSdks(program, search)), ...published];
}
