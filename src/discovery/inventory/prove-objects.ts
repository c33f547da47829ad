/** Finds the type and the import ID of inventory objects: guesses both, and lets Read confirm them. The first object of a kind teaches the form. */
import { groupBy } from "../../domain/order/maps.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { type CloudType, cloudTypeOf } from "./cloud-type.ts";
import { filledTemplate, idCandidates } from "./id-candidates.ts";
import { type InventoryObject, objectKey } from "./inventory-object.ts";
import { type Proof, proofOf, type ReadValues } from "./proof.ts";
import { type TypeCandidate, typeCandidates } from "./type-candidates.ts";

/** What an object taught about all objects of its kind. A line of `imp-ids.json`. */
export interface IdForm {
  /** The label of the cloud type. */
  readonly kind: string;
  readonly token: string;
  /** A template of `idCandidates`. */
  readonly id: string;
  /** The property of the read values that proved the form, or `user`. */
  readonly evidence: string;
}

/** The response to a Read. */
export type ReadAnswer =
  | { readonly kind: "values"; readonly values: ReadValues }
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly reason: string };

/** A guess, and what Read said. */
export interface Attempt {
  readonly token: string;
  readonly id: string;
  readonly answer: Exclude<ReadAnswer, { readonly kind: "values" }> | Proof;
}

export interface ProvenObject {
  readonly object: InventoryObject;
  readonly token: string;
  readonly id: string;
}

/** The objects of one cloud type. */
export interface ProvenKind {
  readonly kind: string;
  readonly proven: readonly ProvenObject[];
  readonly unproven: readonly InventoryObject[];
  readonly forms: readonly IdForm[];
  /** The reads that confirmed no object, and the first one that did. */
  readonly attempts: readonly Attempt[];
}

export interface ProofContext {
  readonly schemas: readonly PackageSchema[];
  /** Returns the Pulumi types that the user gave for a type of the listing. Empty if the user gave none. */
  readonly givenTypes: (typeName: string | undefined) => readonly string[];
  readonly knownForms: readonly IdForm[];
  /** Reads an object. Throws only if the run is cancelled. */
  readonly read: (token: string, id: string) => Promise<ReadAnswer>;
  readonly onProven: (proven: ProvenObject) => void;
}

/** The maximum number of failed guesses for a cloud type. */
const mostProbes = 24;

/** Proves the objects, grouped by cloud type, in the order of the listing. */
export async function proveObjects(
  objects: readonly InventoryObject[],
  context: ProofContext,
): Promise<readonly ProvenKind[]> {
  const kinds = groupBy(objects, (object) => kindOf(object, context));
  return await Promise.all([...kinds].map(([kind, members]) => proveKind(kind, members, context)));
}

/** Returns the type that the user gave, otherwise the type in the inventory. Without both, the names of the fields tell inventories apart. */
function kindOf(object: InventoryObject, { givenTypes }: ProofContext): string {
  const [given] = givenTypes(object.typeName);
  const { label } = cloudTypeOf(object);
  return given ?? (label === "" ? [...object.fields.keys()].join(",") : label);
}

/** Guesses for the first objects until a form is known. Then reads the others at once, each with the known forms. */
async function proveKind(
  kind: string,
  objects: readonly InventoryObject[],
  context: ProofContext,
): Promise<ProvenKind> {
  const search: Search = { forms: context.knownForms.filter((form) => form.kind === kind), attempts: [], probes: 0 };
  const proven = new Map<string, ProvenObject>();
  const note = (found: ProvenObject | undefined): void => {
    if (found !== undefined) proven.set(objectKey(found.object), found);
  };
  let index = 0;
  for (; index < objects.length && search.forms.length === 0 && search.probes < mostProbes; index += 1) {
    const object = objects[index];
    if (object !== undefined) note(await proveByGuesses(kind, object, search, context));
  }
  const rest = objects.slice(index);
  const found = await Promise.all(rest.map((object) => proveByForms(object, search, context)));
  for (const object of found) note(object);
  // Objects of one cloud type can have several Pulumi types, such as the kinds of file systems.
  for (const object of objects) {
    if (search.probes >= mostProbes) break;
    if (!proven.has(objectKey(object))) note(await proveByGuesses(kind, object, search, context));
  }
  return {
    kind,
    proven: objects.flatMap((object) => proven.get(objectKey(object)) ?? []),
    unproven: objects.filter((object) => !proven.has(objectKey(object))),
    forms: search.forms,
    attempts: search.attempts,
  };
}

interface Search {
  forms: readonly IdForm[];
  readonly attempts: Attempt[];
  /** The number of guesses that were wrong. */
  probes: number;
}

async function proveByForms(
  object: InventoryObject,
  search: Search,
  context: ProofContext,
): Promise<ProvenObject | undefined> {
  for (const { token, id: template } of search.forms) {
    const id = filledTemplate(template, object);
    if (id === undefined) continue;
    const { answer } = await attempt({ token, isExact: true }, id, object, context);
    if (answer.kind !== "proven") continue;
    context.onProven({ object, token, id });
    return { object, token, id };
  }
  return undefined;
}

async function proveByGuesses(
  kind: string,
  object: InventoryObject,
  search: Search,
  context: ProofContext,
): Promise<ProvenObject | undefined> {
  for (const { candidate, template, id } of guesses(object, context)) {
    if (search.probes >= mostProbes) return undefined;
    if (search.attempts.some((earlier) => earlier.token === candidate.token && earlier.id === id)) continue;
    const tried = await attempt(candidate, id, object, context);
    search.attempts.push(tried);
    if (tried.answer.kind === "proven") {
      const evidence = tried.answer.evidence.split(" = ", 1)[0] ?? "";
      search.forms = [...search.forms, { kind, token: candidate.token, id: template, evidence }];
      const found = { object, token: candidate.token, id };
      context.onProven(found);
      return found;
    }
    search.probes += 1;
  }
  return undefined;
}

interface ProbeGuess {
  readonly candidate: TypeCandidate;
  readonly template: string;
  readonly id: string;
}

function* guesses(object: InventoryObject, { schemas, givenTypes }: ProofContext): Generator<ProbeGuess> {
  const given = givenTypes(object.typeName);
  const type = cloudTypeOf(object);
  for (const schema of schemas) {
    for (const candidate of candidatesIn(schema, type, object, given)) {
      const resource = schema.resource(candidate.token);
      if (resource === undefined) continue;
      for (const { template, id } of idCandidates(object, type, resource)) yield { candidate, template, id };
    }
  }
}

function candidatesIn(
  schema: PackageSchema,
  type: CloudType,
  { identity }: InventoryObject,
  given: readonly string[],
): readonly TypeCandidate[] {
  if (given.length === 0) return typeCandidates(type, identity, schema);
  return given.filter((token) => schema.resource(token) !== undefined).map((token) => ({ token, isExact: true }));
}

async function attempt(
  { token, isExact }: TypeCandidate,
  id: string,
  object: InventoryObject,
  { schemas, read }: ProofContext,
): Promise<Attempt> {
  const resource = schemas.map((schema) => schema.resource(token)).find((entry) => entry !== undefined);
  const answer = await read(token, id);
  if (answer.kind !== "values" || resource === undefined)
    return { token, id, answer: answer.kind === "values" ? { kind: "missing" } : answer };
  return { token, id, answer: proofOf(object, answer.values, { id, isExactType: isExact, resource }) };
}
