/**
 * A new C# project, as `pulumi new csharp` makes it, with the exact versions of the providers' SDKs.
 */
import type { Program } from "../../src/ir/program.ts";
import { type NewProject, type ProjectFile, projectFile, publishedPackages } from "../shared/project-file.ts";
import { packageNamespace } from "./names.ts";

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

export function install(program: Program, unpublished: ReadonlySet<string>): readonly string[] {
  const sdks = publishedPackages(program, { unpublished }).map(
    (node) => `${packageNamespace(node)}${node.version === undefined ? "" : ` --version ${node.version}`}`,
  );
  return ["Pulumi", ...sdks].map((sdk) => `dotnet add package ${sdk}`);
}
