/** Advises on the import ID of a resource that was not found: the form in the package's documentation, and similar IDs for which Read finds a resource. */

import type { ImpError } from "../../domain/errors.ts";
import type { ResolvedSpec } from "../../import-file/resolve.ts";
import { cloudTypeOf } from "../../import-ids/cloud-type.ts";
import { idCandidates } from "../../import-ids/id-candidates.ts";
import { type Proof, proofOf } from "../../import-ids/proof.ts";
import type { ResourceSchema } from "../../schema/types.ts";
import { emptyMap } from "../../value/value.ts";
import { optionalResult } from "../providers/optional-result.ts";
import type { AccessWatch } from "./access-watch.ts";

/** Returns the error with the form of the type's IDs in its hint, and with an ID that Read confirms. Calls Read for each similar ID if `watch` is given. */
export async function adviseId(
  error: ImpError,
  request: ResolvedSpec,
  resource: ResourceSchema,
  watch: AccessWatch | undefined,
): Promise<ImpError> {
  const { importExample } = resource;
  const id = watch && (await confirmedId(request, resource, watch));
  const sentences = [
    ...(importExample === undefined
      ? []
      : [`The documentation of the type has an example of an import ID: ${importExample}`]),
    ...(id === undefined ? [] : [`Read finds a resource with the ID ${JSON.stringify(id)}.`]),
  ];
  return sentences.reduce((advised, sentence) => advised.advised(sentence), error);
}

/** Returns the first similar ID for which Read finds a resource that may be the requested one. */
async function confirmedId(
  { urn, name, type, id: identity = "" }: ResolvedSpec,
  resource: ResourceSchema,
  watch: AccessWatch,
): Promise<string | undefined> {
  const where = { file: "", line: 1, column: 1 };
  const object = { identity, name: "", fields: new Map<string, string>(), tags: new Map<string, string>(), where };
  const candidates = idCandidates(object, cloudTypeOf(object), resource).filter(({ id }) => id !== identity);
  for (const { id, template } of candidates) {
    const answer = await optionalResult(watch.read({ urn, name, type, id }));
    if (answer?.outputs === undefined) continue;
    const values = { id: answer.id, inputs: answer.inputs ?? emptyMap, outputs: answer.outputs };
    const { kind }: Proof = proofOf(object, values, { id, template, isExactType: true, resource });
    if (kind !== "other") return id;
  }
  return undefined;
}
