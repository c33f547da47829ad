/**
 * The packages that a Pulumi YAML program declares, as `pulumi package add` writes them: `sdks/<name>.yaml` (program-generation.md §3.6).
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { SdkPackage } from "../graph.ts";
import { sdkPackages } from "./sdk-packages.ts";
import { readOptional } from "./settings.ts";

/** What the packages of a program in this language ask for; every other language is taken for Node.js. */
export function packagesBeside(
  language: string | undefined,
  programDir: string,
  packages: Parameters<typeof sdkPackages>[1],
): Promise<ReadonlyMap<string, SdkPackage>> {
  return language === "yaml" ? yamlPackages(programDir, packages) : sdkPackages(programDir, packages);
}

/** @returns by package name; one that is not declared asks for no version. */
async function yamlPackages(
  programDir: string,
  packages: readonly { readonly name: string }[],
): Promise<ReadonlyMap<string, SdkPackage>> {
  const folder = join(programDir, "sdks");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".yaml"));
  const declared = await Promise.all(files.map((entry) => declarationIn(join(entry.parentPath, entry.name))));
  const found = new Map(declared.filter((each) => each !== undefined));
  return new Map(packages.map(({ name }) => [name, { none: true, ...found.get(name) }]));
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
