/**
 * Describes a package as a whole.
 */
import { own } from "../fields.ts";
import type { OpenSchema } from "../load.ts";
import type { IndexedPart } from "../schema-index.ts";
import { configOf, headOf, providerInputs } from "./describe.ts";
import { plainDescription } from "./description.ts";
import type { ModuleFacts, ShownPackage } from "./facts.ts";

/** @throws ImpError SCHEMA_BROKEN */
export function describePackage(open: OpenSchema): ShownPackage {
  const { schema, text } = open;
  const { members } = text;
  const { pluginDownloadUrl, repository, parameterization } = schema;
  const description = plainDescription(textPart(open, "description"));
  const texts = ["displayName", "publisher", "license", "homepage"] as const;
  return {
    kind: "package",
    package: headOf(open),
    ...Object.fromEntries(texts.flatMap((key) => (textPart(open, key) ? [[key, textPart(open, key)]] : []))),
    ...(description !== undefined && { description }),
    ...(repository !== undefined && { repository }),
    ...(pluginDownloadUrl !== undefined && { pluginDownloadUrl }),
    ...(parameterization !== undefined && {
      parameterization: {
        pluginName: parameterization.baseProvider.name,
        pluginVersion: parameterization.baseProvider.version,
      },
    }),
    counts: {
      resources: members.resources.keys().length,
      components: schema.resourceTokens().filter((token) => isComponent(open, token)).length,
      functions: members.functions.keys().length,
      types: members.types.keys().length,
    },
    modules: modulesOf(open),
    config: configOf(open),
    provider: providerInputs(open),
  };
}

function textPart({ text }: OpenSchema, key: string): string | undefined {
  const value = text.part(key);
  return typeof value === "string" ? value : undefined;
}

function isComponent({ text }: OpenSchema, token: string): boolean {
  return own(text.spec("resources", token) ?? {}, "isComponent") === true;
}

function modulesOf({ text }: OpenSchema): readonly ModuleFacts[] {
  const found = new Map<string, Record<IndexedPart, number>>();
  for (const section of ["resources", "functions", "types"] as const) {
    for (const token of text.members[section].keys()) {
      const { module } = text.token(token);
      const counts = found.get(module) ?? { resources: 0, functions: 0, types: 0 };
      counts[section] += 1;
      found.set(module, counts);
    }
  }
  return [...found].map(([name, counts]) => ({ name, ...counts })).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
