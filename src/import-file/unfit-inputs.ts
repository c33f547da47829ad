import type { Urn } from "../graph.ts";
import { type ShownMisfit, shownMisfits } from "../schema/judge/shown-misfits.ts";
import { argumentsFromTexts, engineSettings } from "../schema/provider-arguments.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { TextLocation } from "./import-specs.ts";
import type { ResolvedSpec, ResolvedSpecs } from "./resolved-specs.ts";

/** A part of the inputs that does not match its type in the schema. */
export interface UnfitInput extends ShownMisfit {
  readonly urn: Urn;
  readonly where: TextLocation;
}

/**
 * Finds the `inputs` of import files that do not match their types in the package's schema. They are only warnings, because the provider
 * may accept them. Omits unknown top-level properties of resources, which are errors (`UNKNOWN_INPUT`).
 */
export function unfitInputs(
  { resources }: Pick<ResolvedSpecs, "resources">,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly UnfitInput[] {
  return resources.flatMap((spec) => {
    const { name, version } = spec.package;
    const schema = schemas.get(`${name}@${version}`) ?? schemas.get(name);
    const { urn, locateInput: placeOfInput } = spec;
    // Skips inputs from another stack, because the user cannot correct them.
    if (schema === undefined || placeOfInput === undefined) return [];
    return specMisfits(spec, schema, schemas).map((misfit) => ({ ...misfit, urn, where: placeOfInput(misfit.path) }));
  });
}

function specMisfits(
  { kind, type, inputs = new Map() }: ResolvedSpec,
  schema: PackageSchema,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly ShownMisfit[] {
  switch (kind) {
    case "component":
    case "external":
      return [];
    case "provider": {
      const { inputs: properties } = schema.provider;
      const misfits = shownMisfits(argumentsFromTexts(inputs, properties), properties, schema, schemas);
      return misfits.filter(({ path: [name] }) => !engineSettings.has(String(name)));
    }
    case "custom": {
      const properties = schema.resource(type)?.inputs;
      if (properties === undefined) return [];
      const misfits = shownMisfits(inputs, properties, schema, schemas);
      return misfits.filter(({ path, why }) => why.kind !== "unknown property" || path.length > 1);
    }
  }
}
