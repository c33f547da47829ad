import { compareTexts } from "../../domain/order/by-needs.ts";
import { getOrInsert } from "../../domain/order/maps.ts";
import type { PackageSchema } from "../types.ts";
import { packageHead } from "./describe.ts";
import { plainDescription } from "./description.ts";
import type { ModuleFacts, ShownPackage } from "./facts.ts";
import { propertyTree } from "./property-tree.ts";

/** Describes a package. Throws SCHEMA_BROKEN if a part is invalid. */
export function describePackage(schema: PackageSchema): ShownPackage {
  const { pluginDownloadUrl, repository, parameterization, config, provider } = schema;
  const { description, ...texts } = schema.about;
  const tokens = schema.resourceTokens();
  return {
    kind: "package",
    package: packageHead(schema),
    ...texts,
    description: plainDescription(description),
    repository,
    pluginDownloadUrl,
    parameterization: parameterization && {
      pluginName: parameterization.baseProvider.name,
      pluginVersion: parameterization.baseProvider.version,
    },
    counts: {
      resources: tokens.length,
      components: tokens.filter((token) => isComponent(schema, token)).length,
      functions: schema.functionTokens().length,
      types: schema.typeTokens().length,
    },
    modules: moduleFacts(schema),
    config: propertyTree(schema, {
      properties: config.variables,
      required: new Set([...config.required, ...config.listed]),
    }),
    provider: propertyTree(schema, { properties: provider.inputs, required: provider.requiredInputs }),
  };
}

/** Returns true for a component. Searches the text first to avoid parsing all resources. */
function isComponent(schema: PackageSchema, token: string): boolean {
  return schema.jsonText("resources", token).includes('"isComponent"') && schema.resource(token)?.isComponent === true;
}

function moduleFacts(schema: PackageSchema): readonly ModuleFacts[] {
  const modules = new Map<string, { resources: number; functions: number; types: number }>();
  const count = (part: "resources" | "functions" | "types", tokens: readonly string[]): void => {
    for (const token of tokens)
      getOrInsert(modules, schema.token(token).module, () => ({ resources: 0, functions: 0, types: 0 }))[part] += 1;
  };
  count("resources", schema.resourceTokens());
  count("functions", schema.functionTokens());
  count("types", schema.typeTokens());
  return [...modules].map(([name, counts]) => ({ name, ...counts })).toSorted((a, b) => compareTexts(a.name, b.name));
}
