/** Replaces the placeholder IDs in files that `pulumi preview --import-file` writes. */

import type { Problem } from "../domain/errors.ts";
import type { KnownResource } from "../domain/known-state.ts";
import { placeholderId } from "../domain/placeholder-id.ts";
import type { IdQuestion } from "../domain/questions.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { ImportSpec, ImportSpecs } from "./import-specs.ts";
import { refuseSpecs } from "./refuse.ts";

/** Returns true if the ID of an entry is a placeholder. */
export function lacksId({ id }: ImportSpec): boolean {
  return id === placeholderId;
}

/** Schemas and resources that contain example IDs. */
export interface ExampleSources {
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  readonly state: readonly KnownResource[];
}

/**
 * Prompts for each missing ID. If the user enters nothing, only that entry fails later.
 *
 * @param ask undefined if there is no terminal
 * @throws SPEC_INVALID with all missing IDs if `ask` is undefined
 */
export async function fillIds(
  specs: ImportSpecs,
  examples: ExampleSources,
  ask: ((questions: readonly IdQuestion[]) => Promise<readonly string[]>) | undefined,
): Promise<ImportSpecs> {
  const incomplete = specs.resources.filter(lacksId);
  if (incomplete.length === 0) return specs;
  const questions = incomplete.map((entry): IdQuestion => {
    const example = exampleId(entry, examples);
    return { type: entry.type, name: entry.logicalName, example };
  });
  if (ask === undefined) refuseSpecs(incomplete.map((entry, i) => missingIdProblem(entry, questions[i])));
  const answers = (await ask?.(questions)) ?? [];
  const ids = new Map(incomplete.map((entry, i) => [entry.specId, answers[i] ?? ""]));
  const resources = specs.resources.map((entry) => {
    const id = ids.get(entry.specId);
    if (id === undefined) return entry;
    const { id: _, ...rest } = entry;
    return id === "" ? rest : { ...entry, id };
  });
  return { ...specs, resources };
}

/** Returns an example ID for the type, from the schema or from a resource in the state. */
function exampleId({ type }: ImportSpec, { schemas, state }: ExampleSources): string | undefined {
  const schema = schemas.get(packageOfType(type))?.resource(type);
  const token = schema?.name.token ?? type;
  return schema?.importExample ?? state.find((resource) => resource.type === token)?.id;
}

function missingIdProblem(
  { type, logicalName, locations: places, where }: ImportSpec,
  question: IdQuestion | undefined,
): Problem {
  const example = question?.example;
  return {
    ...(places.id ?? where),
    message: `The import ID of ${type} ${logicalName} is a placeholder.`,
    hint: `Replace the placeholder with the import ID of the resource, in the format of the provider${example === undefined ? "" : `, such as ${example}`}.`,
  };
}
