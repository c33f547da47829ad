/** SDKs that `pulumi package add` generates, because no registry publishes them. */
import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { MissingSdk } from "../generator.ts";

/** Returns the generated SDKs of a program. @param unpublished packages whose plugins the user built */
export function generatedSdks({ packages }: Program, unpublished: ReadonlySet<string>): readonly MissingSdk[] {
  return [...packages.values()].filter((node) => isGeneratedSdk(node, unpublished)).map(generatedSdk);
}

/** Returns true if no registry publishes the SDK: the package is parameterized, or the user built its plugin. */
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
