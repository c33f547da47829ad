/**
 * Reads which other packages a package is made of, and needs: `parameterization`, `extensionParameterization`, `dependencies`.
 */
import type { JsonObject } from "../json/object.ts";
import { asObject, listField, objectField, ownMember, textField } from "./fields.ts";
import type { ExtensionParameterization, PackageDependency, Parameterization } from "./types.ts";

/** @throws ImpError SCHEMA_BROKEN */
export function readParameterization(value: unknown): Parameterization | undefined {
  if (value === undefined) return undefined;
  const place = "#/parameterization";
  return readBase(asObject(value, place), "baseProvider", place);
}

/** As `bindExtensionParameterization` of pulumi/pkg v3 reads it. @throws ImpError SCHEMA_BROKEN */
export function readExtension(value: unknown): ExtensionParameterization | undefined {
  if (value === undefined) return undefined;
  const place = "#/extensionParameterization";
  const spec = asObject(value, place);
  const base = objectField(spec, "baseProvider", place);
  const inner = `${place}/baseProvider/parameterization`;
  const parameterization = ownMember(base, "parameterization");
  return {
    ...readBase(spec, "baseProvider", place),
    basePlugin:
      parameterization === undefined ? undefined : readBase(asObject(parameterization, inner), "basePlugin", inner),
  };
}

function readBase(spec: JsonObject, key: string, place: string): Parameterization {
  const base = objectField(spec, key, place);
  return {
    baseProvider: { name: textOrNone(base, "name", place), version: textOrNone(base, "version", place) },
    parameter: textOrNone(spec, "parameter", place),
  };
}

/** @throws ImpError SCHEMA_BROKEN */
export function readDependencies(value: unknown): readonly PackageDependency[] {
  return listField({ dependencies: value }, "dependencies", "#").map((entry, i) => {
    const place = `#/dependencies/${i}`;
    const spec = asObject(entry, place);
    const version = textField(spec, "version", place);
    const downloadUrl = textField(spec, "downloadURL", place);
    const made = ownMember(spec, "parameterization");
    return {
      name: textOrNone(spec, "name", place),
      version: version || undefined,
      downloadUrl: downloadUrl || undefined,
      parameterization: made === undefined ? undefined : readMade(made, `${place}/parameterization`),
    };
  });
}

function readMade(value: unknown, place: string): NonNullable<PackageDependency["parameterization"]> {
  const spec = asObject(value, place);
  return {
    name: textOrNone(spec, "name", place),
    version: textOrNone(spec, "version", place),
    parameter: textOrNone(spec, "value", place),
  };
}

function textOrNone(spec: JsonObject, key: string, place: string): string {
  return textField(spec, key, place) ?? "";
}
