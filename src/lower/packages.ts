/**
 * The packages of a program: of its resources, and of the types that their inputs name.
 */
import type { GraphResource } from "../graph.ts";
import type { PackageNode, ResourceNode } from "../ir/program.ts";
import type { LanguageData } from "../ir/type.ts";
import { tokens } from "../ir/walk.ts";
import type { PackageSchema } from "../schema/types.ts";
import { narrowLanguage } from "./narrow-language.ts";

/**
 * In order of first use. Of the `language` object stands there what the modules need that the program uses, those of an earlier run
 * included; a package of which nobody gave a schema keeps what it has.
 *
 * @param existing packages of the program that was printed before
 * @param nodes all nodes of the program
 */
export function packagesOf(
  resources: readonly GraphResource[],
  schemas: ReadonlyMap<string, PackageSchema>,
  existing: ReadonlyMap<string, PackageNode> | undefined,
  nodes: readonly ResourceNode[],
): ReadonlyMap<string, PackageNode> {
  const packages = new Map(existing);
  for (const resource of resources) {
    const { name } = resource.package;
    const schema = schemas.get(name);
    if (packages.has(name) || (resource.kind === "component" && schema === undefined)) continue;
    packages.set(name, packageNode(resource, schema));
  }
  const modules = modulesOf(nodes, packages);
  for (const [name, used] of modules) {
    const schema = schemas.get(name);
    const node = packages.get(name) ?? { name, ...identityOf(schema), language: {} };
    const language: LanguageData = schema === undefined ? node.language : narrowLanguage(schema.language, name, used);
    packages.set(name, { ...node, language });
  }
  return packages;
}

/** By package, the modules that the nodes name. A component of the program itself belongs to no package, its types do. */
function modulesOf(
  nodes: readonly ResourceNode[],
  packages: ReadonlyMap<string, PackageNode>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const modules = new Map<string, Set<string>>();
  for (const node of nodes) {
    for (const token of tokens(node)) {
      if (token === node.resource && !packages.has(token.package)) continue;
      const known = modules.get(token.package) ?? new Set<string>();
      modules.set(token.package, known.add(token.module));
    }
  }
  return modules;
}

function packageNode(resource: GraphResource, schema: PackageSchema | undefined): PackageNode {
  const reference = resource.package;
  const given = reference.parameterization;
  const parameterization =
    given === undefined
      ? schema?.parameterization
      : { baseProvider: { name: given.pluginName, version: given.pluginVersion }, parameter: given.value };
  return {
    name: reference.name,
    ...identityOf(schema),
    ...(reference.version === undefined ? {} : { version: reference.version }),
    ...(reference.pluginDownloadUrl === undefined ? {} : { pluginDownloadUrl: reference.pluginDownloadUrl }),
    ...(parameterization === undefined ? {} : { parameterization }),
    language: {},
  };
}

function identityOf(schema: PackageSchema | undefined): Partial<PackageNode> {
  if (schema === undefined) return {};
  const { version, namespace, repository, supportPack } = schema;
  return {
    ...(version === undefined ? {} : { version }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(repository === undefined ? {} : { repository }),
    ...(supportPack === undefined ? {} : { supportPack }),
  };
}
