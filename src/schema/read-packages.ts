import type { JsonObject } from "../value/json/object.ts";
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
    baseProvider: { name: textOrEmpty(base, "name", pointer), version: textOrEmpty(base, "version", pointer) },
    parameter: textOrEmpty(spec, "parameter", pointer),
  };
}

/** Reads `dependencies`. Throws SCHEMA_BROKEN if an entry is invalid. */
export function readDependencies(value: unknown): readonly PackageDependency[] {
  return listField({ dependencies: value }, "dependencies", "#").map((entry, i) => {
    const pointer = `#/dependencies/${i}`;
    const spec = asObject(entry, pointer);
    const parameterization = ownMember(spec, "parameterization");
    return {
      name: textOrEmpty(spec, "name", pointer),
      version: textField(spec, "version", pointer) || undefined,
      downloadUrl: textField(spec, "downloadURL", pointer) || undefined,
      parameterization:
        parameterization === undefined
          ? undefined
          : readPackageParameter(parameterization, `${pointer}/parameterization`),
    };
  });
}

function readPackageParameter(value: unknown, pointer: string): NonNullable<PackageDependency["parameterization"]> {
  const spec = asObject(value, pointer);
  return {
    name: textOrEmpty(spec, "name", pointer),
    version: textOrEmpty(spec, "version", pointer),
    parameter: textOrEmpty(spec, "value", pointer),
  };
}

function textOrEmpty(spec: JsonObject, key: string, pointer: string): string {
  return textField(spec, key, pointer) ?? "";
}
