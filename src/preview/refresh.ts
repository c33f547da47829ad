/** Refreshes the resources of a state with the current values in the cloud (pulumi `pkg/resource/deploy/step.go`, `RefreshStep`). */
import { isProviderType } from "../domain/urn.ts";
import { restoreSecrets } from "../value/restore-secrets.ts";
import { type Launch, ProviderRegistry } from "./provider-registry.ts";
import type { Resource } from "./resource.ts";

/**
 * Returns the resources with their current values. Omits resources that no longer exist. Throws the errors of Read.
 *
 * @param isRead selects the resources to read; components, providers, and pending replacements are never read
 */
export async function refreshedResources(
  resources: readonly Resource[],
  launch: Launch,
  isRead: (resource: Resource) => boolean,
): Promise<readonly Resource[]> {
  const registry = new ProviderRegistry(launch, resources);
  const refreshed = await Promise.all(
    resources.map((resource) => (isReadable(resource) && isRead(resource) ? read(resource, registry) : resource)),
  );
  return refreshed.filter((resource) => resource !== undefined);
}

function isReadable({ custom, type, pendingReplacement, provider, delete: isDeleted }: Resource): boolean {
  return custom && !isProviderType(type) && !pendingReplacement && !isDeleted && provider !== undefined;
}

async function read(resource: Resource, registry: ProviderRegistry): Promise<Resource | undefined> {
  const { urn, provider = "" } = resource;
  const plugin = await registry.ensure(provider);
  const { id, inputs, outputs, initErrors } = await plugin.read(urn, resource.id, resource);
  if (outputs === undefined) return undefined;
  return {
    ...resource,
    id: id === "" ? resource.id : id,
    inputs: inputs === undefined ? resource.inputs : restoreSecrets(inputs, resource.inputs),
    outputs: restoreSecrets(outputs, resource.outputs),
    initErrors,
  };
}
