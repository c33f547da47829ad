/**
 * The packages that a Pulumi YAML program declares, as `pulumi package add` writes them: `sdks/<name>.yaml` (program-generation.md §3.6).
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { SdkPackage } from "../../graph.ts";
import type { Program } from "../../ir/program.ts";
import type { PackageSchema } from "../../schema/types.ts";
import { readOptional } from "../settings/read-file.ts";
import { sdkPackages } from "./sdk-packages.ts";

/** A schema, or the name of a package whose schema is not there yet. */
type Asked = Pick<PackageSchema, "name" | "language" | "version">;

/**
 * What the packages of a program in this language ask for; every other language is taken for Node.js.
 *
 * @param isNew a project is to be written around the program, which declares the versions that the schemas have
 */
export function packagesBeside(
  language: string | undefined,
  programDir: string,
  packages: readonly Asked[],
  isNew = false,
): Promise<ReadonlyMap<string, SdkPackage>> {
  return language === "yaml" ? yamlPackages(programDir, packages, isNew) : sdkPackages(programDir, packages);
}

/** @returns by package name; one that is not declared asks for no version. */
async function yamlPackages(
  programDir: string,
  packages: readonly Asked[],
  isNew: boolean,
): Promise<ReadonlyMap<string, SdkPackage>> {
  const folder = join(programDir, "sdks");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".yaml"));
  const declared = await Promise.all(files.map((entry) => declarationIn(join(entry.parentPath, entry.name))));
  const found = new Map(declared.filter((each) => each !== undefined));
  return new Map(
    packages.map(({ name, version }): [string, SdkPackage] => {
      const declaration = found.get(name) ?? (isNew && version !== undefined ? { version } : {});
      return [name, { none: true, ...declaration }];
    }),
  );
}

/** The parameterized packages of a program that its directory does not declare: the runtime of Pulumi YAML finds their plugins by that alone. */
export async function undeclaredPackages(programDir: string, { packages }: Pick<Program, "packages">) {
  const declared = await yamlPackages(programDir, [...packages.values()], false);
  return [...packages.values()].flatMap(({ name, parameterization }) =>
    parameterization === undefined || declared.get(name)?.parameterization !== undefined
      ? []
      : [
          {
            package: name,
            npmName: name,
            plugin: { ...parameterization.baseProvider, parameter: parameterization.parameter },
          },
        ],
  );
}

/** Name and package; `undefined`: the file declares none. */
async function declarationIn(path: string): Promise<readonly [string, SdkPackage] | undefined> {
  const bytes = await readOptional(path);
  const declaration = bytes === undefined ? undefined : parsed(Buffer.from(bytes).toString("utf8"));
  if (field(declaration, "packageDeclarationVersion") !== 1) return undefined;
  const [name, version] = [field(declaration, "name"), field(declaration, "version")];
  const given = field(declaration, "parameterization");
  if (typeof name !== "string") return undefined;
  if (given === undefined) return [name, typeof version === "string" ? { version } : {}];
  const [own, ownVersion, value] = [field(given, "name"), field(given, "version"), field(given, "value")];
  if (![version, own, ownVersion, value].every((each) => typeof each === "string")) return undefined;
  const parameterization = { pluginName: name, pluginVersion: String(version), value: String(value) };
  return [String(own), { version: String(ownVersion), parameterization }];
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function field(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as { readonly [key: string]: unknown })[key] : undefined;
}
