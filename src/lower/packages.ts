/** Collects the packages of a program's resources and of the types in their inputs. */
import type { GraphResource } from "../domain/graph.ts";
import type { PackageNode, ResourceNode } from "../ir/program.ts";
import type { Token } from "../ir/type.ts";
import { tokens } from "../ir/walk.ts";
import type { PackageSchema } from "../schema/types.ts";
import { narrowLanguage } from "./narrow-language.ts";

/**
 * Returns the packages in order of first use, with `language` objects reduced to the used modules. A package without a schema keeps its object.
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
    const isOfCore = resource.kind === "stack" || (resource.kind === "component" && resource.isRemote !== true);
    if (packages.has(name) || isOfCore) continue;
    packages.set(name, packageNode(resource, schema));
  }
  for (const [name, used] of tokensByPackage(nodes)) {
    const schema = schemas.get(name);
    const node = packages.get(name) ?? { name, ...packageIdentity(schema), language: {} };
    if (schema === undefined) {
      packages.set(name, node);
      continue;
    }
    const { rivals: _, ...nodeWithoutRivals } = node;
    const modules = new Set([...used.values()].map(({ module }) => module));
    const rivals = schema.rivals(used.values());
    const language = narrowLanguage(schema.language, name, modules);
    packages.set(name, { ...nodeWithoutRivals, rivals: rivals.length === 0 ? undefined : rivals, language });
  }
  return packages;
}

function tokensByPackage(nodes: readonly ResourceNode[]): ReadonlyMap<string, ReadonlyMap<string, Token>> {
  const used = new Map<string, Map<string, Token>>();
  for (const node of nodes) {
    for (const token of tokens(node)) {
      const packageTokens = used.get(token.package) ?? new Map<string, Token>();
      used.set(token.package, packageTokens.set(token.token, token));
    }
  }
  return used;
}

function packageNode(resource: GraphResource, schema: PackageSchema | undefined): PackageNode {
  const reference = resource.package;
  const { parameterization: pluginParameter, extends: provider } = reference;
  const parameterization =
    pluginParameter === undefined
      ? schema?.parameterization
      : {
          baseProvider: { name: pluginParameter.pluginName, version: pluginParameter.pluginVersion },
          parameter: pluginParameter.value,
        };
  const version = provider?.version ?? schema?.extension?.baseProvider.version;
  return {
    name: reference.name,
    ...packageIdentity(schema),
    version: reference.version ?? schema?.version,
    pluginDownloadUrl: reference.pluginDownloadUrl,
    parameterization,
    extension:
      provider === undefined || version === undefined
        ? undefined
        : { baseProvider: { name: provider.name, version }, parameter: provider.value },
    language: {},
  };
}

function packageIdentity(schema: PackageSchema | undefined): Partial<PackageNode> {
  if (schema === undefined) return {};
  const { version, namespace, repository, supportPack } = schema;
  return { version, namespace, repository, supportPack };
}
