/**
 * Refuses outcomes whose resources the program cannot have.
 */
import type { DeclaredResource } from "../../domain/declared-resource.ts";
import { refusedOutcome } from "../../domain/outcome.ts";
import { mayBeWritten } from "../../domain/verdicts.ts";
import { ImpError } from "../../errors.ts";
import type { Outcome, Urn } from "../../graph.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import type { ProviderInstance } from "../providers/providers.ts";

/** The facts of a plan that this depends on. */
export interface PrintFacts {
  readonly providers: ReadonlyMap<Urn, ProviderInstance>;
  readonly printsCode: boolean;
  readonly declared: ReadonlyMap<Urn, Pick<DeclaredResource, "places" | "runs">>;
  readonly inexpressible?: ReadonlyMap<Urn, ImpError>;
}

/** The resources that options name. */
export function urnsInOptions(options: ResolvedSpec["options"]): readonly Urn[] {
  const deletedWith = options?.deletedWith;
  return [...(options?.dependsOn ?? []), ...(deletedWith === undefined ? [] : [deletedWith])];
}

/**
 * A resource of the state that no known program holds has no variable: no code can be written for a resource that needs it. Nor can `pulumi up` run a
 * program that constructs a resource twice.
 */
export function isNameable(
  outcome: Outcome,
  request: ResolvedSpec,
  { providers, printsCode, declared }: PrintFacts,
  variables: ReadonlySet<Urn>,
): Outcome {
  const own = declared.get(request.urn);
  if (own?.runs === "twice") {
    const { type, name } = outcome;
    return refusedOutcome(
      outcome,
      ImpError.of("URN_DECLARED_TWICE", { type, name, urn: request.urn, places: own.places }),
    );
  }
  if (!printsCode || own !== undefined || request.maker !== undefined) return outcome;
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
    ImpError.of("NOT_IN_PROGRAM", { type: outcome.type, name: outcome.name, urn: missing }),
  );
}

/** Refuses an outcome if the program cannot have its resource. */
export function printable(outcome: Outcome, { inexpressible }: PrintFacts): Outcome {
  const error = inexpressible?.get(outcome.urn);
  return error === undefined || !mayBeWritten(outcome.verdict) ? outcome : refusedOutcome(outcome, error);
}
