/** Resources that Pulumi YAML programs cannot contain. */

/** The reason for rejecting local components. In the YAML runtime, components are plugins, and their children have other names and URNs. */
export const noComponents = "is a component without a package, which Pulumi YAML does not support";

/** Types that the runtime rejects by name, because their SDK classes are written by hand. */
const refusedTypes =
  /^kubernetes:(?:apiextensions\.k8s\.io:CustomResource|kustomize:Directory|yaml:Config(?:File|Group)|helm\.sh\/v[23]:Chart)$/;

/** Returns why the runtime rejects a type, or undefined if it does not. */
export function refusedType(type: string): string | undefined {
  return refusedTypes.test(type) ? `is a ${type}, which Pulumi YAML does not support` : undefined;
}
