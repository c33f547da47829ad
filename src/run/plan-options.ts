/** Converts the options of a run to the options of its plan: which files can contain new secrets, and where missing values come from. */
import { shellQuote } from "../cli/quote.ts";
import type { RunIo } from "../cli/run-io.ts";
import type { Need, Urn } from "../domain/graph.ts";
import type { SuppliedValue } from "../domain/questions.ts";
import type { ConfigEntry } from "../domain/stack-config.ts";
import type { PlanOptions } from "../import/derive-plan.ts";
import { nothingSupplied } from "../import/derive-plan.ts";
import type { Closed } from "../import/plan/closed-secrets.ts";
import { type KeyFor, type Settings, settingKeys } from "../import/plan/setting-keys.ts";
import type { PrintedBefore } from "../import/plan/stack-outputs.ts";
import { configKey } from "../lower/config-key.ts";
import type { RunOptions } from "../options/run-options.ts";
import type { Writing } from "../workspace/commit/changes.ts";
import type { ProgramLocation } from "../workspace/program/program-location.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { DeclaringProgram } from "./declared.ts";
import { inProgram } from "./open-program.ts";

/** Returns the plan options. Takes missing values from the stack's configuration, and prompts for the remaining ones. */
export function planOptions(
  { derivation, stack, choices }: Pick<RunOptions, "derivation" | "stack" | "choices">,
  program: DeclaringProgram,
  io: RunIo,
): PlanOptions {
  const { workspace, location, held, writing, declared, places } = program;
  const settings = configSettings(workspace, location, stack.stack);
  return {
    ...derivation,
    acceptReplace: choices.acceptReplace,
    assumeFor: choices.assumeDefaults,
    placeholdersFor: choices.placeholders,
    closed: closedSecrets(workspace, writing),
    inProgram: inProgram({ location, held }),
    declared,
    places,
    printed: printedBefore(program),
    printsCode: writing !== "state",
    io,
    settings,
    ask: async (needs) => {
      const { answers, keys, left } = configuredAnswers(needs, settings?.keyFor, workspace);
      for (const key of keys) io.progress.line(`Using the value of ${key} in the stack's configuration.`);
      // With placeholders, do not prompt for values.
      const asked = derivation.placeholders ? left.filter(({ kind }) => kind !== "value") : left;
      const { values, ...more } =
        asked.length === 0 ? nothingSupplied : ((await io.askNeeds?.(asked)) ?? nothingSupplied);
      return { values: [...answers, ...values], ...more };
    },
  };
}

function printedBefore({
  location,
  insertion,
  changed,
  languages,
  writing,
  exported,
}: DeclaringProgram): PrintedBefore {
  const { existing, isAppended } = location;
  const urns = new Map(existing?.resources.map(({ id, urn }) => [id, urn]));
  const isOwnCode = insertion !== undefined || changed !== undefined;
  return {
    urns: new Set(existing?.resources.map(({ urn }) => urn)),
    outputs: (existing?.outputs ?? []).flatMap(({ name, value: { node, path } }) => {
      const referent = urns.get(node);
      return referent === undefined ? [] : [{ name, referent, property: path }];
    }),
    ownOutputs: exported,
    takesOutputs:
      writing !== "state" &&
      !isOwnCode &&
      !(isAppended && languages.some(({ outputsOnlyInMain }) => outputsOnlyInMain)),
  };
}

/** Returns plan options without prompts, for a program that is not written to a file. */
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
    printed: { urns: new Set(), outputs: [], ownOutputs: new Set(), takesOutputs: true },
    printsCode: true,
    io,
    ask: async () => nothingSupplied,
  };
}

/** Returns the files that cannot contain new secrets, because the secrets provider of the stack is unavailable. Doesn't prompt for a passphrase. */
function closedSecrets({ closed }: Pick<Workspace, "closed">, writing: Writing): Closed {
  const { state, stackFile } = closed();
  return {
    state: state !== undefined && writing !== "code" ? state : undefined,
    program: stackFile !== undefined && writing !== "state" ? stackFile : undefined,
  };
}

/**
 * Returns functions that store missing inputs in the stack's configuration, or undefined if `pulumi config set` cannot be used.
 *
 * @param stack the value of `--stack`
 */
function configSettings(
  { project, location }: Pick<Workspace, "project" | "location">,
  { existing }: Pick<ProgramLocation, "existing">,
  stack: string | undefined,
): Settings | undefined {
  if (project.file === undefined || location.kind === "file") return undefined;
  // Skip configuration keys that the program already reads for another resource.
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
  /** Keys in the form `<project>:<key>`, in the order of the answers. */
  readonly keys: readonly string[];
  /** The needs for which the configuration has no value. */
  readonly left: readonly Need[];
}

/** Reads secrets from the configuration keys that the program will use. */
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
    const needKeys = keys[index] ?? [];
    const match = needKeys.findIndex((key) => key !== undefined && isReadableSecret(config.get(key)));
    const [key, value] = [needKeys[match], need.oneOf[match]];
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
