/**
 * The files of a new project that all languages share: Pulumi.yaml, as `pulumi new` writes it.
 */
import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { NewProject, ProjectFile } from "../generator.ts";

/** @param runtime lines below `runtime:`, or its name alone */
export function projectFile(
  { name, description, backendUrl }: NewProject,
  runtime: string | readonly string[],
): ProjectFile {
  const lines = [
    `name: ${projectScalar(name)}`,
    `description: ${projectScalar(description)}`,
    ...(typeof runtime === "string" ? [`runtime: ${runtime}`] : ["runtime:", ...runtime.map((line) => `  ${line}`)]),
    ...(backendUrl === undefined ? [] : ["backend:", `  url: ${projectScalar(backendUrl)}`]),
  ];
  return { path: "Pulumi.yaml", text: `${lines.join("\n")}\n` };
}

/** The packages whose SDKs a registry has, sorted by name; a parameterized one's is generated. */
export function publishedPackages(
  { packages }: Program,
  { unpublished }: Pick<NewProject, "unpublished">,
): readonly PackageNode[] {
  return [...packages.values()]
    .filter(({ name, parameterization }) => parameterization === undefined && !unpublished.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A plain scalar where YAML reads it as the text that it is. */
function projectScalar(text: string): string {
  const isPlain = /^[A-Za-z][\w./ -]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$|\s$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
