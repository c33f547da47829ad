/**
 * Finds the configuration of the command line that does not fit what a package configures. None is refused: the provider decides what it takes.
 */
import type { StackConfig } from "../../domain/stack-config.ts";
import { type ShownMisfit, shownMisfits } from "../../schema/judge/shown-misfits.ts";
import { argumentsFromTexts, engineSettings } from "../../schema/provider-arguments.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { secretValue, stringValue } from "../../value/value.ts";

export interface UnfitConfig extends ShownMisfit {
  /** `namespace:name`; the path begins with the name. */
  readonly key: string;
}

/** Values are texts, and JSON where the schema has no text; an empty text is the zero of every type. */
export function unfitConfig(config: StackConfig, schemas: ReadonlyMap<string, PackageSchema>): readonly UnfitConfig[] {
  return [...config].flatMap(([key, { text, secret, source }]): readonly UnfitConfig[] => {
    const [name = "", setting = ""] = key.split(/:([\s\S]*)/);
    const schema = schemas.get(name);
    if (source !== "flag" || text === "" || schema === undefined || engineSettings.has(setting)) return [];
    const { inputs: properties } = schema.provider;
    const value = secret ? secretValue(stringValue(text)) : stringValue(text);
    const given = argumentsFromTexts(new Map([[setting, value]]), properties);
    return shownMisfits(given, properties, schema, schemas).map((misfit) => ({ key, ...misfit }));
  });
}
