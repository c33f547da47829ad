/** Converts the hooks of a running program, and runs them in the program. */
import type { Hook, HookedStep, HookNames, HookType } from "../domain/registration.ts";
import { nameOf, typeOf } from "../domain/urn.ts";
import type { PropertyMap } from "../value/value.ts";
import { toWire } from "../value/wire.ts";
import type { ProgramCallbacks } from "./program-callbacks.ts";
import {
  type RegisterResourceHookRequest,
  ResourceHookRequestSchema,
  ResourceHookResponseSchema,
  type HookNames as WireHookNames,
} from "./proto/gen/monitor_pb.ts";
import type { Struct } from "./proto/gen/struct_pb.ts";
import { decodeMessage, encodeMessage } from "./proto/service.ts";

/** Returns a hook that runs in the program. */
export function hookOf(
  { name, callback, onDryRun, ignoreErrors }: RegisterResourceHookRequest,
  callbacks: ProgramCallbacks,
): Hook {
  return {
    name,
    onDryRun,
    ignoreErrors,
    run: async (step) => {
      if (callback === undefined) return "the hook has no callback";
      try {
        const bytes = await callbacks.call(callback, encodeMessage(ResourceHookRequestSchema, requestOf(step)));
        return decodeMessage(ResourceHookResponseSchema, bytes).error || undefined;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    },
  };
}

function requestOf({ urn, id, newInputs, oldInputs, newOutputs, oldOutputs }: HookedStep) {
  return {
    $typeName: "pulumirpc.ResourceHookRequest",
    urn,
    id,
    name: nameOf(urn),
    type: typeOf(urn),
    newInputs: sentValues(newInputs),
    oldInputs: sentValues(oldInputs),
    newOutputs: sentValues(newOutputs),
    oldOutputs: sentValues(oldOutputs),
  } as const;
}

function sentValues(values: PropertyMap | undefined): Struct | undefined {
  if (values === undefined) return undefined;
  return toWire(values, {
    unknowns: "keep",
    secrets: true,
    resources: true,
    outputs: true,
    bytes: false,
    elideAssets: false,
  });
}

export function hookNamesOf(names: WireHookNames | undefined): HookNames {
  if (names === undefined) return new Map();
  return new Map([
    ["BeforeCreate", names.beforeCreate],
    ["AfterCreate", names.afterCreate],
    ["BeforeUpdate", names.beforeUpdate],
    ["AfterUpdate", names.afterUpdate],
    ["BeforeDelete", names.beforeDelete],
    ["AfterDelete", names.afterDelete],
    ["OnError", names.onError],
  ]);
}

export function hookNamesMessage(names: HookNames): WireHookNames {
  const namesOf = (type: HookType): string[] => [...(names.get(type) ?? [])];
  return {
    $typeName: "pulumirpc.HookNames",
    beforeCreate: namesOf("BeforeCreate"),
    afterCreate: namesOf("AfterCreate"),
    beforeUpdate: namesOf("BeforeUpdate"),
    afterUpdate: namesOf("AfterUpdate"),
    beforeDelete: namesOf("BeforeDelete"),
    afterDelete: namesOf("AfterDelete"),
    onError: namesOf("OnError"),
  };
}
