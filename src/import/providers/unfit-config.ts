/** Finds values from the command line that do not match the type of their provider setting. imp only warns, because the provider decides. */
import type { StackConfig } from "../../domain/stack-config.ts";
import { type ShownMisfit, shownMisfits } from "../../schema/judge/shown-misfits.ts";
import { argumentsFromTexts, engineSettings } from "../../schema/provider-arguments.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { secretValue, stringValue } from "../../value/value.ts";

export interface UnfitConfig extends ShownMisfit {
  /** The configuration key, `namespace:name`. The first element of the path is the name. */
  readonly key: string;
}

/** Returns the values that do not match. A value is a string, or JSON if the schema's type is not a string. An empty string matches every type. */
export function unfitConfig(config: StackConfig, schemas: ReadonlyMap<string, PackageSchema>): readonly UnfitConfig[] {
  return [...config].flatMap(([key, { text, secret, source }]): readonly UnfitConfig[] => {
    const [name = "", setting = ""] = key.split(/:([\s\S]*)/);
    const schema = schemas.get(name);
    if (source !== "flag" || text === "" || schema === undefined || engineSettings.has(setting)) return [];
    const { inputs: properties } = schema.provider;
    const value = secret ? secretValue(stringValue(text)) : stringValue(text);
    const inputs = argumentsFromTexts(new Map([[setting, value]]), properties);
    return shownMisfits(inputs, properties, schema, schemas).map((misfit) => ({ key, ...misfit }));
  });
}
