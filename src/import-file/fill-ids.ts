/**
 * Fills in the ids that an import file leaves open: `pulumi preview --import-file` writes a placeholder for each.
 */
import type { KnownResource } from "../domain/known-state.ts";
import { placeholderId } from "../domain/placeholder-id.ts";
import type { IdQuestion } from "../domain/questions.ts";
import type { Problem } from "../errors.ts";
import { packageOfType } from "../schema/tokens.ts";
import type { PackageSchema } from "../schema/types.ts";
import type { ImportSpec, ImportSpecs } from "./import-specs.ts";
import { refuseSpecs } from "./refuse.ts";

/** True for an entry whose id somebody has to fill in. */
export function lacksId({ id }: ImportSpec): boolean {
  return id === placeholderId;
}

export interface ExampleFacts {
  readonly schemas: ReadonlyMap<string, PackageSchema>;
  readonly state: readonly KnownResource[];
}

/**
 * Asks for each open id; an entry whose answer is empty has none and fails, the others do not.
 *
 * @param ask absent: nobody is there
 * @throws SPEC_INVALID with every open id where nobody is there.
 */
export async function fillIds(
  specs: ImportSpecs,
  facts: ExampleFacts,
  ask: ((questions: readonly IdQuestion[]) => Promise<readonly string[]>) | undefined,
): Promise<ImportSpecs> {
  const open = specs.resources.filter(lacksId);
  if (open.length === 0) return specs;
  const questions = open.map((entry): IdQuestion => {
    const example = exampleOf(entry, facts);
    return { type: entry.type, name: entry.logicalName, example };
  });
  if (ask === undefined) refuseSpecs(open.map((entry, i) => missingIdProblem(entry, questions[i])));
  const answers = (await ask?.(questions)) ?? [];
  const ids = new Map(open.map((entry, i) => [entry.specId, answers[i] ?? ""]));
  const resources = specs.resources.map((entry) => {
    const id = ids.get(entry.specId);
    if (id === undefined) return entry;
    const { id: _, ...rest } = entry;
    return id === "" ? rest : { ...entry, id };
  });
  return { ...specs, resources };
}

/** An id of the type: that of the description in the schema, or of a resource that the state has. */
function exampleOf({ type }: ImportSpec, { schemas, state }: ExampleFacts): string | undefined {
  const resource = schemas.get(packageOfType(type))?.resource(type);
  const token = resource?.name.token ?? type;
  return resource?.importExample ?? state.find((known) => known.type === token)?.id;
}

function missingIdProblem({ type, logicalName, places, where }: ImportSpec, question: IdQuestion | undefined): Problem {
  const example = question?.example;
  return {
    ...(places.id ?? where),
    message: `The id of ${type} ${logicalName} is still a placeholder.`,
    hint: `Write the id that the provider knows the resource by${example === undefined ? "" : `, such as ${example}`}.`,
  };
}
