/** Rejects outcomes that the program cannot express. */
import type { DeclaredResource } from "../../domain/declared-resource.ts";
import { ImpError } from "../../domain/errors.ts";
import type { Outcome, Urn } from "../../domain/graph.ts";
import { refusedOutcome } from "../../domain/outcome.ts";
import { mayBeWritten } from "../../domain/verdicts.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import type { ProviderInstance } from "../providers/providers.ts";

/** The data of a plan that shows whether the program can express a resource. */
export interface PrintSources {
  readonly providers: ReadonlyMap<Urn, ProviderInstance>;
  readonly printsCode: boolean;
  readonly declared: ReadonlyMap<Urn, Pick<DeclaredResource, "places" | "runs">>;
  /** Where a run of the user's program registers its resources, for example `index.ts:12:16`. Omitted if the program did not run. */
  readonly places?: ReadonlyMap<Urn, string>;
  readonly inexpressible?: ReadonlyMap<Urn, ImpError>;
}

/** Returns the resources that options refer to. */
export function urnsInOptions(options: ResolvedSpec["options"]): readonly Urn[] {
  const deletedWith = options?.deletedWith;
  return [...(options?.dependsOn ?? []), ...(deletedWith === undefined ? [] : [deletedWith])];
}

/** Rejects a resource that the program constructs twice, or that needs a resource without a variable, such as its parent. */
export function isNameable(
  outcome: Outcome,
  request: ResolvedSpec,
  { providers, printsCode, declared, places }: PrintSources,
  variables: ReadonlySet<Urn>,
): Outcome {
  const declaration = declared.get(request.urn);
  if (declaration?.runs === "twice") {
    const { type, name } = outcome;
    return refusedOutcome(
      outcome,
      ImpError.of("URN_DECLARED_TWICE", { type, name, urn: request.urn, places: declaration.places }),
    );
  }
  if (!printsCode || declaration !== undefined || request.maker !== undefined) return outcome;
  const instance = providers.get(request.urn);
  const needed = [
    request.parent,
    instance?.isDefault === false ? instance.urn : undefined,
    ...urnsInOptions(request.options),
  ];
  const missing = needed.find((urn) => urn !== undefined && urn !== request.urn && !variables.has(urn));
  if (missing === undefined || !mayBeWritten(outcome.verdict)) return outcome;
  return refusedOutcome(
    outcome,
    ImpError.of("NOT_IN_PROGRAM", {
      type: outcome.type,
      name: outcome.name,
      urn: missing,
      place: places?.get(missing),
    }),
  );
}

/** Rejects an outcome if the language cannot express its resource. */
export function printable(outcome: Outcome, { inexpressible }: PrintSources): Outcome {
  const error = inexpressible?.get(outcome.urn);
  return error === undefined || !mayBeWritten(outcome.verdict) ? outcome : refusedOutcome(outcome, error);
}
