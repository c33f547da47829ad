/**
 * Finds the `inputs` of import files that do not fit the types of the package's schema. None is refused: the provider decides what it takes.
 */
import type { Urn } from "../graph.ts";
import { type ShownMisfit, shownMisfits } from "../schema/judge/shown-misfits.ts";
import { argumentsFromTexts, engineSettings } from "../schema/provider-arguments.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { Place } from "./import-specs.ts";
import type { ResolvedSpec, ResolvedSpecs } from "./resolved-specs.ts";

/** One part of the inputs that does not fit. */
export interface UnfitInput extends ShownMisfit {
  readonly urn: Urn;
  readonly where: Place;
}

/** Unknown names directly in the inputs of a resource are left out: they are an error of the spec (`UNKNOWN_INPUT`). */
export function unfitInputs(
  { resources }: Pick<ResolvedSpecs, "resources">,
  schemas: ReadonlyMap<string, PackageSchema>,
): readonly UnfitInput[] {
  return resources.flatMap((spec) => {
    const { name, version } = spec.package;
    const schema = schemas.get(`${name}@${version}`) ?? schemas.get(name);
    const { urn, placeOfInput } = spec;
    // Nobody could correct inputs that come from another stack.
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
