/**
 * Reads found objects through the providers that listed them.
 */
import { makeUrn } from "../domain/urn.ts";
import { hideLikelySecrets } from "../likely-secrets/hide-secrets.ts";
import { ProviderError, type ReadResult } from "../plugin/provider.ts";
import { wrapSecrets } from "../schema/shape.ts";
import { packageOfType } from "../schema/tokens.ts";
import { emptyMap } from "../value/value.ts";
import type { Discovered } from "./discover.ts";
import type { ReadObject } from "./follow.ts";
import type { FoundObject } from "./found.ts";

export interface ReadPlace {
  readonly project: string;
  readonly stack: string;
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
  /** Called when an object is read, or could not be. */
  readonly onRead: (object: FoundObject) => void;
}

/** Returns nothing for an object that is gone or cannot be read: whoever imports it hears of it. Throws when the run was cancelled. */
export function readerOf({ providers }: Pick<Discovered, "providers">, place: ReadPlace) {
  return async ({ type, id, ...object }: FoundObject): Promise<ReadObject | undefined> => {
    const { instance, schema } = providers.find((one) => one.schema.name === packageOfType(type)) ?? {};
    const resource = schema?.resource(type);
    if (instance?.provider === undefined || schema === undefined || resource === undefined) return undefined;
    // A secret is blanked in the logs of the plugin.
    const mark = ({ inputs = emptyMap, outputs = emptyMap }: ReadResult) => [
      hideLikelySecrets(wrapSecrets(inputs, resource.inputs, schema)).values,
      hideLikelySecrets(wrapSecrets(outputs, resource.outputs, schema)).values,
    ];
    const { provider } = instance;
    const urn = makeUrn(place.stack, place.project, undefined, type, "discovered");
    try {
      const { inputs = emptyMap, outputs } = await place.limit(() =>
        provider.read({ urn, name: "discovered", type, id, mark }),
      );
      return outputs === undefined ? undefined : { inputs, outputs };
    } catch (error) {
      if (error instanceof ProviderError && error.failure !== "cancelled") return undefined;
      throw error;
    } finally {
      place.onRead({ ...object, type, id });
    }
  };
}
