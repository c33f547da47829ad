/** SDKs that `pulumi package add` generates, because no registry publishes them. */
import type { PackageNode, Program } from "../../src/ir/program.ts";
import type { MissingSdk } from "../generator.ts";

type NamedPackage = Pick<PackageNode, "name" | "parameterization" | "extension">;

/** Returns the generated SDKs of a program. @param unpublished packages whose plugins the user built */
export function generatedSdks({ packages }: Program, unpublished: ReadonlySet<string>): readonly MissingSdk[] {
  return [...packages.values()].filter((node) => isGeneratedSdk(node, unpublished)).map(generatedSdk);
}

/** Returns true if no registry publishes the SDK: the package is parameterized or an extension, or the user built its plugin. */
export function isGeneratedSdk(
  { name, parameterization, extension }: NamedPackage,
  unpublished: ReadonlySet<string>,
): boolean {
  return parameterization !== undefined || extension !== undefined || unpublished.has(name);
}

export function generatedSdk({ name, parameterization, extension }: NamedPackage): MissingSdk {
  const added = parameterization ?? extension;
  if (added === undefined) return { kind: "generated", package: name };
  const { baseProvider, parameter } = added;
  const plugin = { name: baseProvider.name, version: baseProvider.version, parameter };
  return {
    kind: "generated",
    package: name,
    plugin: extension === undefined ? plugin : { ...plugin, isExtended: true },
  };
}
