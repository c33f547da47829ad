/** The report of `imp terraform check`. */
import { type PlacedFault, placedFaultDocument, renderPlacedFault } from "./placed-faults.ts";
import { visible } from "./quote.ts";
import { counted, type Screen, wrap } from "./render.ts";

export interface SpecificationFacts {
  readonly file: string;
  readonly faults: readonly PlacedFault[];
  /** Number of errors and warnings that are not listed. */
  readonly more: number;
  /** Total number of errors. */
  readonly errors: number;
  /** This field and the following ones are omitted if there are errors. */
  readonly provider?: string;
  readonly resources?: number;
  readonly dataSources?: number;
}

export function renderSpecification(facts: SpecificationFacts, { width }: Screen): string {
  const { file, faults, more, errors, provider, resources = 0, dataSources = 0 } = facts;
  const verdict =
    errors > 0
      ? `${counted(errors, "error")}: not a valid specification of version 0.1`
      : `provider ${provider}, ${counted(resources, "resource")}, ${counted(dataSources, "data source")}, no errors`;
  const head = wrap(`${visible(file)}: ${verdict}.`, width, "  ");
  const blocks = faults.map((fault) => renderPlacedFault(fault, width));
  return [head, ...blocks, ...(more > 0 ? [`and ${more} more`] : [])].join("\n\n");
}

/** Returns the document of `imp terraform check --json`. */
export function specificationDocument({ file, faults, more, errors, ...counts }: SpecificationFacts): object {
  return { version: 1, file, sound: errors === 0, ...counts, faults: faults.map(placedFaultDocument), more };
}
