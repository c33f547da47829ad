import type { JsonObject } from "../json/object.ts";
import { asObject, listField, objectField, ownMember, textField } from "./fields.ts";
import type { ExtensionParameterization, PackageDependency, Parameterization } from "./types.ts";

/** Reads `parameterization`. Throws SCHEMA_BROKEN if it is invalid. */
export function readParameterization(value: unknown): Parameterization | undefined {
  if (value === undefined) return undefined;
  const pointer = "#/parameterization";
  return readBase(asObject(value, pointer), "baseProvider", pointer);
}

/** Reads `extensionParameterization`, as `bindExtensionParameterization` of pulumi/pkg v3 does. Throws SCHEMA_BROKEN if it is invalid. */
export function readExtension(value: unknown): ExtensionParameterization | undefined {
  if (value === undefined) return undefined;
  const pointer = "#/extensionParameterization";
  const spec = asObject(value, pointer);
  const base = objectField(spec, "baseProvider", pointer);
  const inner = `${pointer}/baseProvider/parameterization`;
  const parameterization = ownMember(base, "parameterization");
  return {
    ...readBase(spec, "baseProvider", pointer),
    basePlugin:
      parameterization === undefined ? undefined : readBase(asObject(parameterization, inner), "basePlugin", inner),
  };
}

function readBase(spec: JsonObject, key: string, pointer: string): Parameterization {
  const base = objectField(spec, key, pointer);
  return {
    baseProvider: { name: textOrNone(base, "name", pointer), version: textOrNone(base, "version", pointer) },
    parameter: textOrNone(spec, "parameter", pointer),
  };
}

/** Reads `dependencies`. Throws SCHEMA_BROKEN if an entry is invalid. */
export function readDependencies(value: unknown): readonly PackageDependency[] {
  return listField({ dependencies: value }, "dependencies", "#").map((entry, i) => {
    const pointer = `#/dependencies/${i}`;
    const spec = asObject(entry, pointer);
    const version = textField(spec, "version", pointer);
    const downloadUrl = textField(spec, "downloadURL", pointer);
    const parameterization = ownMember(spec, "parameterization");
    return {
      name: textOrNone(spec, "name", pointer),
      version: version || undefined,
      downloadUrl: downloadUrl || undefined,
      parameterization:
        parameterization === undefined ? undefined : readMade(parameterization, `${pointer}/parameterization`),
    };
  });
}

function readMade(value: unknown, pointer: string): NonNullable<PackageDependency["parameterization"]> {
  const spec = asObject(value, pointer);
  return {
    name: textOrNone(spec, "name", pointer),
    version: textOrNone(spec, "version", pointer),
    parameter: textOrNone(spec, "value", pointer),
  };
}

function textOrNone(spec: JsonObject, key: string, pointer: string): string {
  return textField(spec, key, pointer) ?? "";
}
