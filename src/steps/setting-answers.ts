/**
 * Needs that the stack's configuration meets: a secret under the key that the program will read it from.
 */
import type { SuppliedValue } from "../domain/questions.ts";
import type { ConfigEntry } from "../domain/stack-config.ts";
import type { Need } from "../graph.ts";
import { type KeyFor, settingKeys } from "../import/plan/setting-keys.ts";
import type { Workspace } from "../workspace/workspace.ts";

export interface Settled {
  readonly answers: readonly SuppliedValue[];
  /** `<project>:<key>`, in the order of the answers. */
  readonly keys: readonly string[];
  /** What is still to be asked. */
  readonly left: readonly Need[];
}

export function settingAnswers(
  needs: readonly Need[],
  keyFor: KeyFor | undefined,
  { config }: Pick<Workspace, "config">,
): Settled {
  if (keyFor === undefined) return { answers: [], keys: [], left: needs };
  const keys = settingKeys(needs, keyFor);
  const answers: SuppliedValue[] = [];
  const used: string[] = [];
  const left = needs.filter((need) => {
    if (need.kind !== "value") return true;
    const found = (keys.get(need) ?? []).findIndex((key) => key !== undefined && isOpen(config.get(key)));
    const [key, value] = [keys.get(need)?.[found], need.oneOf[found]];
    if (key === undefined || value === undefined) return true;
    answers.push({ urn: need.urn, path: value.path, text: config.get(key)?.text ?? "", secret: true });
    used.push(key);
    return false;
  });
  return { answers, keys: used, left };
}

function isOpen(entry: ConfigEntry | undefined): boolean {
  return entry?.secret === true && entry.locked === undefined;
}
