/** Converts programs to JSON and back. The JSON is stored next to the program, so that the next run can print old and new resources together. */

import {
  type JsonValue,
  listReader,
  type Reader,
  Refused,
  readBoolean,
  readFields,
  readNumber,
  readString,
  readTrue,
  refuseJson,
  writeOptional,
} from "../json/read.ts";
import type { CustomTimeouts } from "./custom-timeouts.ts";
import { propertyReader, readPath, writePath, writeProperty } from "./expression-codec.ts";
import type {
  ConfigNode,
  HeldNode,
  PackageNode,
  Program,
  ReadArguments,
  ResourceNode,
  ResourceOptions,
} from "./program.ts";
import type { Rival, Type } from "./type.ts";
import { readLanguage, tokenReader, typeReader, typeWriter, writeLanguage, writeToken } from "./type-codec.ts";

/** The version of the document. Other versions are rejected. */
const codecVersion = 1;

/** Converts a program to a JSON document, which never contains secrets. */
export function programToJson(program: Program): JsonValue {
  const types = typeWriter();
  const resources = program.resources.map((node) => writeNode(node, types.write));
  const held = writeOptional("held", program.held, (nodes) =>
    nodes.map((node) => ({ node: writeNode(node, types.write), variable: node.variable })),
  );
  const config = program.config.map(({ key, secret, type, onlyText }) => ({
    key,
    secret,
    type: types.write(type),
    ...writeOptional("onlyText", onlyText),
  }));
  return {
    version: codecVersion,
    project: program.project,
    packages: [...program.packages.values()].map(writePackage),
    config,
    resources,
    ...held,
    types: types.table,
  };
}

/** Parses a program. @returns undefined if the document does not have exactly the format of `programToJson` */
export function programFromJson(json: unknown): Program | undefined {
  try {
    const fields = readFields(json);
    if (fields.required("version", (value) => value) !== codecVersion) return undefined;
    const readType = typeReader(fields.required("types", (value) => value));
    const packages = fields.required("packages", listReader(readPackage));
    return {
      project: fields.required("project", readString),
      packages: new Map(packages.map((node) => [node.name, node])),
      config: fields.required("config", listReader(configReader(readType))),
      resources: fields.required("resources", listReader(nodeReader(readType))),
      ...fields.optional("held", listReader(heldReader(readType))),
    };
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function writePackage(node: PackageNode): JsonValue {
  return {
    name: node.name,
    ...writeOptional("version", node.version),
    ...writeOptional("pluginDownloadUrl", node.pluginDownloadUrl),
    ...writeOptional("namespace", node.namespace),
    ...writeOptional("repository", node.repository),
    ...writeOptional("supportPack", node.supportPack),
    ...writeOptional("parameterization", node.parameterization, (parameterization) => ({
      baseProvider: { ...parameterization.baseProvider },
      parameter: parameterization.parameter,
    })),
    ...writeOptional("rivals", node.rivals, (rivals) =>
      rivals.map(({ token, kind }) => ({ token: writeToken(token), kind })),
    ),
    ...writeLanguage(node.language),
  };
}

const readPackage: Reader<PackageNode> = (value) => {
  const fields = readFields(value);
  return {
    name: fields.required("name", readString),
    ...fields.optional("version", readString),
    ...fields.optional("pluginDownloadUrl", readString),
    ...fields.optional("namespace", readString),
    ...fields.optional("repository", readString),
    ...fields.optional("supportPack", readTrue),
    ...fields.optional("parameterization", (parameterization) => {
      const outer = readFields(parameterization);
      const base = outer.required("baseProvider", readFields);
      return {
        baseProvider: { name: base.required("name", readString), version: base.required("version", readString) },
        parameter: outer.required("parameter", readString),
      };
    }),
    ...fields.optional("rivals", listReader(readRival)),
    language: readLanguage(fields),
  };
};

const readRival: Reader<Rival> = (value) => {
  const fields = readFields(value);
  const kind = fields.required("kind", readString);
  if (kind !== "resource" && kind !== "component" && kind !== "object" && kind !== "enum") return refuseJson("kind");
  return { token: fields.required("token", tokenReader), kind };
};

function configReader(readType: Reader<Type>): Reader<ConfigNode> {
  return (value) => {
    const fields = readFields(value);
    return {
      key: fields.required("key", readString),
      secret: fields.required("secret", readBoolean),
      type: fields.required("type", readType),
      ...fields.optional("onlyText", readTrue),
    };
  };
}

function writeNode(node: ResourceNode, writeType: (type: Type) => JsonValue): JsonValue {
  return {
    id: node.id,
    urn: node.urn,
    logicalName: node.logicalName,
    resource: writeToken(node.resource),
    kind: node.kind,
    ...writeOptional("read", node.read, ({ id, takesState }) => ({ id, takesState })),
    ...writeOptional("isRemote", node.isRemote),
    ...writeOptional("isOpen", node.isOpen),
    ...writeLanguage(node.language),
    inputs: node.inputs.map((property) => writeProperty(property, writeType)),
    options: writeOptions(node.options),
    comments: [...node.comments],
  };
}

const nodeKindReader: Reader<ResourceNode["kind"]> = (kind) =>
  kind === "custom" || kind === "component" || kind === "provider" || kind === "external" ? kind : refuseJson("kind");

const readReadArguments: Reader<ReadArguments> = (value) => {
  const fields = readFields(value);
  return { id: fields.required("id", readString), takesState: fields.required("takesState", readBoolean) };
};

function nodeReader(readType: Reader<Type>): Reader<ResourceNode> {
  const readProperty = propertyReader(readType);
  return (value) => {
    const fields = readFields(value);
    return {
      id: fields.required("id", readString),
      urn: fields.required("urn", readString),
      logicalName: fields.required("logicalName", readString),
      resource: fields.required("resource", tokenReader),
      kind: fields.required("kind", nodeKindReader),
      ...fields.optional("read", readReadArguments),
      ...fields.optional("isRemote", readTrue),
      ...fields.optional("isOpen", readTrue),
      language: readLanguage(fields),
      inputs: fields.required("inputs", listReader(readProperty)),
      options: fields.required("options", optionsReader),
      comments: fields.required("comments", listReader(readString)),
    };
  };
}

function heldReader(readType: Reader<Type>): Reader<HeldNode> {
  const readNode = nodeReader(readType);
  return (value) => {
    const fields = readFields(value);
    return { ...fields.required("node", readNode), variable: fields.required("variable", readString) };
  };
}

function writeOptions(options: ResourceOptions): JsonValue {
  return {
    ...writeOptional("parent", options.parent),
    ...writeOptional("provider", options.provider),
    dependsOn: [...options.dependsOn],
    protect: options.protect,
    retainOnDelete: options.retainOnDelete,
    ignoreChanges: options.ignoreChanges.map(writePath),
    additionalSecretOutputs: [...options.additionalSecretOutputs],
    notInputs: [...options.notInputs],
    ...writeOptional("importId", options.importId),
    ...writeOptional("version", options.version),
    ...writeOptional("pluginDownloadUrl", options.pluginDownloadUrl),
    ...writeOptional("deletedWith", options.deletedWith),
    ...writeOptional("customTimeouts", options.customTimeouts, (timeouts) => ({ ...timeouts })),
    ...writeOptional("aliases", options.aliases, (aliases) => [...aliases]),
    ...writeOptional("providers", options.providers, (providers) => [...providers]),
  };
}

const timeoutsReader: Reader<CustomTimeouts> = (value) => {
  const fields = readFields(value);
  return {
    ...fields.optional("create", readNumber),
    ...fields.optional("update", readNumber),
    ...fields.optional("delete", readNumber),
    ...fields.optional("read", readNumber),
  };
};

const optionsReader: Reader<ResourceOptions> = (value) => {
  const fields = readFields(value);
  return {
    ...fields.optional("parent", readString),
    ...fields.optional("provider", readString),
    dependsOn: fields.required("dependsOn", listReader(readString)),
    protect: fields.required("protect", readBoolean),
    retainOnDelete: fields.required("retainOnDelete", readBoolean),
    ignoreChanges: fields.required("ignoreChanges", listReader(readPath)),
    additionalSecretOutputs: fields.required("additionalSecretOutputs", listReader(readString)),
    notInputs: fields.required("notInputs", listReader(readString)),
    ...fields.optional("importId", readString),
    ...fields.optional("version", readString),
    ...fields.optional("pluginDownloadUrl", readString),
    ...fields.optional("deletedWith", readString),
    ...fields.optional("customTimeouts", timeoutsReader),
    ...fields.optional("aliases", listReader(readString)),
    ...fields.optional("providers", listReader(readString)),
  };
};
