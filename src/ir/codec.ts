/** Converts programs to JSON and back. The JSON is stored next to the program, so that the next run can print old and new resources together. */

import type { CustomTimeouts } from "../domain/custom-timeouts.ts";
import { type JsonValue, Refused, readFields, readNumber } from "../value/json/read.ts";
import { pathCodec, propertyCodec, referenceCodec } from "./expression-codec.ts";
import type {
  ConfigNode,
  HeldNode,
  OutputNode,
  PackageNode,
  Program,
  ResourceNode,
  ResourceOptions,
} from "./program.ts";
import {
  booleanCodec,
  type Codec,
  listCodec,
  optionalCodec,
  recordCodec,
  textCodec,
  trueCodec,
  wordCodec,
} from "./record-codec.ts";
import type { Type } from "./type.ts";
import { languageCodec, tokenCodec, typeTable } from "./type-codec.ts";

/** The version of the document. Other versions are rejected. */
const codecVersion = 1;

/** The order of the members in the JSON. The codec writes resources before configuration, so that their types come first in the table. */
const documentOrder = ["version", "project", "packages", "config", "resources", "held", "outputs", "types"];

/** Converts a program to a JSON document, which never contains secrets. */
export function programToJson(program: Program): JsonValue {
  const types = typeTable();
  const members = new Map(Object.entries(programCodec(types).write(program)));
  members.set("version", codecVersion).set("types", types.table);
  return Object.fromEntries(
    documentOrder.flatMap((name) => (members.has(name) ? [[name, members.get(name) ?? null]] : [])),
  );
}

/** Parses a program. @returns undefined if the document does not have exactly the format of `programToJson` */
export function programFromJson(json: unknown): Program | undefined {
  try {
    const fields = readFields(json);
    if (fields.required("version", (value) => value) !== codecVersion) return undefined;
    return programCodec(typeTable(fields.required("types", (value) => value))).read(json);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function programCodec(types: Codec<Type>) {
  const node = nodeCodec(types);
  const packages = listCodec(packageCodec);
  return recordCodec<Program>({
    project: textCodec,
    packages: {
      write: (nodes) => packages.write([...nodes.values()]),
      read: (json) => new Map(packages.read(json).map((each) => [each.name, each])),
    },
    resources: listCodec(node),
    held: optionalCodec(listCodec(heldCodec(node))),
    outputs: optionalCodec(listCodec(outputCodec(types))),
    config: listCodec(
      recordCodec<ConfigNode>({
        key: textCodec,
        secret: booleanCodec,
        type: types,
        onlyText: optionalCodec(trueCodec),
      }),
    ),
  });
}

const packageParameterCodec = recordCodec({
  baseProvider: recordCodec({ name: textCodec, version: textCodec }),
  parameter: textCodec,
});

const packageCodec = recordCodec<PackageNode>({
  name: textCodec,
  version: optionalCodec(textCodec),
  pluginDownloadUrl: optionalCodec(textCodec),
  namespace: optionalCodec(textCodec),
  repository: optionalCodec(textCodec),
  supportPack: optionalCodec(trueCodec),
  parameterization: optionalCodec(packageParameterCodec),
  extension: optionalCodec(packageParameterCodec),
  rivals: optionalCodec(
    listCodec(recordCodec({ token: tokenCodec, kind: wordCodec("resource", "component", "object", "enum") })),
  ),
  language: languageCodec,
});

function nodeCodec(types: Codec<Type>): Codec<ResourceNode> {
  return recordCodec<ResourceNode>({
    id: textCodec,
    urn: textCodec,
    logicalName: textCodec,
    resource: tokenCodec,
    kind: wordCodec("custom", "component", "provider", "external", "stack"),
    read: optionalCodec(recordCodec({ id: textCodec, takesState: booleanCodec })),
    isRemote: optionalCodec(trueCodec),
    isOpen: optionalCodec(trueCodec),
    language: languageCodec,
    inputs: listCodec(propertyCodec(types)),
    options: optionsCodec,
    comments: listCodec(textCodec),
  });
}

function heldCodec(node: Codec<ResourceNode>): Codec<HeldNode> {
  const held = recordCodec<{ readonly node: ResourceNode; readonly variable: string }>({ node, variable: textCodec });
  return {
    write: ({ variable, ...rest }) => held.write({ node: rest, variable }),
    read: (json) => {
      const { node: rest, variable } = held.read(json);
      return { ...rest, variable };
    },
  };
}

function outputCodec(types: Codec<Type>): Codec<OutputNode> {
  return recordCodec({ name: textCodec, value: referenceCodec(types) });
}

const secondsCodec = optionalCodec<number>({ write: (value) => value, read: readNumber });

const optionsCodec = recordCodec<ResourceOptions>({
  parent: optionalCodec(textCodec),
  provider: optionalCodec(textCodec),
  dependsOn: listCodec(textCodec),
  protect: booleanCodec,
  retainOnDelete: booleanCodec,
  ignoreChanges: listCodec(pathCodec),
  additionalSecretOutputs: listCodec(textCodec),
  notInputs: listCodec(textCodec),
  importId: optionalCodec(textCodec),
  version: optionalCodec(textCodec),
  pluginDownloadUrl: optionalCodec(textCodec),
  deletedWith: optionalCodec(textCodec),
  customTimeouts: optionalCodec(
    recordCodec<CustomTimeouts>({
      create: secondsCodec,
      update: secondsCodec,
      delete: secondsCodec,
      read: secondsCodec,
    }),
  ),
  aliases: optionalCodec(listCodec(textCodec)),
  providers: optionalCodec(listCodec(textCodec)),
});
