/** Converts a provider model to a Pulumi package schema (pulumi-terraform-bridge `pkg/tfgen/generate_schema.go`). */

import { lastSegment } from "../../../schema/tokens.ts";
import type { Path } from "../../../value/path.ts";
import type { Converted, Loss } from "../losses.ts";
import { adjusted } from "./adjusted.ts";
import type { FunctionSpec, ObjectSpec, PackageDocument, Properties, ResourceSpec } from "./document.ts";
import { configMethod, providerDescription, schemaFrame } from "./frame.ts";
import { functionSpec } from "./functions.ts";
import { lossesOfModel } from "./losses-of-model.ts";
import type { Fields, FunctionModel, Profile, ProviderModel, ResourceModel } from "./model.ts";
import { ObjectTypes, objectSpec, unlessEmpty } from "./object-types.ts";
import { isInputField, namedFields, type Position, propertySpecs, providerInputs, requiredOf } from "./properties.ts";
import { bridgeTokens } from "./tokens.ts";

export interface PackageRequest {
  readonly profile: Profile;
  /** The provider version, if the document does not contain it. */
  readonly version?: string;
}

export function packageSchemaOf(
  model: ProviderModel,
  { profile, version }: PackageRequest,
): Converted<PackageDocument> {
  const packageName = model.packageName ?? model.name;
  const adjustedModel = adjusted({ ...model, version: version ?? model.version }, profile, packageName);
  const tokens = bridgeTokens(adjustedModel, packageName);
  const types = new TypeTable();
  const members: readonly Member[] = [
    ...withTokens("resource", adjustedModel.resources, tokens.resources),
    ...withTokens("data source", adjustedModel.dataSources, tokens.dataSources),
    ...withTokens("function", adjustedModel.functions, tokens.functions),
  ];
  const [resources, functions] = [new Map<string, ResourceSpec>(), new Map<string, FunctionSpec>()];
  const config = configDocument(adjustedModel.config, packageName, types);
  // Sort by module, because if two object types have the same name, the type of the last module is used.
  for (const member of [...members].sort((a, b) => (moduleOfToken(a.token) < moduleOfToken(b.token) ? -1 : 1))) {
    switch (member.kind) {
      case "resource":
        resources.set(member.token, resourceSpec(member.model, member.token, types, profile));
        break;
      case "data source":
        functions.set(member.token, dataSourceSpec(member.model, member.token, types, adjustedModel.isMapped, profile));
        break;
      case "function":
        functions.set(member.token, functionSpec(member.model, member.token, { packageName, types: types.specs }));
        break;
    }
  }
  const provider = providerSpec(adjustedModel.config, packageName, types);
  types.close();
  const method = configMethod(packageName);
  functions.set(method.token, method.spec);
  const { parameterization, language, ...about } = schemaFrame(adjustedModel, packageName, profile);
  const document: PackageDocument = {
    name: packageName,
    version: adjustedModel.version,
    ...about,
    meta: { moduleFormat: "(.*)(?:/[^/]*)" },
    language,
    config,
    types: unlessEmpty(sortedRecord(types.specs)),
    provider: { ...provider, methods: { terraformConfig: method.token } },
    resources: unlessEmpty(sortedRecord(resources)),
    functions: sortedRecord(functions),
    parameterization,
  };
  return { document, losses: [...lossesOfModel(adjustedModel, tokens, profile), ...types.losses] };
}

interface MemberOf<K, M> {
  readonly kind: K;
  readonly token: string;
  readonly model: M;
}

type Member = MemberOf<"resource" | "data source", ResourceModel> | MemberOf<"function", FunctionModel>;

function withTokens<K extends Member["kind"], M>(
  kind: K,
  models: ReadonlyMap<string, M>,
  tokens: ReadonlyMap<string, string>,
) {
  return [...models].map(([name, model]): MemberOf<K, M> => ({ kind, token: tokens.get(name) ?? "", model }));
}

function moduleOfToken(token: string): string {
  return token.slice(0, token.lastIndexOf(":"));
}

/** Returns the module of a member's object types, for example `aws:s3` for `aws:s3/bucket:Bucket`. */
function typesModule(token: string): string {
  const module = moduleOfToken(token);
  const slash = module.lastIndexOf("/");
  return slash < 0 ? module : module.slice(0, slash);
}

/** Converts a map to an object with sorted keys, including keys such as `__proto__`. */
function sortedRecord<T>(entries: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

class TypeTable {
  readonly specs = new Map<string, ObjectSpec>();
  readonly losses: Loss[] = [];
  readonly #referred = new Map<string, Path>();

  add(types: ObjectTypes, owner: Pick<ResourceModel, "path">): void {
    for (const [token, spec] of types.specs()) {
      const existing = this.specs.get(token);
      const isOther = existing !== undefined && JSON.stringify(existing) !== JSON.stringify(spec);
      if (isOther || types.isAmbiguous(lastSegment(token)))
        this.losses.push({ kind: "type-name", path: owner.path, detail: token });
      this.specs.set(token, spec);
    }
    for (const token of types.referred) this.#referred.set(token, owner.path);
  }

  /** Adds an object type without members for each type that a mapping refers to but does not contain. */
  close(): void {
    for (const [token, path] of this.#referred) {
      if (this.specs.has(token)) continue;
      this.losses.push({ kind: "missing-type", path, detail: token });
      this.specs.set(token, { type: "object" });
    }
  }
}

function configDocument(fields: Fields, packageName: string, table: TypeTable): PackageDocument["config"] {
  const types = new ObjectTypes(packageName, `${packageName}:config`);
  const fieldsByName = providerInputs(fields);
  const variables = propertySpecs(fieldsByName, { types, position: "config", prefix: "" });
  const required = requiredOf(fieldsByName, "config");
  table.add(types, { path: ["provider"] });
  return {
    variables: unlessEmpty(variables),
    defaults: unlessEmpty(required),
  };
}

/** Returns the provider resource. Its outputs are its inputs without defaults. */
function providerSpec(fields: Fields, packageName: string, table: TypeTable): ResourceSpec {
  const types = new ObjectTypes(packageName, `${packageName}:index`);
  const fieldsByName = providerInputs(fields).filter(([name, field]) => isInputField(field) && name !== "id");
  const inputs = propertySpecs(fieldsByName, { types, position: "input", prefix: "Provider" });
  const required = requiredInputs(fieldsByName);
  table.add(types, { path: ["provider"] });
  const properties = Object.entries(inputs).map(
    ([name, { default: _value, defaultInfo: _environment, ...property }]) => [name, property],
  );
  return {
    description: providerDescription(packageName),
    properties: unlessEmpty(Object.fromEntries(properties)),
    required: unlessEmpty(required),
    inputProperties: unlessEmpty(inputs),
    requiredInputs: unlessEmpty(required),
  };
}

type Named = ReturnType<typeof namedFields>;

function requiredInputs(fieldsByName: Named): readonly string[] {
  return requiredOf(
    fieldsByName.filter(([, { hasDefault }]) => !hasDefault),
    "input",
  );
}

function resourceSpec(model: ResourceModel, token: string, table: TypeTable, profile: Profile): ResourceSpec {
  const name = lastSegment(token);
  const types = new ObjectTypes(token.split(":")[0] ?? "", typesModule(token));
  const all = namedFields(model.fields);
  const [outputs, inputs] = [all, all.filter(([, field]) => isInputField(field))];
  const of = (fieldsByName: Named, position: Position) =>
    withoutId(propertySpecs(fieldsByName, { types, position, prefix: name }));
  // Convert inputs first, because the last shape of an object type is used.
  const inputProperties = of(inputs, "input");
  const properties = of(outputs, "output");
  const state = of(outputs, "input");
  table.add(types, model);
  const isNotId = (property: string): boolean => property !== "id";
  return {
    description: model.description,
    properties: unlessEmpty(properties),
    required: unlessEmpty(requiredOf(outputs, "output").filter(isNotId)),
    inputProperties: unlessEmpty(inputProperties),
    requiredInputs: unlessEmpty(requiredInputs(inputs).filter(isNotId)),
    stateInputs: objectSpec(state, [], `Input properties used for looking up and filtering ${name} resources.\n`),
    deprecationMessage: deprecationFor(profile, model),
    language: model.csharpName === undefined ? undefined : { csharp: { name: model.csharpName } },
  };
}

/** Removes the ID, which is not a property in Pulumi. */
function withoutId(properties: Properties): Properties {
  const { id: _id, ...others } = properties;
  return others;
}

/** Returns the deprecation message. The dynamic bridge supports only deprecated properties. */
function deprecationFor(profile: Profile, { deprecation }: ResourceModel): string | undefined {
  return profile === "dynamic" ? undefined : deprecation;
}

function dataSourceSpec(
  model: ResourceModel,
  token: string,
  table: TypeTable,
  hasImplicitId: boolean,
  profile: Profile,
): FunctionSpec {
  const name = lastSegment(token);
  const types = new ObjectTypes(token.split(":")[0] ?? "", typesModule(token));
  const outputs = namedFields(model.fields);
  const inputs = outputs.filter(([, field]) => isInputField(field));
  const argumentSpecs = propertySpecs(inputs, { types, position: "input", prefix: name });
  const results = propertySpecs(outputs, { types, position: "output", prefix: name });
  const isImplicit = hasImplicitId && !model.fields.has("id");
  const id = { type: "string", description: "The provider-assigned unique ID for this managed resource." };
  table.add(types, model);
  const required = [...requiredOf(outputs, "output"), ...(isImplicit ? ["id"] : [])];
  return {
    description: model.description,
    inputs:
      inputs.length > 0
        ? objectSpec(argumentSpecs, requiredOf(inputs, "input"), `A collection of arguments for invoking ${name}.\n`)
        : undefined,
    outputs:
      outputs.length > 0 || isImplicit
        ? objectSpec(
            isImplicit ? { ...results, id } : results,
            required,
            `A collection of values returned by ${name}.\n`,
          )
        : undefined,
    deprecationMessage: deprecationFor(profile, model),
  };
}
