import type { Path } from "../../../ir/path.ts";
import { isJsonObject, type JsonObject, memberAt, textAt } from "../../../json/object.ts";
import type { Converted, Loss } from "../losses.ts";
import type { ElementType, Field, FieldOverride, Fields, FieldType, ProviderModel, ResourceModel } from "./model.ts";
import { functionModel } from "./wire-model.ts";

/**
 * Converts the answer of a bridged provider to GetMapping to a provider model (pulumi-terraform-bridge `pkg/tfbridge/info/info.go`, the
 * Marshallable types). `json` must pass `refuseDeep`.
 */
export function modelOfMapping(json: JsonObject): Converted<ProviderModel> {
  const [name, version] = [textAt(json, "name"), textAt(json, "version")];
  const losses: Loss[] = [];
  const document: ProviderModel = {
    name: name ?? "",
    packageName: name ?? "",
    version: version?.replace(/^v(?=\d)/, ""),
    config: mappedFields(memberAt(json, "provider", "schema"), memberAt(json, "config"), ["provider", "schema"]),
    resources: mappedResources(json, "resources", losses),
    dataSources: mappedResources(json, "dataSources", losses),
    functions: mappedFunctions(json),
    isMapped: true,
  };
  return { document, losses };
}

function sortedMembers(json: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(isJsonObject(json) ? json : {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the types with a schema and a token. The bridge omits types without a token. */
function mappedResources(json: JsonObject, section: "resources" | "dataSources", losses: Loss[]) {
  const resources = new Map<string, ResourceModel>();
  for (const [type, schema] of sortedMembers(memberAt(json, "provider", section))) {
    const [path, mapping] = [["provider", section, type], memberAt(json, section, type)];
    const token = textAt(mapping, "tok");
    const fields = mappedFields(schema, memberAt(mapping, "fields"), path);
    if (token === undefined) losses.push({ kind: "provider-part", path, detail: "it has no token" });
    else resources.set(type, { type, path, token, fields, ...readCsharpName(mapping) });
  }
  return resources;
}

function mappedFields(schema: unknown, overrides: unknown, path: Path): Fields {
  return new Map(
    sortedMembers(schema).map(([name, field]) => [
      name,
      mappedField(name, field, memberAt(overrides, name), [...path, name]),
    ]),
  );
}

function mappedField(name: string, json: unknown, override: unknown, path: Path): Field {
  const count = (key: string): number => {
    const value = memberAt(json, key);
    return typeof value === "number" ? value : 0;
  };
  const [minItems, maxItems, deprecation] = [count("minItems"), count("maxItems"), textAt(json, "deprecated")];
  const flag = (key: string): boolean => memberAt(json, key) === true;
  return {
    name,
    path,
    type: mappedType(json, override, path),
    syntax: "attribute",
    optional: flag("optional"),
    required: flag("required"),
    computed: flag("computed"),
    forceNew: flag("forceNew"),
    sensitive: flag("sensitive"),
    writeOnly: false,
    hasDefault: false,
    deprecation,
    minItems: minItems > 0 ? minItems : undefined,
    maxItems: maxItems > 0 ? maxItems : undefined,
    ...readOverride(override),
  };
}

/** Converts a type number of the bridge (`pkg/tfshim/shim.go`). A map with a resource element is a single object. */
function mappedType(json: unknown, override: unknown, path: Path): FieldType {
  const [element, inner] = [memberAt(json, "element"), memberAt(override, "element")];
  switch (memberAt(json, "type")) {
    case 1:
      return { kind: "boolean" };
    case 2:
      return { kind: "integer" };
    case 3:
      return { kind: "float" };
    case 4:
      return { kind: "string" };
    case 5:
      return { kind: "list", ...mappedElement(element, inner, path) };
    case 6:
      return isResource(element)
        ? nestedResource(element, inner, path)
        : { kind: "map", ...mappedElement(element, inner, path) };
    case 7:
      return { kind: "set", ...mappedElement(element, inner, path) };
    case 8:
      return { kind: "dynamic" };
    default:
      return { kind: "invalid" };
  }
}

/** Returns true for a resource: an element without a schema, which can be empty. */
function isResource(element: unknown): element is JsonObject {
  return isJsonObject(element) && !isJsonObject(memberAt(element, "schema"));
}

function nestedResource(element: JsonObject, override: unknown, path: Path): FieldType {
  const fields = mappedFields(memberAt(element, "resource"), memberAt(override, "fields"), [
    ...path,
    "element",
    "resource",
  ]);
  return { kind: "object", fields, isTypeAlone: false, ...readOverride(override) };
}

function mappedElement(element: unknown, override: unknown, path: Path): { readonly element?: ElementType } {
  if (!isJsonObject(element)) return {};
  if (isResource(element)) return { element: { type: nestedResource(element, override, path) } };
  const type = mappedType(memberAt(element, "schema"), override, [...path, "element", "schema"]);
  return { element: { type, ...readOverride(override) } };
}

function readOverride(json: unknown): { readonly override?: FieldOverride } {
  if (!isJsonObject(json)) return {};
  const [name, deprecation] = [textAt(json, "name"), textAt(json, "deprecated")];
  // The bridge misspells the key.
  const type = textAt(json, "typeomitempty") ?? textAt(json, "type");
  const altTypes = memberAt(json, "altTypes");
  const asset = memberAt(json, "asset");
  return {
    override: {
      name,
      ...readCsharpName(json),
      type,
      altTypes: Array.isArray(altTypes) ? altTypes.filter((one) => typeof one === "string") : [],
      asset: isJsonObject(asset) ? assetKind(asset) : undefined,
      ...overriddenDefault(memberAt(json, "default")),
      ...overrideFlag(json, "maxItemsOne"),
      deprecation,
      ...overrideFlag(json, "forceNew"),
      ...overrideFlag(json, "secret"),
    },
  };
}

function readCsharpName(json: unknown): Pick<FieldOverride, "csharpName"> {
  const csharpName = textAt(json, "csharpName");
  return csharpName === undefined ? {} : { csharpName };
}

function overrideFlag<K extends "forceNew" | "maxItemsOne" | "secret">(
  json: JsonObject,
  key: K,
): Partial<Record<K, boolean>> {
  const value = memberAt(json, key);
  return typeof value === "boolean" ? ({ [key]: value } as Record<K, boolean>) : {};
}

/** Returns `Asset` for a file or its bytes, and `Archive` for an archive or its bytes. */
function assetKind(asset: JsonObject): "Asset" | "Archive" {
  const kind = memberAt(asset, "Kind");
  return kind === 2 || kind === 3 ? "Archive" : "Asset";
}

function overriddenDefault(json: unknown): Pick<FieldOverride, "default"> {
  if (!isJsonObject(json)) return {};
  const [value, names] = [memberAt(json, "value"), memberAt(json, "envvars")];
  const isScalar = typeof value === "boolean" || typeof value === "number" || typeof value === "string";
  const environment = Array.isArray(names) ? names.filter((one) => typeof one === "string") : [];
  return { default: { value: isScalar ? value : undefined, environment } };
}

function mappedFunctions(json: JsonObject): ProviderModel["functions"] {
  return new Map(
    sortedMembers(memberAt(json, "provider", "functions")).map(([name, definition]) => {
      const token = textAt(json, "functions", name, "tok");
      const model = functionModel(name, ["provider", "functions", name], {
        description: [textAt(definition, "summary"), textAt(definition, "description")]
          .filter((words) => words !== undefined)
          .join("\n\n"),
        deprecation: textAt(definition, "deprecationMessage") ?? "",
        parameters: memberAt(definition, "parameters"),
        variadic: memberAt(definition, "variadicParameter"),
        nullable: "allowNullValue",
        result: memberAt(definition, "return"),
      });
      return [name, token === undefined ? model : { ...model, token }];
    }),
  );
}
