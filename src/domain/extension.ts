/** Extensions: packages that add types to the provider of another package. The provider also manages the resources of these types. */

import type { PackageReference, ProviderExtension } from "./graph.ts";
import { sha256 } from "./sha256.ts";

/** Returns the package of the provider that manages the resources of a package: for an extension, the package that it extends. */
export function providerPackage(reference: PackageReference): PackageReference {
  const { extends: provider, pluginDownloadUrl } = reference;
  return provider === undefined ? reference : { name: provider.name, version: provider.version, pluginDownloadUrl };
}

/** Returns the extension that a package is. Returns undefined if the package does not extend another one. */
export function extensionOf({
  name,
  version = "",
  extends: provider,
}: PackageReference): ProviderExtension | undefined {
  return provider === undefined ? undefined : { name, version, value: provider.value };
}

/** Returns the key of an extension in the `extensions` of a state (pulumi `hashExtension`). */
export function extensionReference({ name, version, value }: ProviderExtension): string {
  return sha256(Buffer.concat([Buffer.from(`${name}\0${version}\0`), Buffer.from(value, "base64")]));
}
