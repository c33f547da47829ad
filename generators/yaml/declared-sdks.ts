/** Finds packages that a Pulumi YAML program declares in `sdks/<name>.yaml`, where `pulumi package add` writes them. */

import { parse } from "yaml";
import type { SdkPackage } from "../../src/domain/graph.ts";
import { memberAt } from "../../src/value/json/object.ts";
import type { SdkPackageQuery } from "../language.ts";
import type { ProgramFolder } from "../program-folder.ts";

/** Reads the declarations. @returns SDKs by package name; an undeclared package gets the queried version if `isNew` */
export async function declaredSdks(
  packages: readonly SdkPackageQuery[],
  folder: ProgramFolder,
  isNew: boolean,
): Promise<ReadonlyMap<string, SdkPackage>> {
  const declared = await Promise.all(
    (await declarationPaths(folder, "sdks")).map((path) => declarationIn(folder, path)),
  );
  const byName = new Map(declared.filter((each) => each !== undefined));
  return new Map(
    packages.map(({ name, version }): [string, SdkPackage] => {
      const declaration = byName.get(name) ?? (isNew && version !== undefined ? { version } : {});
      return [name, { sends: "as-set", ...declaration }];
    }),
  );
}

async function declarationPaths(folder: ProgramFolder, path: string): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const name of await folder.names(path)) {
    const inside = `${path}/${name}`;
    paths.push(...(name.endsWith(".yaml") ? [inside] : await declarationPaths(folder, inside)));
  }
  return paths;
}

/** Returns the name and SDK of a declaration, or undefined if the file contains none. */
async function declarationIn(folder: ProgramFolder, path: string): Promise<readonly [string, SdkPackage] | undefined> {
  const declaration = parseSdkFile(await folder.text(path));
  if (memberAt(declaration, "packageDeclarationVersion") !== 1) return undefined;
  const [name, version] = [memberAt(declaration, "name"), memberAt(declaration, "version")];
  const extensionYaml = memberAt(declaration, "extension");
  const addedYaml = extensionYaml ?? memberAt(declaration, "parameterization");
  if (typeof name !== "string") return undefined;
  if (addedYaml === undefined) return [name, typeof version === "string" ? { version } : {}];
  const [packageName, packageVersion, value] = ["name", "version", "value"].map((key) => memberAt(addedYaml, key));
  if (![version, packageName, packageVersion, value].every((each) => typeof each === "string")) return undefined;
  const plugin = { version: String(version), value: String(value) };
  const sdk =
    extensionYaml === undefined
      ? { parameterization: { pluginName: name, pluginVersion: plugin.version, value: plugin.value } }
      : { extends: { name, ...plugin } };
  return [String(packageName), { version: String(packageVersion), ...sdk }];
}

function parseSdkFile(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
