/** Decodes the parts of the state that an import needs: providers, and the resources that new inputs can refer to. */

import type { Urn } from "../domain/graph.ts";
import type { KnownState } from "../domain/known-state.ts";
import { isProviderType, nameOf, parseProviderReference } from "../domain/urn.ts";
import type { PendingOperation, StateResource } from "../state/deployment.ts";
import type { Workspace } from "./workspace.ts";

type StateSource = Pick<Workspace, "state" | "stateCrypter">;

/** Decodes the state. Opens the state's crypter if there are resources and a secrets provider. Throws the errors of `Workspace.stateCrypter`. */
export async function readKnownState(workspace: StateSource, inProgram: ReadonlySet<Urn>): Promise<KnownState> {
  const living = (workspace.state()?.resources ?? []).filter((resource) => !resource.delete);
  const resources = new Map(living.map((resource) => [resource.urn, resource]));
  const { decrypt, guess } = await decrypter(workspace, living);
  const declared = living.filter(({ urn, custom, type }) => custom && inProgram.has(urn) && !isProviderType(type));
  return {
    resources,
    pendingCreates: pendingCreates(workspace.state()?.pendingOperations ?? []),
    decoded: (urn) => {
      const resource = resources.get(urn);
      if (resource?.id === undefined) return undefined;
      return { id: resource.id, inputs: resource.inputs(decrypt), outputs: resource.outputs(decrypt) };
    },
    outputsOf: (urn) => resources.get(urn)?.outputs(guess),
    managed: () => living.flatMap((resource) => managedObject(resource, guess)),
    inProgram: declared.map((resource) => {
      const provider = resource.provider === undefined ? undefined : parseProviderReference(resource.provider)?.urn;
      return {
        urn: resource.urn,
        type: resource.type,
        name: nameOf(resource.urn),
        id: resource.id ?? "",
        outputs: resource.outputs(guess),
        provider: provider !== undefined && inProgram.has(provider) ? provider : undefined,
      };
    }),
  };
}

function pendingCreates(operations: readonly PendingOperation[]): ReadonlySet<Urn> {
  return new Set(operations.filter(({ type }) => type === "creating").map(({ resource }) => resource.urn));
}

function managedObject(resource: StateResource, decrypt: (text: string) => string) {
  const { urn, type, id, external } = resource;
  const provider = resource.provider === undefined ? undefined : parseProviderReference(resource.provider)?.urn;
  if (id === undefined || provider === undefined || external) return [];
  return [{ urn, type, id, provider, outputs: () => resource.outputs(decrypt) }];
}

/** Returns two functions that decrypt secrets. `guess` returns null if the state cannot be decrypted here; `decrypt` throws. */
async function decrypter(workspace: StateSource, living: readonly StateResource[]) {
  const plain = (text: string): string => text;
  if (living.length === 0 || workspace.state()?.secretsProvider === undefined) return { decrypt: plain, guess: plain };
  const crypter = await workspace.stateCrypter();
  const decrypt = (text: string): string => crypter.decrypt(text);
  return { decrypt, guess: crypter.closed === undefined ? decrypt : () => "null" };
}
