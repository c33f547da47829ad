import { compareTexts } from "../../../domain/order/by-needs.ts";
import { countAt, isJsonObject, type JsonObject, memberAt, objectAt, textAt } from "../../../value/json/object.ts";
import type { Path } from "../../../value/path.ts";
import type { Converted, Loss } from "../losses.ts";
import type { Field, Fields, FieldType, FunctionModel, ParameterModel, ProviderModel, ResourceModel } from "./model.ts";
import { plainField, typeOfWire } from "./wire-types.ts";

/**
 * Converts a provider in the output of `terraform providers schema -json` to a provider model. `schema` must come from `readTerraformDocument`, which
 * limits its depth.
 */
export function modelOfProviderSchema(schema: JsonObject, address: string): Converted<ProviderModel> {
  const losses: Loss[] = [];
  const document = {
    name: address.split("/").at(-1) ?? address,
    source: address,
    config: fieldsOfBlock(memberAt(schema, "provider", "block"), ["provider", "block"]),
    resources: wireResources(schema, "resource_schemas", losses),
    dataSources: wireResources(schema, "data_source_schemas", losses),
    functions: wireFunctions(schema),
    isMapped: false,
  };
  for (const section of Object.keys(schema)) {
    if (convertedSections.has(section)) continue;
    for (const [name] of sortedObjects(schema, section))
      losses.push({ kind: "provider-part", path: [section, name], detail: section });
  }
  return { document, losses };
}

const convertedSections = new Set(["provider", "resource_schemas", "data_source_schemas", "functions"]);

/** Returns the members of an object, sorted by name, as the bridge sorts them. */
function sortedObjects(json: unknown, key: string): readonly (readonly [string, JsonObject])[] {
  return Object.entries(objectAt(json, key))
    .map(([name, value]) => [name, isJsonObject(value) ? value : {}] as const)
    .sort(([a], [b]) => compareTexts(a, b));
}

function wireResources(schema: JsonObject, section: string, losses: Loss[]): ReadonlyMap<string, ResourceModel> {
  const entries = sortedObjects(schema, section);
  return new Map(
    entries.map(([type, resource]): [string, ResourceModel] => {
      const [path, block, version] = [[section, type], memberAt(resource, "block"), memberAt(resource, "version")];
      if (version !== undefined && version !== 0)
        losses.push({
          kind: "schema-version",
          path: [...path, "version"],
          detail: `version ${JSON.stringify(version)}`,
        });
      const blockPath = [...path, "block"];
      return [type, { type, path: blockPath, fields: fieldsOfBlock(block, blockPath), ...descriptionsIn(block) }];
    }),
  );
}

function descriptionsIn(json: unknown): Pick<Field, "description" | "deprecation"> {
  return {
    description: textAt(json, "description"),
    // A provider schema does not contain deprecation messages.
    deprecation: memberAt(json, "deprecated") === true ? "Deprecated" : undefined,
  };
}

/** Returns the attributes and blocks. If an attribute and a block have the same name, the attribute is used. */
function fieldsOfBlock(block: unknown, path: Path): Fields {
  const fields = new Map<string, Field>();
  for (const [name, json] of sortedObjects(block, "block_types"))
    fields.set(name, blockField(name, json, [...path, "block_types", name]));
  for (const [name, field] of wireFields(block, path)) fields.set(name, field);
  return fields;
}

function wireFields(holder: unknown, path: Path): Fields {
  const entries = sortedObjects(holder, "attributes");
  return new Map(entries.map(([name, json]) => [name, attributeField(name, json, [...path, "attributes", name])]));
}

function attributeField(name: string, json: JsonObject, path: Path): Field {
  const nested = memberAt(json, "nested_type");
  const type = isJsonObject(nested)
    ? nestedType(memberAt(nested, "nesting_mode"), wireFields(nested, [...path, "nested_type"]))
    : typeOfWire(memberAt(json, "type"), [...path, "type"]);
  return {
    ...plainField(name, path, type),
    optional: memberAt(json, "optional") === true,
    required: memberAt(json, "required") === true,
    computed: memberAt(json, "computed") === true,
    sensitive: memberAt(json, "sensitive") === true,
    writeOnly: memberAt(json, "write_only") === true,
    ...descriptionsIn(json),
  };
}

function nestedType(mode: unknown, fields: Fields): FieldType {
  const object: FieldType = { kind: "object", fields, isTypeAlone: false };
  switch (mode) {
    case "group":
    case "single":
      return object;
    case "list":
    case "map":
    case "set":
      return { kind: mode, element: { type: object } };
    default:
      return { kind: "invalid" };
  }
}

/** Converts a block. It is required if it has `min_items`, and never computed. */
function blockField(name: string, json: JsonObject, path: Path): Field {
  const block = memberAt(json, "block");
  const [minItems, maxItems] = [countAt(json, "min_items"), countAt(json, "max_items")];
  const type = nestedType(memberAt(json, "nesting_mode"), fieldsOfBlock(block, [...path, "block"]));
  return {
    ...plainField(name, path, type),
    syntax: "block",
    optional: minItems === 0,
    required: minItems > 0,
    minItems: minItems > 0 ? minItems : undefined,
    maxItems: maxItems > 0 ? maxItems : undefined,
    ...descriptionsIn(block),
  };
}

function wireFunctions(schema: JsonObject): ReadonlyMap<string, FunctionModel> {
  const keys = {
    deprecation: "deprecation_message",
    variadic: "variadic_parameter",
    nullable: "is_nullable",
    result: "return_type",
  };
  return new Map(
    sortedObjects(schema, "functions").map(([name, json]) => [
      name,
      functionModel(name, json, ["functions", name], keys),
    ]),
  );
}

/** Converts a function. Provider schemas and mappings have different `keys` for its parts. */
export function functionModel(
  name: string,
  json: unknown,
  path: Path,
  keys: Readonly<Record<"deprecation" | "variadic" | "nullable" | "result", string>>,
): FunctionModel {
  const parameterModel = (parameter: unknown, parameterPath: Path): ParameterModel => ({
    name: textAt(parameter, "name") ?? "",
    type: typeOfWire(memberAt(parameter, "type"), parameterPath),
    nullable: memberAt(parameter, keys.nullable) === true,
    description: textAt(parameter, "description"),
  });
  const texts = [textAt(json, "summary"), textAt(json, "description")].filter((text) => text !== undefined);
  const parameters = memberAt(json, "parameters");
  const [variadic, result] = [memberAt(json, keys.variadic), memberAt(json, keys.result)];
  return {
    name,
    path,
    description: texts.length > 0 ? texts.join("\n\n") : undefined,
    deprecation: textAt(json, keys.deprecation),
    parameters: Array.isArray(parameters)
      ? parameters.map((parameter, index) => parameterModel(parameter, [...path, "parameters", index]))
      : [],
    variadic: isJsonObject(variadic) ? parameterModel(variadic, [...path, "variadic"]) : undefined,
    result: result === undefined ? undefined : typeOfWire(result, [...path, "result"]),
  };
}
