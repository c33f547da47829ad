import type { Token } from "../../ir/type.ts";
import { displayToken } from "../tokens.ts";
import type { EnumSchema, FunctionSchema, ObjectSchema, PackageSchema, ResourceSchema } from "../types.ts";
import { importSectionText, leadText, plainDescription } from "./description.ts";
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
import { propertyTree } from "./property-tree.ts";
import { shortTypeText } from "./type-facts.ts";

/** Describes a member of a package. Throws SCHEMA_BROKEN with the JSON pointer of the invalid part. */
export function describeMember(schema: PackageSchema, member: FoundMember): ShownMember {
  switch (member.section) {
    case "provider":
      return describeResource(schema, schema.provider, "provider");
    case "resources": {
      const { resource } = member;
      return describeResource(schema, resource, resource.isComponent ? "component" : "resource");
    }
    case "functions":
      return describeFunction(schema, member.function);
    case "types":
      return "element" in member.type ? describeEnum(schema, member.type) : describeObject(schema, member.type);
  }
}

export function packageHead({ name, version }: PackageSchema): PackageHead {
  return { name, version };
}

function describeResource(schema: PackageSchema, resource: ResourceSchema, kind: ShownResource["kind"]): ShownResource {
  const { name, description, inputs, requiredInputs, outputs, requiredOutputs, aliases, methods } = resource;
  const pureOutputs = new Map([...outputs].filter(([output]) => !inputs.has(output)));
  return {
    kind,
    ...memberFacts(schema, resource),
    isOverlay: resource.overlay !== undefined,
    aliases: aliases.flatMap(({ type }) => (type === undefined ? [] : [type])),
    inputs: propertyTree(schema, { properties: inputs, required: requiredInputs }),
    outputs: propertyTree(schema, { properties: pureOutputs, required: requiredOutputs }),
    methods: [...methods.keys()],
    importSection: importSectionText(description),
    importFile: kind === "resource" ? { resources: [importEntry(schema, name, resource.importExample)] } : undefined,
  };
}

function describeFunction(schema: PackageSchema, described: FunctionSchema): ShownFunction {
  const { inputs = new Map(), requiredInputs, returns, overlay } = described;
  return {
    kind: "function",
    ...memberFacts(schema, described),
    isOverlay: overlay !== undefined,
    inputs: propertyTree(schema, { properties: inputs, required: requiredInputs }),
    outputs: returns?.kind === "object" ? propertyTree(schema, returns) : [],
    returns: returns?.kind === "value" ? shortTypeText(returns.type) : undefined,
  };
}

function describeObject(schema: PackageSchema, type: ObjectSchema): ShownObject {
  return { kind: "type", ...memberFacts(schema, type), properties: propertyTree(schema, type) };
}

function describeEnum(schema: PackageSchema, type: EnumSchema): ShownEnum {
  const values = type.members.map(({ value, name, deprecationMessage: message }): EnumValueFacts => {
    const deprecationMessage = plainDescription(message);
    const description = plainDescription(type.descriptions.get(value));
    return { value, name, deprecationMessage, description };
  });
  return { kind: "enum", ...memberFacts(schema, type), element: type.element, values };
}

function memberFacts(
  schema: PackageSchema,
  { name, ...texts }: { readonly name: Token; readonly deprecationMessage?: string; readonly description?: string },
) {
  return {
    package: packageHead(schema),
    token: name.token,
    short: name.token.startsWith("pulumi:providers:") ? name.token : displayToken(name),
    deprecationMessage: plainDescription(texts.deprecationMessage),
    description: leadText(texts.description),
  };
}

/** Returns an entry of an import file. `imp run` asks the user for `<PLACEHOLDER>`. */
function importEntry(schema: PackageSchema, { token, member }: Token, example: string | undefined): ImportEntry {
  const { version, pluginDownloadUrl, parameterization } = schema;
  const name = `${member.slice(0, 1).toLowerCase()}${member.slice(1)}`;
  const isLine = example !== undefined && !/[\u0000-\u001f\u007f]/.test(example);
  return {
    type: token,
    name,
    id: isLine ? example : "<PLACEHOLDER>",
    version,
    pluginDownloadUrl,
    parameterization: parameterization && {
      pluginName: parameterization.baseProvider.name,
      pluginVersion: parameterization.baseProvider.version,
      value: parameterization.parameter,
    },
  };
}
