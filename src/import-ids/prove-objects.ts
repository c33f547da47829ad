/** Finds the type and the import ID of inventory objects: guesses both, and lets Read confirm them. The first object of a kind teaches the form. */
import { groupBy } from "../domain/order/maps.ts";
import type { PackageSchema, ResourceSchema } from "../schema/types.ts";
import { cloudTypeOf } from "./cloud-type.ts";
import { filledTemplate, idCandidates } from "./id-candidates.ts";
import { type InventoryObject, identityParts, objectKey } from "./inventory-object.ts";
import { type Proof, proofOf, type ReadValues } from "./proof.ts";
import { type TypeCandidate, typeCandidates } from "./type-candidates.ts";

/** What an object taught about all objects of its kind. A line of `imp-ids.json`. */
export interface IdForm {
  /** The type that the user gave, or the label of the cloud type. */
  readonly kind: string;
  readonly token: string;
  /** A template of `idCandidates`. */
  readonly id: string;
  /** The properties of the read values that proved the form. */
  readonly evidence: string;
}

/** The response to a Read. */
export type ReadAnswer =
  | { readonly kind: "values"; readonly values: ReadValues }
  | { readonly kind: "missing" }
  | { readonly kind: "refused"; readonly reason: string };

/** A guess, and what Read said. `shared`: several objects of the inventory would have the same ID. */
export interface Attempt {
  readonly token: string;
  readonly id: string;
  readonly answer: Exclude<ReadAnswer, { readonly kind: "values" }> | Proof | { readonly kind: "shared" };
}

export interface ProvenObject {
  readonly object: InventoryObject;
  readonly token: string;
  readonly id: string;
}

/** The objects of one kind. */
export interface ProvenKind {
  readonly kind: string;
  readonly proven: readonly ProvenObject[];
  readonly unproven: readonly InventoryObject[];
  readonly forms: readonly IdForm[];
  /** The guesses, right and wrong. Reads with a confirmed form are not listed. */
  readonly attempts: readonly Attempt[];
}

export interface ProofContext {
  readonly schemas: readonly PackageSchema[];
  /** Returns the Pulumi types that the user gave for a type of the listing. Empty if the user gave none. */
  readonly givenTypes: (typeName: string | undefined) => readonly string[];
  readonly knownForms: readonly IdForm[];
  /** The types and IDs that an interrupted discovery has proven, by the key of the object. */
  readonly earlier: ReadonlyMap<string, Pick<ProvenObject, "token" | "id">>;
  /** Reads an object. Throws only if the run is cancelled. */
  readonly read: (token: string, id: string) => Promise<ReadAnswer>;
  readonly onProven: (proven: ProvenObject) => void;
}

/** The maximum number of wrong guesses for a kind. */
const mostProbes = 24;

/** Proves the objects, grouped by kind, in the order of the inventory. */
export async function proveObjects(
  objects: readonly InventoryObject[],
  context: ProofContext,
): Promise<readonly ProvenKind[]> {
  const kinds = groupBy(objects, (object) => kindOf(object, context.givenTypes));
  const searches = await Promise.all([...kinds].map(([kind, members]) => searchKind(kind, members, context)));
  const accounts = provenAccounts(searches);
  return searches.map((search) => provenKind(search, accounts, context));
}

/** Returns the type that the user gave, otherwise the type in the inventory. Without both, the names of the fields tell inventories apart. */
function kindOf(object: InventoryObject, givenTypes: ProofContext["givenTypes"]): string {
  const [given] = givenTypes(object.typeName);
  const { label } = cloudTypeOf(object);
  return given ?? (label === "" ? [...object.fields.keys()].join(",") : label);
}

/** A proven object. `isByIdOnly`: the type has no ARN, so that an object of another account can have the same ID. */
interface Match extends ProvenObject {
  readonly isByIdOnly: boolean;
}

interface Search {
  readonly kind: string;
  readonly objects: readonly InventoryObject[];
  readonly matches: Match[];
  /** The forms that Read confirmed, newest last. */
  readonly forms: IdForm[];
  readonly attempts: Attempt[];
  /** The number of guesses that were wrong. */
  probes: number;
}

/**
 * The guesses for each object while Read finds nothing: the first objects may be deleted, so keep guesses for others. Later objects get the best
 * candidate, and another one of the rest.
 */
const guessesInTurn = [12, 8];
const laterGuesses = 2;

/**
 * Guesses for one object after another until Read confirms a form. Then reads all others with this form at once, and goes on with those that have
 * another form: objects of one cloud type can have several Pulumi types, such as the kinds of file systems.
 */
async function searchKind(kind: string, objects: readonly InventoryObject[], context: ProofContext): Promise<Search> {
  const matches = objects.flatMap((object): readonly Match[] => {
    const found = context.earlier.get(objectKey(object));
    return found === undefined ? [] : [{ object, ...found, isByIdOnly: false }];
  });
  const forms = formsOfMatches(kind, matches, context);
  const search: Search = { kind, objects, matches, forms: [...forms], attempts: [], probes: 0 };
  let open: readonly InventoryObject[] = objects.filter((object) => !context.earlier.has(objectKey(object)));
  for (const form of forms) open = await readByForm(form, open, search, context);
  let missed = 0;
  while (open.length > 0 && search.probes < mostProbes) {
    const [first, ...others] = open;
    if (first === undefined) break;
    const earlier = search.attempts.length;
    const most = others.length === 0 ? mostProbes : (guessesInTurn[missed] ?? laterGuesses);
    const form = await findForm(first, { most, missed }, search, context);
    const tried = search.attempts.slice(earlier);
    if (form === undefined && tried.every(({ answer }) => isNothing(answer))) missed += 1;
    open = form === undefined ? spread(others) : await readByForm(form, others, search, context);
  }
  return search;
}

/** Returns the forms of objects that an interrupted discovery has proven: one for each type. */
function formsOfMatches(kind: string, matches: readonly Match[], { schemas }: ProofContext): readonly IdForm[] {
  return [...groupBy(matches, ({ token }) => token).values()].flatMap(([{ object, token, id }]) => {
    const resource = resourceOf(token, schemas);
    const candidates = resource === undefined ? [] : idCandidates(object, cloudTypeOf(object), resource);
    const template = candidates.find((candidate) => candidate.id === id)?.template;
    return template === undefined ? [] : [{ kind, token, id: template, evidence: "Read" }];
  });
}

/** Returns the objects with one from the middle first, because inventories often list deleted objects together. */
function spread(objects: readonly InventoryObject[]): readonly InventoryObject[] {
  const middle = objects.length >> 1;
  return [...objects.slice(middle), ...objects.slice(0, middle)];
}

/** Reads the objects with a confirmed form. Returns the objects that the form does not fit. */
async function readByForm(
  form: IdForm,
  objects: readonly InventoryObject[],
  search: Search,
  context: ProofContext,
): Promise<readonly InventoryObject[]> {
  const isFound = await Promise.all(
    objects.map(async (object) => {
      const id = filledTemplate(form.id, object);
      if (id === undefined) return false;
      const candidate = { token: form.token, template: form.id, id, isExact: true };
      const { answer } = await attempt(candidate, object, context);
      return keepMatch(answer, candidate, object, search, context);
    }),
  );
  return objects.filter((_, index) => isFound[index] !== true);
}

/**
 * Guesses the type and the ID of an object, first with the forms of earlier discoveries. Returns the form that Read confirmed.
 *
 * @param most the maximum number of guesses
 * @param missed the number of objects for which Read found nothing
 */
async function findForm(
  object: InventoryObject,
  { most, missed }: { readonly most: number; readonly missed: number },
  search: Search,
  context: ProofContext,
): Promise<IdForm | undefined> {
  let guesses = 0;
  const [best, ...rest] = candidates(object, search.kind, context);
  const turn = Math.max(0, missed - guessesInTurn.length);
  const start = rest.length === 0 ? 0 : turn % rest.length;
  for (const candidate of [...(best === undefined ? [] : [best]), ...rest.slice(start), ...rest.slice(0, start)]) {
    if (search.probes >= mostProbes || guesses >= most) return undefined;
    const { token, id, template } = candidate;
    if (search.attempts.some((earlier) => wasNotFound(earlier, token, id))) continue;
    const tried = await attempt(candidate, object, context);
    search.attempts.push(tried);
    if (keepMatch(tried.answer, candidate, object, search, context)) {
      const form = { kind: search.kind, token, id: template, evidence: evidenceOf(tried.answer) };
      search.forms.push(form);
      return form;
    }
    search.probes += 1;
    guesses += 1;
  }
  return undefined;
}

/** Returns true if Read found nothing with this type and ID before. */
function wasNotFound(earlier: Attempt, token: string, id: string): boolean {
  return earlier.token === token && earlier.id === id && isNothing(earlier.answer);
}

function isNothing({ kind }: Attempt["answer"]): boolean {
  return kind === "missing" || kind === "refused";
}

function evidenceOf(answer: Attempt["answer"]): string {
  return answer.kind === "proven" ? answer.evidence : "";
}

/** Keeps the object if it is proven. Returns false if the object is not proven. */
function keepMatch(
  answer: Attempt["answer"],
  { token, id }: Candidate,
  object: InventoryObject,
  search: Search,
  { onProven }: ProofContext,
): boolean {
  if (answer.kind !== "proven") return false;
  const isByIdOnly = answer.isByIdOnly === true;
  search.matches.push({ object, token, id, isByIdOnly });
  if (!isByIdOnly) onProven({ object, token, id });
  return true;
}

interface Candidate extends TypeCandidate {
  readonly template: string;
  readonly id: string;
}

function* candidates(object: InventoryObject, kind: string, context: ProofContext): Generator<Candidate> {
  const { schemas, givenTypes, knownForms } = context;
  const type = cloudTypeOf(object);
  const given = givenTypes(object.typeName);
  for (const { token, id: template } of knownForms.filter((form) => form.kind === kind)) {
    const id = filledTemplate(template, object);
    if (id !== undefined && resourceOf(token, schemas) !== undefined) yield { token, template, id, isExact: true };
  }
  for (const schema of schemas) {
    const types =
      given.length === 0
        ? typeCandidates(type, object.identity, schema)
        : given.map((token) => ({ token, isExact: true }));
    for (const candidate of types) {
      const resource = schema.resource(candidate.token);
      if (resource === undefined) continue;
      for (const { template, id } of idCandidates(object, type, resource)) yield { ...candidate, template, id };
    }
  }
}

async function attempt(
  { token, id, template, isExact: isExactType }: Candidate,
  object: InventoryObject,
  { schemas, read }: ProofContext,
): Promise<Attempt> {
  const resource = resourceOf(token, schemas);
  const answer = await read(token, id);
  if (answer.kind !== "values" || resource === undefined)
    return { token, id, answer: answer.kind === "values" ? { kind: "missing" } : answer };
  return { token, id, answer: proofOf(object, answer.values, { id, template, isExactType, resource }) };
}

/** Returns the resource of a type. The package of the type can be any of the schemas. */
function resourceOf(token: string, schemas: readonly PackageSchema[]): ResourceSchema | undefined {
  return schemas.map((schema) => schema.resource(token)).find((resource) => resource !== undefined);
}

/** Returns the accounts of objects that were proven by their ARNs, so that the provider has access to these accounts. */
function provenAccounts(searches: readonly Search[]): ReadonlySet<string> {
  const byArn = searches.flatMap(({ matches }) => matches.filter(({ isByIdOnly }) => !isByIdOnly));
  return new Set(byArn.flatMap(({ object }) => identityParts(object.identity).account ?? []));
}

/**
 * Drops uncertain proofs: objects without an ARN property, unless their account is known or all objects are in one account, and different objects
 * with the same ID.
 */
function provenKind(search: Search, accounts: ReadonlySet<string>, { onProven }: ProofContext): ProvenKind {
  const { kind, objects, forms } = search;
  const listed = new Set(objects.flatMap(({ identity }) => identityParts(identity).account ?? []));
  const isCertain = ({ isByIdOnly, object }: Match): boolean => {
    const { account = "" } = identityParts(object.identity);
    if (!isByIdOnly || account === "") return true;
    return accounts.size > 0 ? accounts.has(account) : listed.size === 1;
  };
  const certain = search.matches.filter(isCertain);
  const byId = groupBy(certain, ({ token, id }) => JSON.stringify([token, id]));
  const shared = [...byId.values()].filter((group) => group.length > 1);
  const single = [...byId.values()].flatMap((group) => (group.length === 1 ? group : []));
  for (const match of single) if (match.isByIdOnly) onProven(match);
  const proven = new Map(single.map((match) => [objectKey(match.object), match]));
  return {
    kind,
    proven: objects.flatMap((object) => {
      const match = proven.get(objectKey(object));
      return match === undefined ? [] : [{ object, token: match.token, id: match.id }];
    }),
    unproven: objects.filter((object) => !proven.has(objectKey(object))),
    forms,
    attempts: [
      ...search.attempts,
      ...shared.map(([{ token, id }]): Attempt => ({ token, id, answer: { kind: "shared" } })),
    ],
  };
}
