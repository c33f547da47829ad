/**
 * Collects the packages of a program: those of its resources, and of the types that their inputs name.
 */
import type { GraphResource } from "../graph.ts";
import type { PackageNode, ResourceNode } from "../ir/program.ts";
import type { Token } from "../ir/type.ts";
import { tokens } from "../ir/walk.ts";
import type { PackageSchema } from "../schema/types.ts";
import { narrowLanguage } from "./narrow-language.ts";

/**
 * Returns the packages in order of first use. Their `language` objects have the part that the modules in use need, those of an earlier run
 * included; a package without a schema keeps the object that it has.
 *
 * @param existing packages of the program that was printed before
 * @param nodes all nodes of the program
 */
export function printedPackages(
  resources: readonly GraphResource[],
  schemas: ReadonlyMap<string, PackageSchema>,
  existing: ReadonlyMap<string, PackageNode> | undefined,
  nodes: readonly ResourceNode[],
): ReadonlyMap<string, PackageNode> {
  const packages = new Map(existing);
  for (const resource of resources) {
    const { name } = resource.package;
    const schema = schemas.get(name);
    if (packages.has(name) || (resource.kind === "component" && resource.isRemote !== true)) continue;
    packages.set(name, packageNode(resource, schema));
  }
  for (const [name, used] of tokensByPackage(nodes)) {
    const schema = schemas.get(name);
    const node = packages.get(name) ?? { name, ...packageIdentity(schema), language: {} };
    if (schema === undefined) {
      packages.set(name, node);
      continue;
    }
    const { rivals: _, ...rest } = node;
    const modules = new Set([...used.values()].map(({ module }) => module));
    const rivals = schema.rivals(used.values());
    const language = narrowLanguage(schema.language, name, modules);
    packages.set(name, { ...rest, rivals: rivals.length === 0 ? undefined : rivals, language });
  }
  return packages;
}

/** By package, the tokens that the nodes name. */
function tokensByPackage(nodes: readonly ResourceNode[]): ReadonlyMap<string, ReadonlyMap<string, Token>> {
  const used = new Map<string, Map<string, Token>>();
  for (const node of nodes) {
    for (const token of tokens(node)) {
      const known = used.get(token.package) ?? new Map<string, Token>();
      used.set(token.package, known.set(token.token, token));
    }
  }
  return used;
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
    ...packageIdentity(schema),
    version: reference.version ?? schema?.version,
    pluginDownloadUrl: reference.pluginDownloadUrl,
    parameterization,
    language: {},
  };
}

function packageIdentity(schema: PackageSchema | undefined): Partial<PackageNode> {
  if (schema === undefined) return {};
  const { version, namespace, repository, supportPack } = schema;
  return { version, namespace, repository, supportPack };
}
