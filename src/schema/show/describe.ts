/**
 * Describes a resource, function or type of a package, or the package as a whole.
 */
import type { JsonObject } from "../../json/object.ts";
import { asObject, flagField, listField, objectField, own, textField, textsField } from "../fields.ts";
import { importExample } from "../import-example.ts";
import type { OpenSchema } from "../load.ts";
import { readAliases } from "../read-resource.ts";
import { displayToken } from "../tokens.ts";
import { importSectionOf, leadOf, plainDescription } from "./description.ts";
import type {
  EnumValueFacts,
  ImportEntry,
  PackageHead,
  ShownEnum,
  ShownFunction,
  ShownMember,
  ShownObject,
  ShownResource,
} from "./facts.ts";
import type { FoundMember } from "./find-member.ts";
import { objectSource, type PropertySource, propertyTree } from "./property-tree.ts";
import { typeText } from "./type-facts.ts";

/** @throws ImpError SCHEMA_BROKEN with the JSON pointer of what is wrong. */
export function describeMember(open: OpenSchema, { section, token }: FoundMember): ShownMember {
  if (section === "provider") return describeProvider(open);
  const place = `#/${section}/${token}`;
  const spec = open.text.spec(section, token) ?? {};
  switch (section) {
    case "resources":
      return describeResource(open, token, spec, place);
    case "functions":
      return describeFunction(open, token, spec, place);
    case "types":
      return own(spec, "enum") === undefined
        ? describeObject(open, token, spec, place)
        : describeEnum(open, token, spec, place);
  }
}

export function headOf({ schema: { name, version } }: OpenSchema): PackageHead {
  return { name, ...(version !== undefined && { version }) };
}

function describeResource(open: OpenSchema, token: string, spec: JsonObject, place: string): ShownResource {
  const isComponent = flagField(spec, "isComponent", place);
  const description = textField(spec, "description", place);
  const section = importSectionOf(description);
  return {
    kind: isComponent ? "component" : "resource",
    ...memberFacts(open, token, spec, place),
    isOverlay: flagField(spec, "isOverlay", place),
    aliases: readAliases(spec, place).flatMap(({ type }) => (type === undefined ? [] : [type])),
    ...propertiesOf(open, spec, place),
    methods: Object.keys(objectField(spec, "methods", place)),
    ...(section !== undefined && { importSection: section }),
    ...(!isComponent && { importFile: { resources: [importEntry(open, token, importExample(description))] } }),
  };
}

function propertiesOf(open: OpenSchema, spec: JsonObject, place: string): Pick<ShownResource, "inputs" | "outputs"> {
  const inputs = objectField(spec, "inputProperties", place);
  const all = objectField(spec, "properties", place);
  const only = Object.keys(all).filter((name) => !Object.hasOwn(inputs, name));
  const required = textsField(spec, "required", place);
  return {
    inputs: tree(open, {
      properties: inputs,
      required: textsField(spec, "requiredInputs", place),
      place: `${place}/inputProperties`,
    }),
    outputs: tree(open, {
      properties: Object.fromEntries(only.map((name) => [name, all[name]])),
      required,
      place: `${place}/properties`,
    }),
  };
}

/** The provider resource; what configures it where it has no inputs of its own. */
function describeProvider(open: OpenSchema): ShownResource {
  const token = `pulumi:providers:${open.schema.name}`;
  const spec = asObject(open.text.part("provider") ?? {}, "#/provider");
  const { inputs, outputs } = propertiesOf(open, spec, "#/provider");
  return {
    kind: "provider",
    ...memberFacts(open, token, spec, "#/provider"),
    isOverlay: false,
    aliases: [],
    inputs: own(spec, "inputProperties") === undefined ? configOf(open) : inputs,
    outputs,
    methods: Object.keys(objectField(spec, "methods", "#/provider")),
  };
}

/** The variables of the package's configuration. */
export function configOf(open: OpenSchema): ShownObject["properties"] {
  const config = asObject(open.text.part("config") ?? {}, "#/config");
  const required = [...textsField(config, "defaults", "#/config"), ...textsField(config, "required", "#/config")];
  const properties = objectField(config, "variables", "#/config");
  return tree(open, { properties, required, place: "#/config/variables" });
}

/** The inputs of the provider resource. */
export function providerInputs(open: OpenSchema): ShownObject["properties"] {
  return describeProvider(open).inputs;
}

function describeFunction(open: OpenSchema, token: string, spec: JsonObject, place: string): ShownFunction {
  const inputs = objectField(spec, "inputs", place);
  const outputs = asObject(own(spec, "outputs") ?? own(spec, "returnType") ?? {}, `${place}/outputs`);
  const returns = own(outputs, "properties") === undefined && Object.keys(outputs).length > 0;
  return {
    kind: "function",
    ...memberFacts(open, token, spec, place),
    isOverlay: flagField(spec, "isOverlay", place),
    inputs: tree(open, objectSource(inputs, `${place}/inputs`)),
    outputs: returns ? [] : tree(open, objectSource(outputs, `${place}/outputs`)),
    ...(returns && { returns: typeText(open.text.type(outputs, `${place}/outputs`)) }),
  };
}

function describeObject(open: OpenSchema, token: string, spec: JsonObject, place: string): ShownObject {
  const properties = tree(open, objectSource(spec, place));
  return { kind: "type", ...memberFacts(open, token, spec, place), properties };
}

function describeEnum(open: OpenSchema, token: string, spec: JsonObject, place: string): ShownEnum {
  const values = listField(spec, "enum", place).map((item, at) =>
    enumValueOf(asObject(item, `${place}/enum/${at}`), place),
  );
  const element = textField(spec, "type", place) ?? "string";
  return { kind: "enum", ...memberFacts(open, token, spec, place), element, values };
}

function enumValueOf(spec: JsonObject, place: string): EnumValueFacts {
  const value = own(spec, "value");
  const isConstant = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  const name = textField(spec, "name", place);
  const deprecationMessage = plainDescription(textField(spec, "deprecationMessage", place));
  const description = plainDescription(textField(spec, "description", place));
  return {
    value: isConstant ? value : JSON.stringify(value ?? null),
    ...(name && { name }),
    ...(deprecationMessage !== undefined && { deprecationMessage }),
    ...(description !== undefined && { description }),
  };
}

function memberFacts(open: OpenSchema, token: string, spec: JsonObject, place: string) {
  const deprecationMessage = plainDescription(textField(spec, "deprecationMessage", place));
  const description = leadOf(textField(spec, "description", place));
  return {
    package: headOf(open),
    token,
    // A provider has no short form.
    short: token.startsWith("pulumi:providers:") ? token : displayToken(open.text.token(token)),
    ...(deprecationMessage !== undefined && { deprecationMessage }),
    ...(description !== undefined && { description }),
  };
}

function tree(open: OpenSchema, source: PropertySource): ShownObject["properties"] {
  return propertyTree(open.text, source, open.schema.name);
}

/** An entry of an import file. `<PLACEHOLDER>` is asked for when the file is run. */
function importEntry({ schema, text }: OpenSchema, token: string, example: string | undefined): ImportEntry {
  const { version, pluginDownloadUrl, parameterization } = schema;
  const { member } = text.token(token);
  const name = `${member.slice(0, 1).toLowerCase()}${member.slice(1)}`;
  const isLine = example !== undefined && !/[\u0000-\u001f\u007f]/.test(example);
  return {
    type: token,
    name,
    id: isLine ? example : "<PLACEHOLDER>",
    ...(version !== undefined && { version }),
    ...(pluginDownloadUrl !== undefined && { pluginDownloadUrl }),
    ...(parameterization !== undefined && {
      parameterization: {
        pluginName: parameterization.baseProvider.name,
        pluginVersion: parameterization.baseProvider.version,
        value: parameterization.parameter,
      },
    }),
  };
}
