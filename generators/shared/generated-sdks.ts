/**
 * The SDKs of a program that no registry has: `pulumi package add` generates them.
 */
import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { MissingSdk } from "../generator.ts";

/** @param unpublished packages whose plugins are the user's own */
export function generatedSdks({ packages }: Program, unpublished: ReadonlySet<string>): readonly MissingSdk[] {
  return [...packages.values()].filter((node) => isGeneratedSdk(node, unpublished)).map(generatedSdk);
}

/** True where no registry has the SDK: it is generated from a plugin with a parameter, or from one of the user's own. */
export function isGeneratedSdk(
  { name, parameterization }: Pick<PackageNode, "name" | "parameterization">,
  unpublished: ReadonlySet<string>,
): boolean {
  return parameterization !== undefined || unpublished.has(name);
}

export function generatedSdk({ name, parameterization }: Pick<PackageNode, "name" | "parameterization">): MissingSdk {
  if (parameterization === undefined) return { kind: "generated", package: name };
  const { baseProvider, parameter } = parameterization;
  return {
    kind: "generated",
    package: name,
    plugin: { name: baseProvider.name, version: baseProvider.version, parameter },
  };
}
