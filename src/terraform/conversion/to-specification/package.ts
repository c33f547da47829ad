/** Converts a Pulumi package schema to a Provider Code Specification. Reads plain JSON, because the model in `src/schema` lacks some of the data. */

import { compileModuleFormat, foreignToken, readToken } from "../../../schema/tokens.ts";
import { isJsonObject, type JsonObject, memberAt, objectAt } from "../../../value/json/object.ts";
import type { Path } from "../../../value/path.ts";
import { bridgedCamelCase, pascalCase } from "../../package/property-names.ts";
import type { Context } from "../../specification/kinds.ts";
import type { Attribute, Specification, SpecifiedResource, SpecifiedSchema } from "../../specification/model.ts";
import type { Converted } from "../losses.ts";
import { attributesOfMembers } from "./attributes.ts";
import { useStateForUnknown } from "./code.ts";
import type { Side } from "./forms.ts";
import { LossLog } from "./loss-log.ts";
import { type Members, membersAt } from "./members.ts";
import { formatName, resourceTypeNames } from "./names.ts";
import { TooManyAttributes } from "./properties.ts";

/**
 * The limits of nesting that are tried, until a resource has few enough attributes. If even the lowest limit is too high, every object becomes
 * `dynamic`.
 */
const levelsToTry = [64, 12, 8, 5, 3, 2, 1];

/** The maximum number of attributes for each resource, and for the whole package. Top-level properties of a resource are always converted. */
const attributesAtMost = { each: 100_000, all: 1_500_000 };

interface PackageScope {
  readonly name: string;
  readonly types: JsonObject;
  readonly losses: LossLog;
  /** The number of attributes that the remaining resources and functions can have. */
  left: number;
}

/** Converts a package schema. `schema` must have a name. */
export function specificationOfPackage(schema: JsonObject): Converted<Specification> {
  const name = String(memberAt(schema, "name"));
  const losses = new LossLog();
  const types = objectAt(schema, "types");
  const scope: PackageScope = { name: formatName(name), types, losses, left: attributesAtMost.all };
  if (bridgedCamelCase(scope.name) !== name) losses.add("name", ["name"], `\`${scope.name}\``);
  const document = {
    provider: specifiedProvider(schema, scope),
    resources: namedParts(schema, "resources", scope).map((part) => specifiedResource(part, scope)),
    dataSources: namedParts(schema, "functions", scope).map((part) => specifiedDataSource(part, scope)),
  };
  loseRest(schema, [], ["name", "types", "provider", "config", "resources", "functions"], losses);
  loseUnused(scope);
  return { document, losses: losses.list() };
}

function specifiedProvider(schema: JsonObject, scope: PackageScope): Specification["provider"] {
  const provider: Side = { spec: objectAt(schema, "provider"), path: ["provider"] };
  const config: Side = { spec: objectAt(schema, "config"), path: ["config"] };
  const inputs = membersAt(provider, "inputProperties", "requiredInputs");
  const variables = membersAt(config, "variables", "defaults");
  for (const [name, { path }] of membersAt(provider, "properties", "required").properties) {
    if (!inputs.properties.has(name)) scope.losses.add("provider-output", path, "a provider has no outputs");
  }
  // Treat configuration variables as outputs, because an input takes precedence over an output with the same name.
  const members: Members = { inputs, outputs: variables };
  const attributes = attributesWithin(members, { context: "provider" }, scope);
  loseRest(provider.spec, provider.path, [...resourceKeys, "stateInputs"], scope.losses);
  const words = descriptionMembers(hasGeneratedDescription(provider.spec) ? {} : provider.spec);
  const hasWords = words.description !== undefined || words.deprecationMessage !== undefined;
  const hasSchema = attributes.length > 0 || hasWords;
  return { name: scope.name, schema: hasSchema ? { ...words, attributes, blocks: [] } : undefined };
}

/** Returns true if the provider has the generated description that every bridged package contains. */
function hasGeneratedDescription({ description }: JsonObject): boolean {
  return typeof description === "string" && /^The provider type for the \S+ package\. By default, /.test(description);
}

const resourceKeys = [
  "description",
  "deprecationMessage",
  "inputProperties",
  "requiredInputs",
  "properties",
  "required",
  "type",
];

function descriptionMembers(spec: JsonObject): Pick<SpecifiedSchema, "description" | "deprecationMessage"> {
  const text = (key: string): string | undefined => {
    const value = memberAt(spec, key);
    return typeof value === "string" ? value : undefined;
  };
  return { description: text("description"), deprecationMessage: text("deprecationMessage") };
}

/** A resource or function that a specification can express, with its name in the specification. */
interface Part extends Side {
  readonly name: string;
}

/** Returns the resources or functions that a specification can express, sorted by token. */
function namedParts(schema: JsonObject, section: "functions" | "resources", scope: PackageScope): readonly Part[] {
  const moduleFormat = memberAt(schema, "meta", "moduleFormat");
  const format = typeof moduleFormat === "string" ? compileModuleFormat(moduleFormat) : undefined;
  const parts = Object.entries(objectAt(schema, section)).flatMap(([token, value]) => {
    const spec = isJsonObject(value) ? value : {};
    const path: Path = [section, token];
    if (isLostWhole(spec, path, scope.losses)) return [];
    return [{ ...(format === undefined ? foreignToken(token) : readToken(token, format)), spec, path }];
  });
  const names = resourceTypeNames(scope.name, section, parts);
  const sorted = parts.sort((a, b) => (a.token < b.token ? -1 : 1));
  return sorted.map(({ token, spec, path }) => {
    const name = names.get(token) ?? token;
    const back = bridgedToken(scope.name, name, section);
    if (back !== token) scope.losses.add("token", path, `\`${name}\` converts back to ${back}`);
    return { spec, path, name };
  });
}

/** Returns the token that the bridge would give to a resource or data source with this name. */
function bridgedToken(provider: string, name: string, section: "functions" | "resources"): string {
  const type = pascalCase(name);
  const member = section === "functions" ? `get${type}` : type;
  return `${provider}:index/${member.charAt(0).toLowerCase()}${member.slice(1)}:${member}`;
}

function isLostWhole(spec: JsonObject, path: Path, losses: LossLog): boolean {
  if (memberAt(spec, "isComponent") === true) losses.add("component", path, "not a resource of the provider");
  else if (memberAt(spec, "isOverlay") === true) losses.add("overlay", path, "part of SDKs, not of the provider");
  else if (memberAt(spec, "inputs", "properties", "__self__") !== undefined)
    losses.add("method", path, "a method of a resource");
  else return false;
  return true;
}

function specifiedResource({ name, spec, path }: Part, scope: PackageScope): SpecifiedResource {
  const members = {
    inputs: membersAt({ spec, path }, "inputProperties", "requiredInputs"),
    outputs: membersAt({ spec, path }, "properties", "required"),
  };
  const attributes = attributesWithin(members, { context: "resource", owner: name }, scope);
  const stateInputs = { spec: objectAt(spec, "stateInputs"), path: [...path, "stateInputs"] };
  for (const [input, { path: inputPath }] of membersAt(stateInputs, "properties", "required").properties) {
    if (!members.inputs.properties.has(input) && !members.outputs.properties.has(input)) {
      scope.losses.add("state-input", inputPath, "used only to read an existing resource");
    }
  }
  loseRest(spec, path, [...resourceKeys, "stateInputs"], scope.losses);
  const hasId = attributes.some((attribute) => attribute.name === "id");
  if (!hasId) scope.losses.add("id", path, "the id of every resource becomes an attribute");
  return {
    name,
    schema: { ...descriptionMembers(spec), attributes: hasId ? attributes : withId(attributes), blocks: [] },
  };
}

/** Adds an attribute for the ID, which every Pulumi resource has, but which is not a property in the schema. */
function withId(attributes: readonly Attribute[]): readonly Attribute[] {
  const id: Attribute = {
    name: "id",
    kind: "string",
    requiredness: "computed",
    sensitive: false,
    validators: [],
    planModifiers: [useStateForUnknown("string")],
  };
  return [...attributes, id].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function specifiedDataSource({ name, spec, path }: Part, scope: PackageScope): SpecifiedResource {
  const inputs = { spec: objectAt(spec, "inputs"), path: [...path, "inputs"] };
  const members = { inputs: membersAt(inputs, "properties", "required"), outputs: functionResult(spec, path, scope) };
  const attributes = attributesWithin(members, { context: "data source", owner: name }, scope);
  loseRest(spec, path, ["description", "deprecationMessage", "inputs", "outputs", "returnType"], scope.losses);
  return { name, schema: { ...descriptionMembers(spec), attributes, blocks: [] } };
}

/** Returns the outputs of a function. A result that is not an object becomes the attribute `result`. */
function functionResult(spec: JsonObject, path: Path, { losses }: PackageScope): Members["outputs"] {
  const key = memberAt(spec, "outputs") === undefined ? "returnType" : "outputs";
  const result = memberAt(spec, key);
  if (!isJsonObject(result)) return { properties: new Map(), required: new Set() };
  const resultPath = [...path, key];
  const isObject =
    isJsonObject(memberAt(result, "properties")) || (memberAt(result, "type") === "object" && key === "outputs");
  if (isObject) return membersAt({ spec: result, path: resultPath }, "properties", "required");
  losses.add("result", resultPath, "not an object; becomes the attribute `result`");
  return { properties: new Map([["result", { spec: result, path: resultPath }]]), required: new Set(["result"]) };
}

function attributesWithin(
  members: Members,
  target: { readonly context: Context; readonly owner?: string },
  scope: PackageScope,
): readonly Attribute[] {
  const { types } = scope;
  const attempt = (levels: number, left: number): readonly Attribute[] => {
    const [losses, budget] = [new LossLog(), { left }];
    const attributes = attributesOfMembers(members, { ...target, types, losses, ancestors: [], levels, budget });
    scope.losses.addAll(losses.list());
    scope.left -= left - budget.left;
    return attributes;
  };
  for (const levels of levelsToTry) {
    try {
      return attempt(levels, Math.max(0, Math.min(attributesAtMost.each, scope.left)));
    } catch (error) {
      if (!(error instanceof TooManyAttributes)) throw error;
    }
  }
  return attempt(0, Number.MAX_SAFE_INTEGER);
}

function loseRest(spec: JsonObject, path: Path, convertedKeys: readonly string[], losses: LossLog): void {
  for (const key of Object.keys(spec)) {
    if (!convertedKeys.includes(key)) losses.add("package-fact", [...path, key], "not supported by a specification");
  }
}

function loseUnused({ types, losses }: PackageScope): void {
  for (const token of Object.keys(types)) {
    if (!losses.has("named-type", ["types", token])) losses.add("unused-type", ["types", token], "unused");
  }
}
