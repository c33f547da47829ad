/** The Pulumi.yaml of a new project, as `pulumi new` writes it. */
import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { NewProject, ProjectFile } from "../generator.ts";
import { isGeneratedSdk } from "./generated-sdks.ts";

/** Returns the Pulumi.yaml of a new project. @param runtime the name of the runtime, or the lines under `runtime:` */
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

/** Returns the packages with a published SDK, sorted by name. SDKs of parameterized packages are generated. */
export function publishedPackages(
  { packages }: Program,
  { unpublished }: Pick<NewProject, "unpublished">,
): readonly PackageNode[] {
  return [...packages.values()]
    .filter((node) => !isGeneratedSdk(node, unpublished))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns a YAML scalar, with quotation marks if YAML would otherwise read another value. */
function projectScalar(text: string): string {
  const isPlain = /^[A-Za-z][\w./ -]*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n)$|\s$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
