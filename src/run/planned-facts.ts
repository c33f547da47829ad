/**
 * Stores the results of a plan as digests, and compares them when the plan is run. Secrets are not in the digests, because a short secret could be
 * guessed from its digest. When the plan is run, imp proves the inputs with the secrets again.
 */

import { ImpError } from "../domain/errors.ts";
import type { ImportPlan, Urn } from "../domain/graph.ts";
import { addTo } from "../domain/order/maps.ts";
import { problemOf } from "../domain/outcome.ts";
import type { PlannedFacts, PlannedResource, SavedPlan } from "../domain/saved-plan.ts";
import { sha256 } from "../domain/sha256.ts";
import { isProviderType } from "../domain/urn.ts";
import { verdicts } from "../domain/verdicts.ts";
import type { LinkedImport } from "../import/link-import.ts";
import { wrapSecrets } from "../schema/shape.ts";
import { propertiesToState } from "../state/state-codec.ts";
import { formatPattern } from "../value/path.ts";
import { printStateJson } from "../value/state-json.ts";
import type { PropertyMap } from "../value/value.ts";

/** Returns the results that must be the same when the plan is run, for each resource in the order of the plan. */
export function plannedFacts({ outcomes, graph }: ImportPlan, { reads, schemas }: LinkedImport): PlannedFacts {
  const read = new Map(
    reads.flatMap((outcome) => {
      if (outcome.kind !== "read") return [];
      const { request, outputs, resource, schema } = outcome.cloud;
      return [[request.urn, digestOfValues(wrapSecrets(outputs, resource.outputs, schema))] as const];
    }),
  );
  const outputs = new Map<Urn, string[]>();
  for (const { name, referent } of graph.outputs ?? []) addTo(outputs, referent, `output ${name}`);
  const programs = new Map(
    graph.resources.map(({ urn, type, inputs, options, package: { name } }) => {
      const schema = schemas.get(name);
      const resource = isProviderType(type) ? schema?.provider : schema?.resource(type);
      const values = schema && resource ? wrapSecrets(inputs, resource.inputs, schema) : inputs;
      const lines = [...options.ignoreChanges.map(formatPattern), ...(outputs.get(urn) ?? [])];
      return [urn, sha256(digestOfValues(values) + lines.join("\n"))] as const;
    }),
  );
  return {
    resources: outcomes.map(({ urn, verdict }): PlannedResource => {
      const [before, program] = [read.get(urn), programs.get(urn)];
      return { urn, verdict, read: before, program };
    }),
    packages: new Map([...schemas].flatMap(([name, { version }]) => (version === undefined ? [] : [[name, version]]))),
  };
}

function digestOfValues(values: PropertyMap): string {
  return sha256(printStateJson(propertiesToState(values, () => "")));
}

/**
 * Describes what changed since the plan was saved. Doesn't report a resource that was imported since then.
 *
 * @throws PLAN_OUTDATED if there are changes, unless the user accepted them
 */
export function changesSince(
  plan: SavedPlan,
  now: PlannedFacts,
  { outcomes }: Pick<ImportPlan, "outcomes">,
  isAccepted: boolean,
): readonly string[] {
  const failures = new Map(
    outcomes.flatMap((outcome) => {
      const problem = problemOf(outcome);
      return problem === undefined ? [] : [[outcome.urn, plannedFailure(problem)]];
    }),
  );
  const current = new Map(now.resources.map((resource) => [resource.urn, resource]));
  const planned = new Set(plan.resources.map(({ urn }) => urn));
  const changes = [
    ...[...plan.packages].flatMap(([name, version]) => {
      const other = now.packages.get(name);
      return other === undefined || other === version
        ? []
        : [`package ${name}: the version was ${version} and is now ${other}`];
    }),
    ...plan.resources.flatMap((resource) => {
      const change = changeOf(resource, current.get(resource.urn), failures);
      return change === undefined ? [] : [`${resource.urn}: ${change}`];
    }),
    ...now.resources
      .filter(({ urn }) => !planned.has(urn))
      .map(({ urn }) => `${urn}: the plan does not contain this resource`),
  ];
  if (changes.length > 0 && !isAccepted) throw ImpError.of("PLAN_OUTDATED", { file: plan.file, changes });
  return changes;
}

/** Formats the error code and the commands that the user must run. */
function plannedFailure({ code, explanation: { commands = [] } }: ImpError): string {
  return commands.length === 0 ? ` (${code})` : ` (${code}): run ${commands.join(", ")}`;
}

function changeOf(
  then: PlannedResource,
  now: PlannedResource | undefined,
  failures: ReadonlyMap<Urn, string>,
): string | undefined {
  if (now === undefined) return "the resource is no longer imported";
  if (verdicts[now.verdict].written === "already") return undefined;
  if (now.verdict !== then.verdict)
    return `the verdict was ${then.verdict} and is now ${now.verdict}${failures.get(now.urn) ?? ""}`;
  if (now.read !== then.read) return "the values in the cloud changed";
  return now.program === then.program ? undefined : "the inputs of the program changed";
}
