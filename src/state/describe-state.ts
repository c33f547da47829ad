/** Describes a state for the user, without secrets: a summary of all resources, and the full entries of selected resources. */

import { ImpError } from "../domain/errors.ts";
import type { Urn } from "../domain/graph.ts";
import { parseUrn } from "../domain/urn.ts";
import { hideMarkedSecrets } from "../value/shown-value.ts";
import type { Deployment, StateResource } from "./deployment.ts";
import { matcherOf } from "./match-urns.ts";

export interface StateFacts {
  /** The location of the state, for messages. */
  readonly file: string;
  readonly stack?: string;
  readonly project?: string;
  /** The schema version. */
  readonly version: number;
  readonly secretsProvider?: string;
  readonly pendingOperations: readonly { readonly type: string; readonly urn: Urn }[];
  /** In state order. */
  readonly resources: readonly ShortResource[];
}

export interface ShortResource {
  readonly urn: Urn;
  readonly type: string;
  readonly name: string;
  readonly id?: string;
  readonly parent?: Urn;
  readonly protect: boolean;
  readonly external: boolean;
  readonly delete: boolean;
  readonly pendingReplacement: boolean;
  readonly taint: boolean;
  readonly initErrors: readonly string[];
}

/** Returns the summary of a state. The state may violate integrity rules. */
export function stateFacts(state: Deployment | undefined, file: string): StateFacts {
  const resources = state?.resources ?? [];
  const names = resources[0] === undefined ? undefined : parseUrn(resources[0].urn);
  return {
    file,
    stack: names?.stack,
    project: names?.project,
    version: state?.version ?? 0,
    secretsProvider: state?.secretsProvider?.type,
    pendingOperations: (state?.pendingOperations ?? []).map(({ type, resource }) => ({ type, urn: resource.urn })),
    resources: resources.map(shortResource),
  };
}

/**
 * Returns the full entries of the resources that match the URNs, which can have wildcards as in `--target`. Replaces secrets with `[secret]`.
 *
 * @throws TARGET_UNKNOWN
 */
export function fullResources(
  state: Deployment | undefined,
  urns: readonly string[],
  file: string,
): readonly Readonly<Record<string, unknown>>[] {
  const resources = state?.resources ?? [];
  const matchers = urns.map((target) => ({ target, matches: matcherOf(target) }));
  const unknown = matchers.filter(({ matches }) => !resources.some(({ urn }) => matches(urn)));
  if (unknown.length > 0)
    throw ImpError.of("TARGET_UNKNOWN", {
      stack: file,
      unknown: unknown.map(({ target }) => {
        const near = resources.some(({ urn }) => urn.endsWith(`::${target}`)) ? `'**::${target}'` : undefined;
        return { target, near };
      }),
    });
  return resources.flatMap(({ urn, additionalSecretOutputs }, index) => {
    const range = state?.source.layout.resources[index];
    if (range === undefined || !matchers.some(({ matches }) => matches(urn))) return [];
    const text = Buffer.from(state?.source.bytes.subarray(range.start, range.end) ?? []).toString("utf8");
    const { outputs, ...entry } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const shown = hideMarkedSecrets(entry) as Readonly<Record<string, unknown>>;
    return [{ ...shown, outputs: hideMarkedSecrets(outputs, additionalSecretOutputs) }];
  });
}

function shortResource(resource: StateResource): ShortResource {
  const { urn, type, id, parent, protect, external, pendingReplacement, taint, initErrors } = resource;
  return {
    urn,
    type,
    name: parseUrn(urn)?.name ?? urn,
    id,
    parent,
    protect,
    external,
    delete: resource.delete,
    pendingReplacement,
    taint,
    initErrors,
  };
}
