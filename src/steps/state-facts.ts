/**
 * A state -> what is told of it: every resource in short, and those that are asked for in full, without secrets.
 */
import { relative } from "node:path";
import type { ShortResource, StateFacts } from "../cli/state-screen.ts";
import { parseUrn } from "../domain/urn.ts";
import { ImpError } from "../errors.ts";
import { matcherOf } from "../from-stack/match-targets.ts";
import type { Deployment, StateResource } from "../state/deployment.ts";
import { hideSecrets } from "../value/hide-secrets.ts";
import type { OpenState } from "../workspace/open-state.ts";

/** A path as one types it here; of a backend elsewhere its URL. */
export function shownPlace({ place }: Pick<OpenState, "place">, cwd: string): string {
  return place.startsWith("/") ? relative(cwd, place) || place : place;
}

/** The state need not be sound. Throws the STATE_ codes of `parseDeployment`. */
export function stateFacts(state: Deployment | undefined, file: string): StateFacts {
  const resources = state?.resources ?? [];
  const names = resources[0] === undefined ? undefined : parseUrn(resources[0].urn);
  return {
    file,
    ...(names !== undefined && { stack: names.stack, project: names.project }),
    version: state?.version ?? 0,
    ...(state?.secretsProvider !== undefined && { secretsProvider: state.secretsProvider.type }),
    pendingOperations: (state?.pendingOperations ?? []).map(({ type, resource }) => ({ type, urn: resource.urn })),
    resources: resources.map(shortOf),
  };
}

/**
 * Every member of the entries that the URNs name, `*` and `**` as in --target, with `[secret]` for what is secret.
 *
 * @throws TARGET_UNKNOWN.
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
        return { target, ...(near !== undefined && { near }) };
      }),
    });
  return resources.flatMap(({ urn, additionalSecretOutputs }, index) => {
    const range = state?.source.layout.resources[index];
    if (range === undefined || !matchers.some(({ matches }) => matches(urn))) return [];
    const text = Buffer.from(state?.source.bytes.subarray(range.start, range.end) ?? []).toString("utf8");
    const { outputs, ...entry } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const shown = hideSecrets(entry) as Readonly<Record<string, unknown>>;
    return [{ ...shown, ...(outputs !== undefined && { outputs: hideSecrets(outputs, additionalSecretOutputs) }) }];
  });
}

function shortOf(resource: StateResource): ShortResource {
  const { urn, type, id, parent, protect, external, pendingReplacement, taint, initErrors } = resource;
  return {
    urn,
    type,
    name: parseUrn(urn)?.name ?? urn,
    ...(id !== undefined && { id }),
    ...(parent !== undefined && { parent }),
    protect,
    external,
    delete: resource.delete,
    pendingReplacement,
    taint,
    initErrors,
  };
}
