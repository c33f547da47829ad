/**
 * Finds input values that a program could omit, by calls to a provider of the simulated cloud for each value. Uses only the protocol and the
 * schema of the provider, and no code of imp's search.
 */
import {
  type Bag,
  bag,
  equal,
  isBag,
  isList,
  isSecret,
  type Plain,
  signatureOf,
} from "../../fixtures/simcloud/plain.ts";
import type { Simcloud } from "../simcloud/client.ts";

type LeafPath = readonly (string | number)[];

/** A resource with the verdict clean. */
export interface JudgedProgram {
  readonly type: string;
  /** The ID in the import file. */
  readonly id: string;
  readonly program: Bag;
  /** Top-level names of `properties` and `inputs` in the import file. */
  readonly asked: ReadonlySet<string>;
  /** IDs and ARNs of other resources. */
  readonly others: ReadonlySet<string>;
}

interface PropertySpec {
  readonly $ref?: string;
  readonly const?: Plain;
  readonly default?: Plain;
  readonly items?: PropertySpec;
  readonly oneOf?: readonly PropertySpec[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping?: Readonly<Record<string, string>> };
  readonly willReplaceOnChanges?: boolean;
  readonly replaceOnChanges?: boolean;
}

interface ObjectSpec {
  readonly properties?: Readonly<Record<string, PropertySpec>>;
  readonly required?: readonly string[];
}

interface ResourceSpec {
  readonly inputProperties?: Readonly<Record<string, PropertySpec>>;
  readonly requiredInputs?: readonly string[];
}

export interface ServedSchema {
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  readonly types: Readonly<Record<string, ObjectSpec>>;
}

export async function servedSchema(simcloud: Simcloud): Promise<ServedSchema> {
  return JSON.parse(Buffer.from((await simcloud.call("getSchema", {})).schema).toString()) as ServedSchema;
}

/** Returns the paths of values that the program could omit: its preview stays clean without them, and no rule requires them. */
export async function spareLeaves(
  simcloud: Simcloud,
  schema: ServedSchema,
  judged: JudgedProgram,
): Promise<readonly string[]> {
  const { type, program } = judged;
  const resource = schema.resources[type] ?? {};
  const read = await simcloud.read(type, judged.id);
  const declaredInputs = Object.entries(read.inputs ?? {}).filter(
    ([name]) => resource.inputProperties?.[name] !== undefined,
  );
  const live: LiveObject = {
    type,
    id: read.id,
    inputs: bag(declaredInputs),
    outputs: read.outputs ?? bag(),
    resource,
    schema,
  };
  const whole = await judge(simcloud, live, program);
  const spare: string[] = [];
  for (const path of leavesOf(program)) {
    const name = String(path[0]);
    if (judged.asked.has(name) || isRequired(path, program, resource, schema)) continue;
    const value = valueAtPath(program, path);
    if (typeof value === "string" && [...judged.others].some((other) => value.includes(other))) continue;
    if (await isIdentity(simcloud, live, program, name)) continue;
    const rest = without(program, path);
    if (isBag(rest) && isNoWorse(await judge(simcloud, live, rest), whole)) spare.push(path.join("."));
  }
  return spare;
}

interface LiveObject {
  readonly type: string;
  readonly id: string;
  readonly inputs: Bag;
  readonly outputs: Bag;
  readonly resource: ResourceSpec;
  readonly schema: ServedSchema;
}

/** The responses of Check and Diff for a program, compared with the read object. */
interface Judgement {
  readonly refused: boolean;
  readonly differs: ReadonlySet<string>;
  readonly stable: boolean;
  /** Names of inputs for which Check without old inputs returns other values. */
  readonly anew: ReadonlySet<string>;
}

const refused: Judgement = { refused: true, differs: new Set(), stable: false, anew: new Set() };

function isNoWorse(rest: Judgement, whole: Judgement): boolean {
  if (rest.refused || (whole.stable && !rest.stable)) return false;
  return isWithin(rest.differs, whole.differs) && isWithin(rest.anew, whole.anew);
}

function isWithin(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((one) => all.has(one));
}

/** Judges the program as sent by an SDK that adds the schema's defaults, and by an SDK that does not. Combines both results. */
async function judge(simcloud: Simcloud, live: LiveObject, program: Bag): Promise<Judgement> {
  const [bare, full] = [
    await judgeSent(simcloud, live, sentFor(program, live.resource, "const")),
    await judgeSent(simcloud, live, sentFor(program, live.resource, "default")),
  ];
  return {
    refused: bare.refused || full.refused,
    differs: new Set([...bare.differs, ...full.differs]),
    stable: bare.stable && full.stable,
    anew: new Set([...bare.anew, ...full.anew]),
  };
}

async function judgeSent(simcloud: Simcloud, live: LiveObject, sent: Bag): Promise<Judgement> {
  const { type, id, inputs, outputs } = live;
  try {
    const first = await simcloud.check(type, inputs, sent, 11);
    if (first.failures.length > 0) return refused;
    const differs = await differences(simcloud, live, inputs, first.inputs);
    const second = await simcloud.check(type, first.inputs, sent, 12);
    const later = await differences(simcloud, { ...live, type, id, outputs }, first.inputs, second.inputs);
    const fresh = await simcloud.check(type, bag(), sent, 13);
    const anew = Object.keys(inputs).filter((name) => !equal(first.inputs[name], fresh.inputs[name]));
    if (fresh.failures.length > 0) return refused;
    return {
      refused: false,
      differs,
      stable: later.size === 0 && equal(first.inputs, second.inputs),
      anew: new Set(anew),
    };
  } catch {
    return refused;
  }
}

async function differences(simcloud: Simcloud, live: LiveObject, olds: Bag, news: Bag): Promise<ReadonlySet<string>> {
  const answer = await simcloud.diff(live.type, live.id, olds, live.outputs, news);
  const names = [...Object.keys(olds), ...Object.keys(news)].filter((name) => !equal(olds[name], news[name]));
  switch (answer.changes) {
    case 0:
      return new Set(names);
    case 1:
      return new Set();
    default:
      return new Set(["", ...answer.diffs, ...answer.detailedDiff.map(({ key }) => key), ...answer.replaces]);
  }
}

function sentFor(program: Bag, resource: ResourceSpec, as: "const" | "default"): Bag {
  const sent = bag(Object.entries(program));
  for (const [name, spec] of Object.entries(resource.inputProperties ?? {})) {
    if (spec.const !== undefined) sent[name] = spec.const;
    else if (as === "default" && spec.default !== undefined) sent[name] ??= spec.default;
  }
  return sent;
}

/** Returns true if the value is the ID or its last part, or if the schema or Diff says that a change of it replaces the resource. */
async function isIdentity(simcloud: Simcloud, live: LiveObject, program: Bag, name: string): Promise<boolean> {
  const spec = live.resource.inputProperties?.[name];
  if (spec?.willReplaceOnChanges === true || spec?.replaceOnChanges === true) return true;
  const value = program[name] ?? null;
  const last = live.id.slice(Math.max(live.id.lastIndexOf("/"), live.id.lastIndexOf(":")) + 1);
  if (value === live.id || value === last) return true;
  const other = altered(value);
  if (other === undefined) return false;
  try {
    const news = bag([...Object.entries(program), [name, other]]);
    const answer = await simcloud.diff(live.type, live.id, live.inputs, live.outputs, news);
    const replacing = answer.detailedDiff.filter(({ value }) => [1, 3, 5].includes(value?.kind ?? 0));
    return [...answer.replaces, ...replacing.map(({ key }) => key)].some((path) => path.split(/[.[]/, 1)[0] === name);
  } catch {
    return false;
  }
}

function altered(value: Plain): Plain | undefined {
  switch (typeof value) {
    case "string":
      return `${value}-other`;
    case "number":
      return value + 1;
    case "boolean":
      return !value;
    default:
      return undefined;
  }
}

function isRequired(path: LeafPath, program: Bag, resource: ResourceSpec, schema: ServedSchema): boolean {
  let object: ObjectSpec | undefined = {
    properties: resource.inputProperties ?? {},
    required: resource.requiredInputs ?? [],
  };
  let spec: PropertySpec | undefined;
  let value: Plain = program;
  let required = true;
  for (const key of path) {
    if (typeof key === "number") spec = spec?.items;
    else {
      if (object === undefined) return false;
      required &&= object.required?.includes(key) === true || object.properties?.[key]?.const !== undefined;
      spec = object.properties?.[key];
    }
    value = child(value, key) ?? null;
    object = spec === undefined ? undefined : objectOf(spec, value, schema);
  }
  return required;
}

function objectOf(spec: PropertySpec, value: Plain, schema: ServedSchema): ObjectSpec | undefined {
  const tag = spec.discriminator === undefined ? undefined : child(value, spec.discriminator.propertyName);
  const mapped = typeof tag === "string" ? spec.discriminator?.mapping?.[tag] : undefined;
  const ref = mapped ?? spec.$ref;
  return ref === undefined ? undefined : schema.types[decodeURIComponent(ref.replace("#/types/", ""))];
}

/** Returns the paths of all values without members. Values with a signature, such as secrets, count as a whole. */
function leavesOf(value: Plain, path: LeafPath = []): readonly LeafPath[] {
  if (isBag(value) && signatureOf(value) === undefined && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...path, key]));
  if (isList(value) && value.length > 0 && value.every((item) => isBag(item) && !isSecret(item)))
    return value.flatMap((item, index) => leavesOf(item, [...path, index]));
  return path.length === 0 ? [] : [path];
}

function valueAtPath(value: Plain, path: LeafPath): Plain | undefined {
  return path.reduce<Plain | undefined>((found, key) => (found === undefined ? undefined : child(found, key)), value);
}

function child(value: Plain, key: string | number): Plain | undefined {
  if (typeof key === "number") return isList(value) ? value[key] : undefined;
  return isBag(value) ? value[key] : undefined;
}

function without(value: Plain, [key, ...rest]: LeafPath): Plain {
  if (typeof key === "number")
    return isList(value) ? value.map((item, index) => (index === key ? without(item, rest) : item)) : value;
  if (key === undefined || !isBag(value)) return value;
  return bag(
    Object.entries(value).flatMap(([name, item]): [string, Plain][] => {
      if (name !== key) return [[name, item]];
      return rest.length === 0 ? [] : [[name, without(item, rest)]];
    }),
  );
}
