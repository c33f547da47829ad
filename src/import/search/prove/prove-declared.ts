import type { DeclaredResource, TextValue } from "../../../domain/declared-resource.ts";
import type { Remark } from "../../../domain/graph.ts";
import { mayBeWritten } from "../../../domain/verdicts.ts";
import { wrapSecrets } from "../../../schema/shape.ts";
import { formatPath, type Path, parsePath } from "../../../value/path.ts";
import { fromPlain } from "../../../value/plain.ts";
import { openSecrets, withoutInnerSecrets } from "../../../value/restore-secrets.ts";
import { listValue, mapValue, type PropertyMap, type Value } from "../../../value/value.ts";
import { asStored, simulatePreview } from "../candidates/simulate-preview.ts";
import { type Subject, sentInputs } from "../candidates/subject.ts";
import type { Proof } from "./prove.ts";

export interface DeclaredProof {
  /** The proof of the state entry. Its verdict and differences come from the preview of the user's program. */
  readonly proof: Proof;
  readonly remark: Remark & { readonly kind: "declared" };
}

/** Previews a resource that the user's program declares. Values that imp cannot read from the source code are taken from the proof. */
export async function proveDeclared(
  subject: Subject,
  proof: Proof,
  declared: DeclaredResource,
): Promise<DeclaredProof> {
  const { places, runs, ignoreChanges = [] } = declared;
  const unseen: string[] = [];
  const all = entriesOrNone(mergedValue(declared.inputs, mapValue(proof.program), [], unseen));
  const program = withoutInnerSecrets(wrapSecrets(all, subject.resource.inputs, subject.schema));
  const remark = { kind: "declared", places, unseen, failures: [], runs } as const;
  if (!mayBeWritten(proof.verdict) || proof.cause !== undefined) return { proof, remark };
  const paths = ignoreChanges.map((text): Path => parsePath(text) ?? [text]);
  const sent = sentInputs(subject, program);
  const declaredProof = { ...proof, ignoreChanges: paths };
  const { checked, failures, decision } = await simulatePreview(subject, asStored(proof.stored), sent, paths);
  if (decision === undefined) {
    const reasons = failures.map(({ property, reason }) => (property === "" ? reason : `${property}: ${reason}`));
    return {
      proof: { ...declaredProof, verdict: "update", differences: [] },
      remark: { ...remark, failures: reasons },
    };
  }
  if (decision.kind !== "same") {
    const { kind: verdict, differences } = decision;
    return { proof: { ...declaredProof, verdict, differences, sent: checked }, remark };
  }
  const verdict = proof.verdict === "assumed" ? "assumed" : paths.length > 0 ? "ignored" : "clean";
  return { proof: { ...declaredProof, verdict, differences: [] }, remark };
}

/** Returns the declared value. Values that cannot be read from the source code are taken from the proof. */
function mergedValue(text: TextValue, proven: Value | undefined, path: Path, unseen: string[]): Value | undefined {
  const provenValue = proven === undefined ? undefined : openSecrets(proven);
  switch (text.kind) {
    case "literal":
      return fromPlain(text.value);
    case "unseen":
      unseen.push(path.length === 0 ? "all inputs" : formatPath(path));
      return proven;
    case "list": {
      const items = provenValue?.kind === "list" ? provenValue.items : [];
      return listValue(text.items.flatMap((item, at) => mergedValue(item, items[at], [...path, at], unseen) ?? []));
    }
    case "object": {
      const entries = provenValue?.kind === "map" ? provenValue.entries : new Map<string, Value>();
      const declaredMembers = [...text.members].flatMap(([key, member]) => {
        const value = mergedValue(member, entries.get(key), [...path, key], unseen);
        return value === undefined ? [] : [[key, value] as const];
      });
      if (text.isWhole) return mapValue(new Map(declaredMembers));
      unseen.push(path.length === 0 ? "other inputs" : `other members of ${formatPath(path)}`);
      return mapValue(new Map([...entries, ...declaredMembers]));
    }
  }
}

function entriesOrNone(value: Value | undefined): PropertyMap {
  return value?.kind === "map" ? value.entries : new Map();
}
