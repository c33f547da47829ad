import type { Path } from "../../../ir/path.ts";
import { countAt, isJsonObject, type JsonObject, memberAt } from "../../../json/object.ts";
import type { Converted, Loss } from "../losses.ts";
import type { Field, Fields, FieldType, FunctionModel, ParameterModel, ProviderModel, ResourceModel } from "./model.ts";
import { isNesting, nestedIn, typeOfWire } from "./wire-types.ts";

/** Converts the schema of a provider in `terraform providers schema -json` to a provider model. `schema` must pass `refuseDeep`. */
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
  for (const [section, value] of Object.entries(schema)) {
    if (converted.has(section)) continue;
    for (const [name] of sortedObjects(value))
      losses.push({ kind: "provider-part", path: [section, name], detail: section });
  }
  return { document, losses };
}

const converted = new Set(["provider", "resource_schemas", "data_source_schemas", "functions"]);

/** Returns the members of an object, sorted by name as in the bridge. */
function sortedObjects(json: unknown): readonly (readonly [string, JsonObject])[] {
  return Object.entries(isJsonObject(json) ? json : {})
    .map(([name, value]) => [name, isJsonObject(value) ? value : {}] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function wireResources(schema: JsonObject, section: string, losses: Loss[]): ReadonlyMap<string, ResourceModel> {
  const entries = sortedObjects(memberAt(schema, section));
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
  const text = memberAt(json, "description");
  return {
    description: typeof text === "string" && text !== "" ? text : undefined,
    // The document only says whether it is deprecated.
    deprecation: memberAt(json, "deprecated") === true ? "Deprecated" : undefined,
  };
}

/** Returns attributes and blocks. An attribute replaces a block with the same name. */
function fieldsOfBlock(block: unknown, path: Path): Fields {
  const fields = new Map<string, Field>();
  for (const [name, json] of sortedObjects(memberAt(block, "block_types")))
    fields.set(name, blockField(name, json, [...path, "block_types", name]));
  for (const [name, field] of wireFields(block, path)) fields.set(name, field);
  return fields;
}

function wireFields(holder: unknown, path: Path): Fields {
  const entries = sortedObjects(memberAt(holder, "attributes"));
  return new Map(entries.map(([name, json]) => [name, attributeField(name, json, [...path, "attributes", name])]));
}

function attributeField(name: string, json: JsonObject, path: Path): Field {
  const nested = memberAt(json, "nested_type");
  const isNested = isJsonObject(nested);
  return {
    name,
    path,
    type: isNested
      ? nestedType(nested, [...path, "nested_type"])
      : typeOfWire(memberAt(json, "type"), [...path, "type"]),
    syntax: "attribute",
    optional: memberAt(json, "optional") === true,
    required: memberAt(json, "required") === true,
    computed: memberAt(json, "computed") === true,
    forceNew: false,
    sensitive: memberAt(json, "sensitive") === true,
    writeOnly: memberAt(json, "write_only") === true,
    hasDefault: false,
    ...descriptionsIn(json),
  };
}

function nestedType(nested: JsonObject, path: Path): FieldType {
  return typeIn(memberAt(nested, "nesting_mode"), wireFields(nested, path));
}

function typeIn(mode: unknown, fields: Fields): FieldType {
  return isNesting(mode) ? nestedIn(mode, { kind: "object", fields, isTypeAlone: false }) : { kind: "invalid" };
}

/** Converts a block. It is never computed, and `min_items` says whether it is required. */
function blockField(name: string, json: JsonObject, path: Path): Field {
  const block = memberAt(json, "block");
  const [minItems, maxItems] = [countAt(json, "min_items"), countAt(json, "max_items")];
  return {
    name,
    path,
    type: typeIn(memberAt(json, "nesting_mode"), fieldsOfBlock(block, [...path, "block"])),
    syntax: "block",
    optional: minItems === 0,
    required: minItems > 0,
    computed: false,
    forceNew: false,
    sensitive: false,
    writeOnly: false,
    hasDefault: false,
    minItems: minItems > 0 ? minItems : undefined,
    maxItems: maxItems > 0 ? maxItems : undefined,
    ...descriptionsIn(block),
  };
}

function wireFunctions(schema: JsonObject): ReadonlyMap<string, FunctionModel> {
  const entries = sortedObjects(memberAt(schema, "functions"));
  return new Map(
    entries.map(([name, json]) => {
      const text = (key: string): string => {
        const value = memberAt(json, key);
        return typeof value === "string" ? value : "";
      };
      return [
        name,
        functionModel(name, ["functions", name], {
          description: [text("summary"), text("description")].filter((words) => words !== "").join("\n\n"),
          deprecation: text("deprecation_message"),
          parameters: memberAt(json, "parameters"),
          variadic: memberAt(json, "variadic_parameter"),
          nullable: "is_nullable",
          result: memberAt(json, "return_type"),
        }),
      ];
    }),
  );
}

/** Converts a function. Each kind of document has different keys for its parts. */
export function functionModel(
  name: string,
  path: Path,
  parts: {
    readonly description: string;
    readonly deprecation: string;
    readonly parameters: unknown;
    readonly variadic: unknown;
    readonly nullable: string;
    readonly result: unknown;
  },
): FunctionModel {
  const parameter = (json: unknown, parameterPath: Path): ParameterModel => {
    const [parameterName, description] = [memberAt(json, "name"), memberAt(json, "description")];
    return {
      name: typeof parameterName === "string" ? parameterName : "",
      type: typeOfWire(memberAt(json, "type"), parameterPath),
      nullable: memberAt(json, parts.nullable) === true,
      description: typeof description === "string" && description !== "" ? description : undefined,
    };
  };
  const parameters = Array.isArray(parts.parameters) ? parts.parameters : [];
  return {
    name,
    path,
    description: parts.description !== "" ? parts.description : undefined,
    deprecation: parts.deprecation !== "" ? parts.deprecation : undefined,
    parameters: parameters.map((item, index) => parameter(item, [...path, "parameters", index])),
    variadic: isJsonObject(parts.variadic) ? parameter(parts.variadic, [...path, "variadic"]) : undefined,
    result: parts.result === undefined ? undefined : typeOfWire(parts.result, [...path, "result"]),
  };
}
