import { makeUrn } from "../domain/urn.ts";
import type { ReadAnswer } from "../import-ids/prove-objects.ts";
import { ProviderError, type ReadResult } from "../plugin/provider.ts";
import { wrapSecrets } from "../schema/shape.ts";
import { packageOfType } from "../schema/tokens.ts";
import { hideLikelySecrets } from "../value/likely-secrets/hide-secrets.ts";
import { emptyMap } from "../value/value.ts";
import type { Discovered } from "./discover.ts";
import type { ReadObject } from "./follow.ts";
import type { FoundObject } from "./found.ts";

export interface ReadContext {
  readonly project: string;
  readonly stack: string;
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
  readonly onRead: (object: FoundObject) => void;
}

/** Returns a function that reads an object. The function throws if the run is cancelled. */
export function proberOf(providers: Discovered["providers"], context: ReadContext) {
  return async ({ type, id, ...object }: FoundObject): Promise<ReadAnswer> => {
    const { instance, schema } = providers.find((candidate) => candidate.schema.name === packageOfType(type)) ?? {};
    const resource = schema?.resource(type);
    if (instance?.provider === undefined || schema === undefined || resource === undefined) return { kind: "missing" };
    // Mark secrets, so that they can be redacted in the logs of the plugin.
    const mark = ({ inputs = emptyMap, outputs = emptyMap }: ReadResult) => [
      hideLikelySecrets(wrapSecrets(inputs, resource.inputs, schema)).values,
      hideLikelySecrets(wrapSecrets(outputs, resource.outputs, schema)).values,
    ];
    const { provider } = instance;
    const urn = makeUrn(context.stack, context.project, undefined, type, "discovered");
    try {
      const {
        id: readId,
        inputs = emptyMap,
        outputs,
      } = await context.limit(() => provider.read({ urn, name: "discovered", type, id, mark }));
      if (outputs === undefined) return { kind: "missing" };
      return { kind: "values", values: { id: readId, inputs, outputs } };
    } catch (error) {
      if (!(error instanceof ProviderError) || error.failure === "cancelled") throw error;
      return error.failure === "not-found" ? { kind: "missing" } : { kind: "refused", reason: error.message };
    } finally {
      context.onRead({ ...object, type, id });
    }
  };
}

/** Returns a function that reads an object. The function returns undefined if Read fails, because the import reports this later. */
export function readerOf({ providers }: Pick<Discovered, "providers">, context: ReadContext) {
  const probe = proberOf(providers, context);
  return async (object: FoundObject): Promise<ReadObject | undefined> => {
    const answer = await probe(object);
    return answer.kind === "values" ? answer.values : undefined;
  };
}
