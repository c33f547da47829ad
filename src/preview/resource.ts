/** The resources that a preview compares: old resources from the state, and registrations of the program. */

import type { Urn } from "../domain/graph.ts";
import type { HookNames } from "../domain/registration.ts";
import { parseProviderReference } from "../domain/urn.ts";
import type { Decrypt } from "../state/state-codec.ts";
import type { StateResource } from "../state/state-resource.ts";
import { nullValue, type PropertyMap, type Value } from "../value/value.ts";

/** The fields of a resource that decide its steps (pulumi `pkg/resource/resource_state.go`). */
export interface Resource {
  readonly urn: Urn;
  readonly type: string;
  readonly custom: boolean;
  /** Empty for components, and for resources that do not exist yet. */
  readonly id: string;
  readonly inputs: PropertyMap;
  readonly outputs: PropertyMap;
  readonly parent: Urn | undefined;
  /** `<urn>::<id>`; undefined for components and providers. */
  readonly provider: string | undefined;
  readonly dependencies: readonly Urn[];
  readonly propertyDependencies: ReadonlyMap<string, readonly Urn[]>;
  readonly protect: boolean;
  readonly external: boolean;
  readonly taint: boolean;
  /** True if the resource is pending deletion after a replacement. */
  readonly delete: boolean;
  readonly pendingReplacement: boolean;
  readonly retainOnDelete: boolean;
  readonly refreshBeforeUpdate: boolean;
  readonly importId: string | undefined;
  readonly deletedWith: Urn | undefined;
  readonly replaceWith: readonly Urn[];
  readonly initErrors: readonly string[];
  readonly ignoreChanges: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly replacementTrigger: Value;
  readonly hooks: HookNames;
  /** The location of the registration, `project:///index.ts#4,1`. Undefined if the SDK does not send it. */
  readonly sourcePosition: string | undefined;
}

/** Returns the resource of a state. Throws STATE_VALUE, and errors of `decrypt`. */
export function resourceOfState(resource: StateResource, decrypt: Decrypt): Resource {
  return {
    ...resource,
    id: resource.id ?? "",
    parent: resource.parent,
    provider: resource.provider,
    importId: resource.importId,
    deletedWith: resource.deletedWith,
    sourcePosition: resource.sourcePosition,
    inputs: resource.inputs(decrypt),
    outputs: resource.outputs(decrypt),
    replacementTrigger: resource.replacementTrigger(decrypt),
  };
}

/** The kinds of dependencies between resources. */
export type DependencyKind = "parent" | "dependency" | "property" | "deleted-with" | "replace-with" | "provider";

/** Returns all resources that a resource needs, with the reasons, and its provider last. */
export function dependenciesOf(resource: Resource): readonly (readonly [kind: DependencyKind, urn: Urn])[] {
  const provider = providerUrnOf(resource);
  return [
    ...(resource.parent === undefined ? [] : [["parent", resource.parent] as const]),
    ...resource.dependencies.map((urn) => ["dependency", urn] as const),
    ...[...resource.propertyDependencies.values()].flat().map((urn) => ["property", urn] as const),
    ...(resource.deletedWith === undefined ? [] : [["deleted-with", resource.deletedWith] as const]),
    ...resource.replaceWith.map((urn) => ["replace-with", urn] as const),
    ...(provider === undefined ? [] : [["provider", provider] as const]),
  ];
}

export function providerUrnOf({ provider }: Pick<Resource, "provider">): Urn | undefined {
  return provider === undefined ? undefined : parseProviderReference(provider)?.urn;
}

/** The fields of a resource that has no options and no relations to other resources. */
export const plainResource = {
  id: "",
  parent: undefined,
  provider: undefined,
  dependencies: [],
  propertyDependencies: new Map<string, readonly Urn[]>(),
  protect: false,
  external: false,
  taint: false,
  delete: false,
  pendingReplacement: false,
  retainOnDelete: false,
  refreshBeforeUpdate: false,
  importId: undefined,
  deletedWith: undefined,
  replaceWith: [],
  initErrors: [],
  ignoreChanges: [],
  additionalSecretOutputs: [],
  replaceOnChanges: [],
  replacementTrigger: nullValue,
  hooks: new Map<string, readonly string[]>(),
  sourcePosition: undefined,
} satisfies Partial<Resource>;
