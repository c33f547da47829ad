/**
 * The resources that no program of Pulumi YAML can have, whatever their values are.
 */

/** Components of the YAML runtime are plugins: their children get other names, and so other URNs. */
export const noComponents = "is a component that no package defines, and a program of Pulumi YAML has no others";

/** Types that the runtime refuses by name, because their SDK classes are written by hand. */
const refusedTypes =
  /^kubernetes:(?:apiextensions\.k8s\.io:CustomResource|kustomize:Directory|yaml:Config(?:File|Group)|helm\.sh\/v[23]:Chart)$/;

/** Returns why the runtime refuses a type; `undefined`: it does not. */
export function refusedType(type: string): string | undefined {
  return refusedTypes.test(type) ? `is a ${type}, which Pulumi YAML does not support` : undefined;
}
