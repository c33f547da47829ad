/**
 * Turns the options of a run into those of its plan: where secrets may go, and who is asked for what is still needed.
 */
import { shellQuote } from "../cli/quote.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { SuppliedValue } from "../domain/questions.ts";
import type { ConfigEntry } from "../domain/stack-config.ts";
import type { Need, Urn } from "../graph.ts";
import type { PlanOptions } from "../import/derive-plan.ts";
import { nothingSupplied } from "../import/derive-plan.ts";
import type { Closed } from "../import/plan/closed-secrets.ts";
import { type KeyFor, type Settings, settingKeys } from "../import/plan/setting-keys.ts";
import { configKey } from "../lower/config-key.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { Writing } from "../workspace/commit/changes.ts";
import type { ProgramLocation } from "../workspace/program/program-location.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { DeclaringProgram } from "./declared.ts";
import { inProgram } from "./open-program.ts";

/** Looks in the stack's configuration for what is needed first, then asks. */
export function planOptions(
  { derivation, stack, choices }: Pick<RunOptions, "derivation" | "stack" | "choices">,
  { workspace, location, held, writing, declared }: DeclaringProgram,
  io: RunIo,
): PlanOptions {
  const settings = configPlace(workspace, location, stack.stack);
  return {
    ...derivation,
    acceptReplace: choices.acceptReplace,
    assumeFor: choices.assumeDefaults,
    placeholdersFor: choices.placeholders,
    closed: closedSecrets(workspace, writing),
    inProgram: inProgram({ location, held }),
    declared,
    printsCode: writing !== "state",
    io,
    settings,
    ask: async (needs) => {
      const { answers, keys, left } = configuredAnswers(needs, settings?.keyFor, workspace);
      for (const key of keys) io.progress.line(`Taken from the stack's configuration: ${key}.`);
      // A person who wants placeholders is not asked for values.
      const asked = derivation.placeholders ? left.filter(({ kind }) => kind !== "value") : left;
      const { values, ...more } =
        asked.length === 0 ? nothingSupplied : ((await io.askNeeds?.(asked)) ?? nothingSupplied);
      return { values: [...answers, ...values], ...more };
    },
  };
}

/** The options of a plan that nobody is asked about, and whose program is written nowhere. */
export function unaskedPlanOptions(
  derivation: RunOptions["derivation"],
  inProgram: ReadonlySet<Urn>,
  io: RunIo,
): PlanOptions {
  return {
    ...derivation,
    closed: {},
    inProgram,
    declared: new Map(),
    printsCode: true,
    io,
    ask: async () => nothingSupplied,
  };
}

/** Where a run may not write secrets, for want of the key service that keeps the stack's. Asks for no passphrase. */
function closedSecrets({ closed }: Pick<Workspace, "closed">, writing: Writing): Closed {
  const { state, stackFile } = closed();
  return {
    state: state !== undefined && writing !== "code" ? state : undefined,
    program: stackFile !== undefined && writing !== "state" ? stackFile : undefined,
  };
}

/**
 * The stack's configuration as a place for missing required inputs.
 *
 * @param stack as `--stack` gave it
 * @returns `undefined` where `pulumi config set` has no stack to work on
 */
function configPlace(
  { project, location }: Pick<Workspace, "project" | "location">,
  { existing }: Pick<ProgramLocation, "existing">,
  stack: string | undefined,
): Settings | undefined {
  if (project.file === undefined || location.kind === "file") return undefined;
  // A key that the program reads already is another resource's.
  const taken = new Set(existing?.config.map(({ key }) => key));
  return {
    keyFor: (resource, path) => {
      const key = configKey(resource, path);
      return taken.has(key) ? undefined : `${project.name}:${key}`;
    },
    commandFor: (key) =>
      `pulumi config set --secret ${key}${stack === undefined ? "" : ` --stack ${shellQuote(stack)}`}`,
  };
}

interface Configured {
  readonly answers: readonly SuppliedValue[];
  /** `<project>:<key>`, in the order of the answers. */
  readonly keys: readonly string[];
  /** The needs that are still to be asked. */
  readonly left: readonly Need[];
}

/** Takes a secret from under the key that the program will read it from. */
function configuredAnswers(
  needs: readonly Need[],
  keyFor: KeyFor | undefined,
  { config }: Pick<Workspace, "config">,
): Configured {
  if (keyFor === undefined) return { answers: [], keys: [], left: needs };
  const keys = settingKeys(needs, keyFor);
  const answers: SuppliedValue[] = [];
  const used: string[] = [];
  const left = needs.filter((need, index) => {
    if (need.kind !== "value") return true;
    const own = keys[index] ?? [];
    const found = own.findIndex((key) => key !== undefined && isReadableSecret(config.get(key)));
    const [key, value] = [own[found], need.oneOf[found]];
    if (key === undefined || value === undefined) return true;
    answers.push({ urn: need.urn, path: value.path, text: config.get(key)?.text ?? "", secret: true });
    used.push(key);
    return false;
  });
  return { answers, keys: used, left };
}

function isReadableSecret(entry: ConfigEntry | undefined): boolean {
  return entry?.secret === true && entry.locked === undefined;
}
