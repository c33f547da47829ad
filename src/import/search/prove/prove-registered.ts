import type { RegisteredResource } from "../../../domain/registered-resource.ts";
import { parsePath } from "../../../value/path.ts";
import { asRead, previewChecked } from "../candidates/simulate-preview.ts";
import type { Subject } from "../candidates/subject.ts";
import { nothingFound, type Proof } from "./prove.ts";

/**
 * Proves a resource that a run of the user's program registers. Like the engine's import, compares the program's inputs with the read inputs. If
 * nothing differs, the state gets the program's inputs. Otherwise, it gets the read inputs. Throws only if the plugin failed or the run was
 * cancelled.
 */
export async function proveRegistered(subject: Subject, { inputs, ignoreChanges }: RegisteredResource): Promise<Proof> {
  const { projected, initErrors } = subject.cloud;
  const paths = ignoreChanges.map((text) => parsePath(text) ?? [text]);
  const base = { ...nothingFound, selection: new Map(), program: inputs, ignoreChanges: paths };
  const decision = await previewChecked(subject, { ...asRead(projected), initErrors }, inputs, paths);
  if (decision.kind === "same") return { ...base, stored: inputs, verdict: paths.length > 0 ? "ignored" : "clean" };
  return { ...base, stored: projected, sent: inputs, verdict: decision.kind, differences: decision.differences };
}
