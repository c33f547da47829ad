/** Finds the import IDs that an inventory object can have, as templates such as `{-1}` or `{name}@{vhost}`. Read decides between them. */
import type { ResourceSchema } from "../schema/types.ts";
import { secretName } from "../value/likely-secrets/secret-names.ts";
import type { CloudType } from "./cloud-type.ts";
import { knownIdForms } from "./cloud-words.ts";
import { comparableName } from "./comparable-names.ts";
import { idPrefix, isGoogleForm } from "./import-forms.ts";
import { googlePath, hasControlCharacter, type InventoryObject, identityParts, isGlobal } from "./inventory-object.ts";

const mostIds = 6;

export interface IdCandidate {
  /** `{identity}`, `{path}`, `{rest}`, `{name}`, `{region}`, `{account}`, `{-1}` for the last part of the identity, `{-2}` for the part before it, or a field of the listing. */
  readonly template: string;
  readonly id: string;
}

/** Returns up to six IDs, best first: known forms, forms of the import example, forms of the schema's inputs, then common forms. */
export function idCandidates(
  object: InventoryObject,
  { service, kind }: Pick<CloudType, "service" | "kind">,
  resource: ResourceSchema,
): readonly IdCandidate[] {
  const example = resource.importExample;
  const examples = example === undefined ? [] : formsOfExample(example, object, resource);
  const templates = isGlobal(object.identity)
    ? [...knownIdForms(service, kind), ...examples, ...commonForms(object)]
    : [...nameForms(inputFields(object, resource), examples), ...commonForms(object)];
  const candidates = new Map<string, IdCandidate>();
  for (const template of templates) {
    const id = filledTemplate(template, object);
    if (id !== undefined && !candidates.has(id)) candidates.set(id, { template, id });
  }
  return [...candidates.values()].slice(0, mostIds);
}

/** Returns the fields of the listing in a template. */
export function templateFields(template: string): readonly string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].flatMap(([, field = ""]) => (isPart(field) ? [] : [field]));
}

/** Returns true for a variable that is a part of the identity. */
function isPart(variable: string): boolean {
  return ["identity", "path", "rest", "region", "account"].includes(variable) || /^-\d$/.test(variable);
}

/** Fills a template. Returns undefined if the object lacks a field, or if the ID would be empty or have a control character. */
export function filledTemplate(template: string, object: InventoryObject): string | undefined {
  let isComplete = true;
  const text = template.replace(/\{([^{}]+)\}/g, (_, field: string) => {
    const value = templateField(field, object);
    if (value === undefined) isComplete = false;
    return value ?? "";
  });
  return isComplete && text !== "" && !hasControlCharacter(text) ? text : undefined;
}

function templateField(field: string, { identity, name, fields }: InventoryObject): string | undefined {
  const { segments, rest, region, account } = identityParts(identity);
  switch (field) {
    case "identity":
      return identity;
    case "path":
      return googlePath(identity);
    case "rest":
      return rest;
    case "region":
      return region ?? fields.get(field);
    case "account":
      return account ?? fields.get(field);
    case "name":
      return fields.get("name") ?? (name === "" ? undefined : name);
    default:
      return /^-\d$/.test(field) ? segments.at(Number(field)) : fields.get(field);
  }
}

/** Separators in import IDs, the most distinctive first. Names contain the last ones too. */
const separators = ["|", ",", "/", ":", "@", "_"] as const;

function formsOfExample(example: string, object: InventoryObject, resource: ResourceSchema): readonly string[] {
  const { segments, cloud } = identityParts(object.identity);
  if (cloud === "gcp" || isGoogleForm(example)) return ["{path}"];
  if (isGlobal(example) && (cloud === "none" || cloud === identityParts(example).cloud)) return ["{identity}"];
  const separator = separators.find((text) => example.slice(1, -1).includes(text));
  if (separator === undefined) return [segmentLike(example, segments)];
  const parts = example.split(separator).filter((part) => part !== "");
  const start = example.startsWith("/") ? "/" : "";
  const fields = inputFields(object, resource);
  const byName = parts.map((part) => fields.find((field) => comparableName(field) === comparableName(part)));
  const others = fields.filter((field) => !byName.includes(field));
  const named = byName.map((field) => field ?? others.shift()).filter((field) => field !== undefined);
  const last = segmentRange(-parts.length, parts.length);
  const before = segmentRange(-parts.length - 1, parts.length);
  return [
    ...(named.length === parts.length && !isGlobal(object.identity)
      ? [named.map((field) => `{${field}}`).join(separator)]
      : []),
    start + last.join(separator),
    start + before.join(separator),
    start + [...last].reverse().join(separator),
  ];
}

function segmentRange(from: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `{${from + index}}`);
}

/** Returns the template of the segment that looks like the example: an ID with the same prefix, or a UUID. Otherwise that of the last segment. */
function segmentLike(example: string, segments: readonly string[]): string {
  const isAlike = (segment: string): boolean =>
    isUuid(example) ? isUuid(segment) : idPrefix(example) !== undefined && idPrefix(segment) === idPrefix(example);
  const index = segments.findLastIndex(isAlike);
  return `{${index < 0 ? -1 : index - segments.length}}`;
}

function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}

/** Returns the fields of the listing that are inputs of the resource, without secrets: the name first, then required inputs. */
export function inputFields({ fields }: InventoryObject, resource: ResourceSchema): readonly string[] {
  const inputs = new Map([...resource.inputs.keys()].map((input) => [comparableName(input), input]));
  const member = comparableName(resource.name.member);
  const isSecret = (field: string): boolean =>
    secretName(field) !== undefined || resource.inputs.get(inputs.get(comparableName(field)) ?? "")?.secret === true;
  const rank = (field: string): number => {
    const letters = comparableName(field);
    if (letters === comparableName("name") || letters === member) return 0;
    return resource.requiredInputs.has(inputs.get(letters) ?? "") ? 1 : 2;
  };
  return [...fields.keys()]
    .filter((field) => inputs.has(comparableName(field)) && !isSecret(field))
    .sort((a, b) => rank(a) - rank(b));
}

/** Returns the forms of an ID that consists of fields. A listing without such fields has the ID itself, such as a physical ID. */
function nameForms(fields: readonly string[], exampleForms: readonly string[]): readonly string[] {
  const [name, container, ...more] = fields;
  if (name === undefined) return ["{identity}", ...exampleForms];
  if (container === undefined) return [...exampleForms, `{${name}}`];
  const [inner, outer] = [`{${name}}`, `{${container}}`];
  // IDs of several parts begin with the outermost one, such as `ZONE/NAME/TYPE`.
  const all = more.length === 0 ? [] : [[outer, inner, ...more.map((field) => `{${field}}`)].join("/")];
  return [
    ...exampleForms,
    ...all,
    `${inner}@${outer}`,
    `${outer}.${inner}`,
    `${outer}/${inner}`,
    inner,
    `${outer}:${inner}`,
  ];
}

function commonForms({ identity }: InventoryObject): readonly string[] {
  const { cloud, segments } = identityParts(identity);
  switch (cloud) {
    case "azure":
      return ["{identity}"];
    case "gcp":
      return ["{path}", "{-1}", "{identity}"];
    case "aws":
      return segments.length < 3
        ? ["{-1}", "{identity}", "{rest}", "{-2}/{-1}", "{-2}:{-1}", "{-2}"]
        : ["{-1}", "{identity}", "{rest}", "{-3}:{-2}", "{-2}/{-1}", "{-2}:{-1}"];
    case "none":
      return ["{identity}", "{name}"];
  }
}
