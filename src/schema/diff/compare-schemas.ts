import type { Token } from "../../ir/type.ts";
import { packageHead } from "../show/describe.ts";
import { objectTypesIn } from "../show/type-facts.ts";
import type {
  EnumSchema,
  FunctionSchema,
  ObjectSchema,
  ObjectShape,
  PackageSchema,
  PropertySchema,
  ResourceSchema,
} from "../types.ts";
import { type Change, isBreaking, type MemberKind, type SchemaDifference } from "./changes.ts";
import { compareProperties } from "./compare-properties.ts";
import { compareTypes, removedValues, type TypeComparison, type Versions } from "./same-type.ts";

/** Compares two versions of a schema. Throws SCHEMA_BROKEN if a part is invalid. */
export function compareSchemas(versions: Versions): SchemaDifference {
  const collected = new Collected(versions);
  collected.provider();
  const resources = collected.resources();
  const functions = collected.functions();
  const types = collected.types();
  const { changes, properties, values } = collected;
  const breaking = changes.filter(isBreaking);
  return {
    old: packageHead(versions.old),
    new: packageHead(versions.new),
    changes: [...breaking, ...changes.filter((change) => !isBreaking(change))],
    breaking: breaking.length,
    added: { resources, functions, types, properties, values },
  };
}

type Owner = Pick<Change, "of" | "token">;

/** Collects the changes. Resources, functions, and types with the same JSON text in both versions are not parsed. */
class Collected {
  readonly changes: Change[] = [];
  properties = 0;
  values = 0;
  readonly #versions: Versions;
  readonly #types: TypeComparison;
  #inputTypes: ReadonlySet<string> | undefined;

  constructor(versions: Versions) {
    this.#versions = versions;
    this.#types = compareTypes(versions);
  }

  provider(): void {
    const { old, new: now } = this.#versions;
    const owner: Owner = { of: "provider", token: old.provider.name.token };
    this.#compare(owner, "input", inputProperties(old.provider), inputProperties(now.provider));
    const reportedNames = new Set(this.changes.map(({ part }) => part?.name));
    const before = this.changes.length;
    const settings = (config: typeof old.config): ObjectShape => ({
      properties: config.variables,
      required: new Set([...config.required, ...config.listed]),
    });
    const added = this.properties;
    this.#compare({ of: "config", token: old.name }, "setting", settings(old.config), settings(now.config));
    // Drop changes that were already reported for the inputs of the provider, because most settings are also inputs.
    this.properties = added;
    const settingChanges = this.changes.splice(before).filter(({ part }) => !reportedNames.has(part?.name));
    this.changes.push(...settingChanges);
  }

  /** Compares the resources. Returns the tokens that only the new version has. */
  resources(): readonly string[] {
    const { old, new: now } = this.#versions;
    const matchedTokens = new Set<string>();
    const newTokens = new Set(now.resourceTokens());
    for (const token of old.resourceTokens()) {
      if (newTokens.has(token) && isSameText(this.#versions, "resources", token)) continue;
      const owner: Owner = { of: "resource", token };
      const [before, after] = [old.resource(token), now.resource(token)];
      if (before === undefined) continue;
      if (after === undefined) {
        this.changes.push({ ...owner, change: "removed" });
        continue;
      }
      const to = after.name.token;
      matchedTokens.add(to);
      if (to !== token) this.changes.push({ ...owner, change: "moved", to });
      this.#deprecated(owner, before, after);
      this.#compare(owner, "input", inputProperties(before), inputProperties(after));
      this.#compare(owner, "output", pureOutputs(before), pureOutputs(after), () => false);
    }
    const oldTokens = new Set(old.resourceTokens());
    return now.resourceTokens().filter((token) => !oldTokens.has(token) && !matchedTokens.has(token));
  }

  functions(): readonly string[] {
    const { old, new: now } = this.#versions;
    for (const token of old.functionTokens()) {
      if (isSameText(this.#versions, "functions", token)) continue;
      const owner: Owner = { of: "function", token };
      const [before, after] = [old.function(token), now.function(token)];
      if (before === undefined) continue;
      if (after === undefined) this.changes.push({ ...owner, change: "removed" });
      else this.#compareFunction(owner, before, after);
    }
    const oldTokens = new Set(old.functionTokens());
    return now.functionTokens().filter((token) => !oldTokens.has(token));
  }

  #compareFunction(owner: Owner, before: FunctionSchema, after: FunctionSchema): void {
    this.#deprecated(owner, before, after);
    this.#compare(owner, "input", functionArguments(before), functionArguments(after));
    const [old, now] = [before.returns, after.returns];
    if (old?.kind === "object" && now?.kind === "object") {
      this.#compare(owner, "output", old, now, () => false);
    } else if (old !== undefined && !isSameResult(old, now, this.#types)) {
      const part = { kind: "output", name: "result" } as const;
      this.changes.push({ ...owner, part, change: "retyped", from: resultText(old), to: resultText(now) });
    }
  }

  types(): readonly string[] {
    const { old, new: now } = this.#versions;
    for (const token of old.typeTokens()) {
      if (isSameText(this.#versions, "types", token)) continue;
      const owner: Owner = { of: "type", token };
      const before = findNamedType(old, token);
      const to = this.#types.renamed().get(token);
      const after = findNamedType(now, to ?? token);
      if (before === undefined) continue;
      if (to !== undefined) this.changes.push({ ...owner, change: "renamed", to });
      if (after === undefined) this.changes.push({ ...owner, change: "removed" });
      else this.#compareType(owner, before, after);
    }
    const oldTokens = new Set([...old.typeTokens(), ...this.#types.renamed().values()]);
    return now.typeTokens().filter((token) => !oldTokens.has(token));
  }

  #compareType(owner: Owner, before: ObjectSchema | EnumSchema, after: ObjectSchema | EnumSchema): void {
    this.#deprecated(owner, before, after);
    if (!("element" in before) && !("element" in after)) {
      this.#compare(owner, "property", before, after, () => this.#isInput(after.name));
    } else if ("element" in before && "element" in after && before.element === after.element) {
      const removed = removedValues(before, after);
      for (const value of removed)
        this.changes.push({ ...owner, part: { kind: "value", name: String(value) }, change: "removed" });
      this.values += after.members.length - (before.members.length - removed.length);
      this.#deprecatedValues(owner, before, after);
    } else {
      this.changes.push({ ...owner, change: "retyped", from: namedTypeKind(before), to: namedTypeKind(after) });
    }
  }

  #deprecatedValues(owner: Owner, before: EnumSchema, after: EnumSchema): void {
    const old = new Map(before.members.map((member) => [member.value, member]));
    for (const { value, deprecationMessage: message } of after.members) {
      const previous = old.get(value);
      if (previous === undefined || previous.deprecationMessage !== undefined || message === undefined) continue;
      this.changes.push({ ...owner, part: { kind: "value", name: String(value) }, change: "deprecated", message });
    }
  }

  #compare(
    owner: Owner,
    kind: MemberKind,
    old: ObjectShape,
    now: ObjectShape,
    isSet: () => boolean = () => true,
  ): void {
    const { changes, added } = compareProperties(old, now, { owner, kind, types: this.#types, isSet });
    this.changes.push(...changes);
    this.properties += added;
  }

  #deprecated(owner: Owner, before: Deprecatable, after: Deprecatable): void {
    const message = after.deprecationMessage;
    if (before.deprecationMessage === undefined && message !== undefined)
      this.changes.push({ ...owner, change: "deprecated", message });
  }

  #isInput({ token }: Token): boolean {
    this.#inputTypes ??= inputTypes(this.#versions.new);
    return this.#inputTypes.has(token);
  }
}

interface Deprecatable {
  readonly deprecationMessage?: string;
}

function isSameText({ old, new: now }: Versions, part: "resources" | "functions" | "types", token: string): boolean {
  const text = old.jsonText(part, token);
  return text !== "" && text === now.jsonText(part, token);
}

function inputProperties({ inputs, requiredInputs }: ResourceSchema): ObjectShape {
  return { properties: inputs, required: requiredInputs };
}

/** Returns the outputs that are not inputs. Otherwise, a change of an input would be reported twice. */
function pureOutputs({ inputs, outputs }: ResourceSchema): ObjectShape {
  return { properties: new Map([...outputs].filter(([name]) => !inputs.has(name))), required: new Set() };
}

function functionArguments({ inputs = new Map(), requiredInputs }: FunctionSchema): ObjectShape {
  return { properties: inputs, required: requiredInputs };
}

type Result = NonNullable<FunctionSchema["returns"]>;

function isSameResult(old: Result, now: Result | undefined, types: TypeComparison): boolean {
  return old.kind === "value" && now?.kind === "value" && types.isSame(old.type, now.type);
}

function resultText(result: Result | undefined): string {
  if (result === undefined) return "nothing";
  return result.kind === "object" ? "object" : result.type.kind;
}

function findNamedType(schema: Versions["old"], token: string): ObjectSchema | EnumSchema | undefined {
  return schema.objectType(token) ?? schema.enumType(token);
}

function namedTypeKind(type: ObjectSchema | EnumSchema): string {
  return "element" in type ? `enum of ${type.element}` : "object";
}

/** Returns the object types that programs construct: those in inputs of resources, functions, and the provider, and those inside these types. */
function inputTypes(schema: PackageSchema): ReadonlySet<string> {
  const tokens = new Set<string>();
  const add = (properties: ReadonlyMap<string, PropertySchema> | undefined): void => {
    for (const { type } of properties?.values() ?? []) for (const { token } of objectTypesIn(type)) tokens.add(token);
  };
  add(schema.provider.inputs);
  add(schema.config.variables);
  for (const token of schema.resourceTokens()) add(schema.resource(token)?.inputs);
  for (const token of schema.functionTokens()) add(schema.function(token)?.inputs);
  // The set grows during the iteration.
  for (const token of tokens) add(schema.objectType(token)?.properties);
  return tokens;
}
