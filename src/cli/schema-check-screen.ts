/** The report of `imp schema check`. */
import type { CheckedSchema } from "../schema/check/check.ts";
import { placedFaultDocument, renderPlacedFault } from "./placed-faults.ts";
import { visible } from "./quote.ts";
import { counted, type Screen, wrap } from "./render.ts";

export interface SchemaCheckFacts extends CheckedSchema {
  readonly file: string;
}

export function renderSchemaCheck(facts: SchemaCheckFacts, { width }: Screen): string {
  const { file, faults, more } = facts;
  const head = wrap(`${visible(file)}: ${checkVerdict(facts)}.`, width, "  ");
  const blocks = faults.map((fault) => renderPlacedFault(fault, width));
  return [head, ...blocks, ...(more > 0 ? [`and ${more} more`] : [])].join("\n\n");
}

function checkVerdict({ errors, isRefused, package: of }: SchemaCheckFacts): string {
  if (errors > 0)
    return `${counted(errors, "error")}: Pulumi ${isRefused ? "rejects the schema" : "accepts the schema anyway"}`;
  if (of === undefined) return "no errors";
  const { name, version, resources, functions, types } = of;
  const counts = [counted(resources, "resource"), counted(functions, "function"), counted(types, "type")].join(", ");
  return `package ${visible(name)}${version === "" ? "" : ` ${visible(version)}`}, ${counts}, no errors`;
}

/** Returns the document of `imp schema check --json`. */
export function schemaCheckDocument({ file, faults, more, errors, isRefused, package: of }: SchemaCheckFacts): object {
  return {
    version: 1,
    file,
    sound: errors === 0,
    refusedByPulumi: isRefused,
    package: of,
    faults: faults.map((fault) => ({ ...placedFaultDocument(fault), pulumi: fault.pulumi })),
    more,
  };
}
