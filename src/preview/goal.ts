/**
 * The desired state of a resource, from one registration of a program (pulumi `pkg/resource/resource_goal.go`).
 */

import type { Urn } from "../domain/graph.ts";
import type { Alias, HookNames } from "../domain/registration.ts";
import type { PropertyMap, Value } from "../value/value.ts";

export interface Goal {
  readonly type: string;
  readonly name: string;
  readonly custom: boolean;
  /** Contains secrets and unknown values, but no output values. */
  readonly inputs: PropertyMap;
  readonly parent: Urn | undefined;
  /** `<urn>::<id>`; undefined for components and providers. */
  readonly provider: string | undefined;
  readonly dependencies: readonly Urn[];
  readonly propertyDependencies: ReadonlyMap<string, readonly Urn[]>;
  readonly aliases: readonly Alias[];
  /** Undefined if neither the resource nor its parent sets the option. */
  readonly protect: boolean | undefined;
  readonly retainOnDelete: boolean | undefined;
  /** Undefined if the provider decides. */
  readonly deleteBeforeReplace: boolean | undefined;
  readonly ignoreChanges: readonly string[];
  readonly additionalSecretOutputs: readonly string[];
  readonly replaceOnChanges: readonly string[];
  readonly replacementTrigger: Value;
  readonly deletedWith: Urn | undefined;
  readonly replaceWith: readonly Urn[];
  /** Undefined if the resource is not imported. */
  readonly importId: string | undefined;
  readonly hooks: HookNames;
  /** The location of the registration, `file:///shop/index.ts#4,1`. Undefined if the SDK does not send it. */
  readonly sourcePosition: string | undefined;
}
