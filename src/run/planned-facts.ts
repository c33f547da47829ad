/**
 * Keeps the findings of a plan as digests, and lists what is found differently when it is carried out. Secrets are in no digest: one of a short secret could be
 * guessed from it. That a secret fits is proven again when the plan is carried out.
 */

import { problemOf } from "../domain/outcome.ts";
import type { PlannedFacts, PlannedResource, SavedPlan } from "../domain/saved-plan.ts";
import { sha256 } from "../domain/sha256.ts";
import { isProviderType } from "../domain/urn.ts";
import { verdicts } from "../domain/verdicts.ts";
import { ImpError } from "../errors.ts";
import type { ImportPlan, Urn } from "../graph.ts";
import type { LinkedImport } from "../import/link-import.ts";
import { formatPattern } from "../ir/path.ts";
import { wrapSecrets } from "../schema/shape.ts";
import { propertiesToState } from "../value/state-codec.ts";
import { printJson } from "../value/state-json.ts";
import type { PropertyMap } from "../value/value.ts";

/** The facts about each resource of a plan, in its order. */
export function plannedFacts({ outcomes, graph }: ImportPlan, { reads, schemas }: LinkedImport): PlannedFacts {
  const read = new Map(
    reads.flatMap((one) => {
      if (one.kind !== "read") return [];
      const { request, outputs, resource, schema } = one.cloud;
      return [[request.urn, digestOfValues(wrapSecrets(outputs, resource.outputs, schema))] as const];
    }),
  );
  const programs = new Map(
    graph.resources.map(({ urn, type, inputs, options, package: { name } }) => {
      const schema = schemas.get(name);
      const resource = isProviderType(type) ? schema?.provider : schema?.resource(type);
      const values = schema && resource ? wrapSecrets(inputs, resource.inputs, schema) : inputs;
      return [urn, sha256(digestOfValues(values) + options.ignoreChanges.map(formatPattern).join("\n"))] as const;
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
  return sha256(printJson(propertiesToState(values, () => "")));
}

/**
 * Lines about what is not as the plan found it. A resource that the state has by now is no change: the plan was carried out before.
 *
 * @throws PLAN_OUTDATED where there are any, unless they are accepted
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
  const found = new Map(now.resources.map((one) => [one.urn, one]));
  const planned = new Set(plan.resources.map(({ urn }) => urn));
  const changes = [
    ...[...plan.packages].flatMap(([name, version]) => {
      const other = now.packages.get(name);
      return other === undefined || other === version ? [] : [`package ${name}: it was ${version}, and is ${other}`];
    }),
    ...plan.resources.flatMap((one) => {
      const change = changeOf(one, found.get(one.urn), failures);
      return change === undefined ? [] : [`${one.urn}: ${change}`];
    }),
    ...now.resources.filter(({ urn }) => !planned.has(urn)).map(({ urn }) => `${urn}: the plan does not have it`),
  ];
  if (changes.length > 0 && !isAccepted) throw ImpError.of("PLAN_OUTDATED", { file: plan.file, changes });
  return changes;
}

/** The code, and what there is to run. */
function plannedFailure({ code, explanation: { commands = [] } }: ImpError): string {
  return commands.length === 0 ? ` (${code})` : ` (${code}): run ${commands.join(", ")}`;
}

function changeOf(
  then: PlannedResource,
  now: PlannedResource | undefined,
  failures: ReadonlyMap<Urn, string>,
): string | undefined {
  if (now === undefined) return "it is not imported any more";
  if (verdicts[now.verdict].written === "already") return undefined;
  if (now.verdict !== then.verdict)
    return `it was ${then.verdict}, and is ${now.verdict}${failures.get(now.urn) ?? ""}`;
  if (now.read !== then.read) return "the cloud has other values";
  return now.program === then.program ? undefined : "its program has other inputs";
}
