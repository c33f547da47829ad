import { compareTexts } from "../../../domain/order/by-needs.ts";
import { isJsonObject, type JsonObject, memberAt, objectAt, textAt } from "../../../value/json/object.ts";
import type { Path } from "../../../value/path.ts";
import type { Converted, Loss } from "../losses.ts";
import type { ElementType, Field, FieldOverride, Fields, FieldType, ProviderModel, ResourceModel } from "./model.ts";
import { functionModel } from "./wire-model.ts";
import { plainField } from "./wire-types.ts";

/**
 * Converts a bridged provider's response to GetMapping to a provider model (the `Marshallable` types in pulumi-terraform-bridge
 * `pkg/tfbridge/info/info.go`). `json` must come from `readTerraformDocument`, which limits its depth.
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

function sortedMembers(json: unknown, ...keys: readonly string[]): readonly (readonly [string, unknown])[] {
  return Object.entries(objectAt(json, ...keys)).sort(([a], [b]) => compareTexts(a, b));
}

/** Returns the types that have a schema and a token. Like the bridge, omits types without a token. */
function mappedResources(json: JsonObject, section: "resources" | "dataSources", losses: Loss[]) {
  const resources = new Map<string, ResourceModel>();
  for (const [type, schema] of sortedMembers(json, "provider", section)) {
    const [path, mapping] = [["provider", section, type], memberAt(json, section, type)];
    const token = textAt(mapping, "tok");
    const fields = mappedFields(schema, memberAt(mapping, "fields"), path);
    if (token === undefined) losses.push({ kind: "provider-part", path, detail: "it has no token" });
    else resources.set(type, { type, path, token, fields, csharpName: textAt(mapping, "csharpName") });
  }
  return resources;
}

/** Reads the fields of an object. @param path the location of `schema` in the mapping */
export function mappedFields(schema: unknown, overrides: unknown, path: Path): Fields {
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
  const [minItems, maxItems] = [count("minItems"), count("maxItems")];
  const flag = (key: string): boolean => memberAt(json, key) === true;
  return {
    ...plainField(name, path, mappedType(json, override, path)),
    optional: flag("optional"),
    required: flag("required"),
    computed: flag("computed"),
    forceNew: flag("forceNew"),
    sensitive: flag("sensitive"),
    deprecation: textAt(json, "deprecated"),
    minItems: minItems > 0 ? minItems : undefined,
    maxItems: maxItems > 0 ? maxItems : undefined,
    override: readOverride(override),
  };
}

/** Converts a type, which is a number in the bridge (`pkg/tfshim/shim.go`). A map whose element is a resource is a single object. */
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
      return { kind: "list", element: mappedElement(element, inner, path) };
    case 6:
      return isResource(element)
        ? nestedResource(element, inner, path)
        : { kind: "map", element: mappedElement(element, inner, path) };
    case 7:
      return { kind: "set", element: mappedElement(element, inner, path) };
    case 8:
      return { kind: "dynamic" };
    default:
      return { kind: "invalid" };
  }
}

/** Returns true if an element is a resource. The JSON of a resource has no `schema` member, and can be an empty object. */
function isResource(element: unknown): element is JsonObject {
  return isJsonObject(element) && !isJsonObject(memberAt(element, "schema"));
}

function nestedResource(element: JsonObject, override: unknown, path: Path): FieldType {
  const resourcePath = [...path, "element", "resource"];
  const fields = mappedFields(memberAt(element, "resource"), memberAt(override, "fields"), resourcePath);
  return { kind: "object", fields, isTypeAlone: false, override: readOverride(override) };
}

function mappedElement(element: unknown, override: unknown, path: Path): ElementType | undefined {
  if (!isJsonObject(element)) return undefined;
  if (isResource(element)) return { type: nestedResource(element, override, path) };
  const type = mappedType(memberAt(element, "schema"), override, [...path, "element", "schema"]);
  return { type, override: readOverride(override) };
}

function readOverride(json: unknown): FieldOverride | undefined {
  if (!isJsonObject(json)) return undefined;
  const asset = memberAt(json, "asset");
  const flag = (key: string): boolean | undefined => {
    const value = memberAt(json, key);
    return typeof value === "boolean" ? value : undefined;
  };
  return {
    name: textAt(json, "name"),
    csharpName: textAt(json, "csharpName"),
    // The bridge writes the key as `typeomitempty` by mistake.
    type: textAt(json, "typeomitempty") ?? textAt(json, "type"),
    altTypes: textsAt(json, "altTypes"),
    asset: isJsonObject(asset) ? assetKind(asset) : undefined,
    default: overriddenDefault(memberAt(json, "default")),
    maxItemsOne: flag("maxItemsOne"),
    deprecation: textAt(json, "deprecated"),
    forceNew: flag("forceNew"),
    secret: flag("secret"),
  };
}

function textsAt(json: JsonObject, key: string): readonly string[] {
  const texts = memberAt(json, key);
  return Array.isArray(texts) ? texts.filter((text) => typeof text === "string") : [];
}

/** Returns `Asset` for a file or its bytes, and `Archive` for an archive or its bytes. */
function assetKind(asset: JsonObject): "Asset" | "Archive" {
  const kind = memberAt(asset, "Kind");
  return kind === 2 || kind === 3 ? "Archive" : "Asset";
}

function overriddenDefault(json: unknown): FieldOverride["default"] {
  if (!isJsonObject(json)) return undefined;
  const value = memberAt(json, "value");
  const isScalar = typeof value === "boolean" || typeof value === "number" || typeof value === "string";
  return { value: isScalar ? value : undefined, environment: textsAt(json, "envvars") };
}

function mappedFunctions(json: JsonObject): ProviderModel["functions"] {
  return new Map(
    sortedMembers(json, "provider", "functions").map(([name, definition]) => {
      const token = textAt(json, "functions", name, "tok");
      const model = functionModel(name, definition, ["provider", "functions", name], {
        deprecation: "deprecationMessage",
        variadic: "variadicParameter",
        nullable: "allowNullValue",
        result: "return",
      });
      return [name, token === undefined ? model : { ...model, token }];
    }),
  );
}
