/**
 * The flags of `imp run` -> how a plan is derived, and who is asked for what is still needed.
 */

import { askNeeds } from "../cli/prompts.ts";
import type { RunFlags } from "../cli/run-flags.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Supplied } from "../domain/questions.ts";
import type { Need } from "../graph.ts";
import type { PlanOptions } from "../import/derive-plan.ts";
import { closedSecrets } from "./closed-secrets.ts";
import type { OpenTarget } from "./open-target.ts";
import { settingAnswers } from "./setting-answers.ts";
import { settingsOf } from "./settings-of.ts";

/** What is needed is looked for in the stack's configuration first, then asked for. */
export function planOptions(flags: RunFlags, { workspace, target, writing }: OpenTarget, io: RunIo): PlanOptions {
  const settings = settingsOf(workspace, target, flags.stack);
  return {
    mode: flags.mode,
    allowReplace: flags["allow-replace"],
    explain: flags.explain,
    importOptions: flags.emit === "import-option",
    placeholders: flags.placeholder,
    assumeDefaults: flags["assume-defaults"],
    closed: closedSecrets(workspace, writing),
    inProgram: target.inProgram,
    printsCode: writing !== "state",
    io,
    ...(settings !== undefined && { settings }),
    ask: async (needs) => {
      const { answers, keys, left } = settingAnswers(needs, settings?.keyFor, workspace);
      for (const key of keys) io.progress.line(`Taken from the stack's configuration: ${key}.`);
      // A person who wants placeholders is not asked for values.
      const asked = flags.placeholder ? left.filter(({ kind }) => kind !== "value") : left;
      const { values, ...more } = await askBetween(asked, io);
      return { values: [...answers, ...values], ...more };
    },
  };
}

/** Asks a person who is there, and not beside a spinner. */
async function askBetween(needs: readonly Need[], io: RunIo): Promise<Supplied> {
  if (!io.interactive || needs.length === 0) return { values: [], accepted: [], assumed: [] };
  io.progress.stop();
  return await askNeeds(needs, io.signal);
}
