/**
 * The schema of one provider in what `terraform providers schema -json` prints -> the model of the provider.
 */
import type { Path } from "../../../ir/path.ts";
import { countAt, isJsonObject, type JsonObject, memberAt } from "../../../json/object.ts";
import type { Converted, Loss } from "../losses.ts";
import type { Field, Fields, FieldType, FunctionModel, ParameterModel, ProviderModel, ResourceModel } from "./model.ts";
import { isNesting, nestedIn, typeOfWire } from "./wire-types.ts";

/**
 * @param schema the value of the provider in `provider_schemas`, nested no deeper than `refuseDeep` allows.
 * @param address its key there: `registry.terraform.io/hashicorp/aws`.
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
  for (const [section, value] of Object.entries(schema)) {
    if (converted.has(section)) continue;
    for (const [name] of sortedObjects(value))
      losses.push({ kind: "provider-part", path: [section, name], detail: section });
  }
  return { document, losses };
}

const converted = new Set(["provider", "resource_schemas", "data_source_schemas", "functions"]);

/** The members of an object by name, sorted as the bridge sorts them. */
function sortedObjects(json: unknown): readonly (readonly [string, JsonObject])[] {
  return Object.entries(isJsonObject(json) ? json : {})
    .map(([name, value]) => [name, isJsonObject(value) ? value : {}] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

function wireResources(schema: JsonObject, section: string, losses: Loss[]): ReadonlyMap<string, ResourceModel> {
  const entries = sortedObjects(memberAt(schema, section));
  return new Map(
    entries.map(([type, own]): [string, ResourceModel] => {
      const [path, block, version] = [[section, type], memberAt(own, "block"), memberAt(own, "version")];
      if (version !== undefined && version !== 0)
        losses.push({
          kind: "schema-version",
          path: [...path, "version"],
          detail: `version ${JSON.stringify(version)}`,
        });
      const at = [...path, "block"];
      return [type, { type, path: at, fields: fieldsOfBlock(block, at), ...descriptionsIn(block) }];
    }),
  );
}

function descriptionsIn(own: unknown): Pick<Field, "description" | "deprecation"> {
  const text = memberAt(own, "description");
  return {
    description: typeof text === "string" && text !== "" ? text : undefined,
    // That it is deprecated is all that the document says.
    deprecation: memberAt(own, "deprecated") === true ? "Deprecated" : undefined,
  };
}

/** Attributes and blocks; a name that stands in both is the attribute's. */
function fieldsOfBlock(block: unknown, path: Path): Fields {
  const fields = new Map<string, Field>();
  for (const [name, own] of sortedObjects(memberAt(block, "block_types")))
    fields.set(name, blockField(name, own, [...path, "block_types", name]));
  for (const [name, field] of wireFieldsOf(block, path)) fields.set(name, field);
  return fields;
}

function wireFieldsOf(holder: unknown, path: Path): Fields {
  const entries = sortedObjects(memberAt(holder, "attributes"));
  return new Map(entries.map(([name, own]) => [name, attributeField(name, own, [...path, "attributes", name])]));
}

function attributeField(name: string, own: JsonObject, path: Path): Field {
  const nested = memberAt(own, "nested_type");
  const isNested = isJsonObject(nested);
  return {
    name,
    path,
    type: isNested
      ? nestedType(nested, [...path, "nested_type"])
      : typeOfWire(memberAt(own, "type"), [...path, "type"]),
    syntax: "attribute",
    optional: memberAt(own, "optional") === true,
    required: memberAt(own, "required") === true,
    computed: memberAt(own, "computed") === true,
    forceNew: false,
    sensitive: memberAt(own, "sensitive") === true,
    writeOnly: memberAt(own, "write_only") === true,
    hasDefault: false,
    ...descriptionsIn(own),
  };
}

function nestedType(nested: JsonObject, path: Path): FieldType {
  return typeIn(memberAt(nested, "nesting_mode"), wireFieldsOf(nested, path));
}

function typeIn(mode: unknown, fields: Fields): FieldType {
  return isNesting(mode) ? nestedIn(mode, { kind: "object", fields, isTypeAlone: false }) : { kind: "invalid" };
}

/** A block is never computed; `min_items` says whether it is required. */
function blockField(name: string, own: JsonObject, path: Path): Field {
  const block = memberAt(own, "block");
  const [minItems, maxItems] = [countAt(own, "min_items"), countAt(own, "max_items")];
  return {
    name,
    path,
    type: typeIn(memberAt(own, "nesting_mode"), fieldsOfBlock(block, [...path, "block"])),
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
    entries.map(([name, own]) => {
      const text = (key: string): string => {
        const value = memberAt(own, key);
        return typeof value === "string" ? value : "";
      };
      return [
        name,
        functionModel(name, ["functions", name], {
          description: [text("summary"), text("description")].filter((words) => words !== "").join("\n\n"),
          deprecation: text("deprecation_message"),
          parameters: memberAt(own, "parameters"),
          variadic: memberAt(own, "variadic_parameter"),
          nullable: "is_nullable",
          result: memberAt(own, "return_type"),
        }),
      ];
    }),
  );
}

/** A function, of the words that documents have for its parts. */
export function functionModel(
  name: string,
  path: Path,
  own: {
    readonly description: string;
    readonly deprecation: string;
    readonly parameters: unknown;
    readonly variadic: unknown;
    readonly nullable: string;
    readonly result: unknown;
  },
): FunctionModel {
  const parameter = (json: unknown, at: Path): ParameterModel => {
    const [named, description] = [memberAt(json, "name"), memberAt(json, "description")];
    return {
      name: typeof named === "string" ? named : "",
      type: typeOfWire(memberAt(json, "type"), at),
      nullable: memberAt(json, own.nullable) === true,
      description: typeof description === "string" && description !== "" ? description : undefined,
    };
  };
  const parameters = Array.isArray(own.parameters) ? own.parameters : [];
  return {
    name,
    path,
    description: own.description !== "" ? own.description : undefined,
    deprecation: own.deprecation !== "" ? own.deprecation : undefined,
    parameters: parameters.map((one, index) => parameter(one, [...path, "parameters", index])),
    variadic: isJsonObject(own.variadic) ? parameter(own.variadic, [...path, "variadic"]) : undefined,
    result: own.result === undefined ? undefined : typeOfWire(own.result, [...path, "result"]),
  };
}
