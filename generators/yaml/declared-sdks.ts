/**
 * Finds the packages that a Pulumi YAML program declares in `sdks/<name>.yaml`, as `pulumi package add` writes them.
 */

import { parse } from "yaml";
import type { SdkPackage } from "../../src/graph.ts";
import { memberAt } from "../../src/json/object.ts";
import type { SdkPackageQuery } from "../language.ts";
import type { ProgramFolder } from "../program-folder.ts";

/** @returns by package name; one that is not declared asks for no version. */
export async function declaredSdks(
  packages: readonly SdkPackageQuery[],
  folder: ProgramFolder,
  isNew: boolean,
): Promise<ReadonlyMap<string, SdkPackage>> {
  const declared = await Promise.all((await declarations(folder, "sdks")).map((path) => declarationIn(folder, path)));
  const found = new Map(declared.filter((each) => each !== undefined));
  return new Map(
    packages.map(({ name, version }): [string, SdkPackage] => {
      const declaration = found.get(name) ?? (isNew && version !== undefined ? { version } : {});
      return [name, { none: true, ...declaration }];
    }),
  );
}

/** The files below a folder, folders in it included. */
async function declarations(folder: ProgramFolder, path: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of await folder.names(path)) {
    const inside = `${path}/${name}`;
    found.push(...(name.endsWith(".yaml") ? [inside] : await declarations(folder, inside)));
  }
  return found;
}

/** Name and package; `undefined`: the file declares none. */
async function declarationIn(folder: ProgramFolder, path: string): Promise<readonly [string, SdkPackage] | undefined> {
  const declaration = parseSdkFile(await folder.text(path));
  if (memberAt(declaration, "packageDeclarationVersion") !== 1) return undefined;
  const [name, version] = [memberAt(declaration, "name"), memberAt(declaration, "version")];
  const given = memberAt(declaration, "parameterization");
  if (typeof name !== "string") return undefined;
  if (given === undefined) return [name, typeof version === "string" ? { version } : {}];
  const [own, ownVersion, value] = [memberAt(given, "name"), memberAt(given, "version"), memberAt(given, "value")];
  if (![version, own, ownVersion, value].every((each) => typeof each === "string")) return undefined;
  const parameterization = { pluginName: name, pluginVersion: String(version), value: String(value) };
  return [String(own), { version: String(ownVersion), parameterization }];
}

function parseSdkFile(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
