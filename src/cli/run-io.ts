/** The I/O of a run: clock, randomness, environment, prompts, progress, and limits on concurrent calls. */
import { randomBytes, randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { statSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ImpError } from "../domain/errors.ts";
import type { Need } from "../domain/graph.ts";
import type { LockIdentity } from "../domain/lock-identity.ts";
import type {
  CodePlace,
  CodePlaceQuestion,
  Consent,
  ConsentQuestion,
  DiscoveryNext,
  FoundTypesQuestion,
  IdQuestion,
  PassphraseQuestion,
  StartAnswer,
  StartQuestion,
  Supplied,
} from "../domain/questions.ts";
import type { ReviewScreen } from "../domain/review.ts";
import type { SyncChoice } from "../domain/sync-choice.ts";
import type { SecretsManager } from "../state/secrets/secrets-manager.ts";
import { type CallCounts, noCalls } from "./call-counts.ts";
import { askNext, askTypes } from "./discovery-prompts.ts";
import { type EventLog, openEventLog } from "./event-log.ts";
import { type PluginLogs, pluginLogs } from "./plugin-logs.ts";
import { processSpace } from "./process-space.ts";
import { type Progress, plainProgress, silent, spinnerProgress } from "./progress.ts";
import {
  askCodePlace,
  askConsent,
  askIds,
  askNeeds,
  askPassphrase,
  askStack,
  askSync,
  askYes,
  type ChosenStack,
} from "./prompts.ts";
import type { Screen } from "./render.ts";
import { askStart } from "./start-prompts.ts";
import { workingDirectory } from "./working-directory.ts";

export interface RunIo {
  /** Absolute path. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** The environment of plugins and Pulumi. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The variables of `env` that the stack's Pulumi ESC environments mark as secret. Omitted without environments. */
  readonly secretVariables?: ReadonlySet<string>;
  /** The environment of compilers. */
  readonly toolEnv: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly random: (bytes: number) => Uint8Array;
  readonly secretsManagers: readonly SecretsManager[];
  readonly uuid: () => string;
  /** RFC 3339, UTC. */
  readonly now: () => string;
  /** Monotonic time in milliseconds. */
  readonly clock: () => number;
  readonly progress: Progress;
  /** Omitted without `--events`. */
  readonly eventLog?: EventLog;
  readonly limit: <T>(call: () => Promise<T>) => Promise<T>;
  readonly patience: {
    readonly retries: number;
    readonly atOnce: number;
    readonly wait: (ms: number) => Promise<void>;
    readonly jitter: () => number;
  };
  /** Returns the host, user, and process to record in a lock. */
  readonly identity: () => LockIdentity;
  readonly events: Pick<Progress, "phase" | "begin" | "step" | "listed">;
  /** Number of provider calls so far. */
  readonly calls: CallCounts;
  readonly onCall: (method: string) => void;
  readonly logs: PluginLogs;
  /** Reads standard input to its end, or until slightly more than `mostBytes` are read. Omitted if standard input is a terminal. */
  readonly readStdin?: (mostBytes?: number) => Promise<Uint8Array>;
  /** Prompts for a passphrase, even with `--yes`. Omitted without a terminal. */
  readonly askPassphrase?: (question: PassphraseQuestion) => Promise<string>;
  /** Prompts for a stack, or the name of a new one. Omitted without a terminal. */
  readonly askStack?: (names: readonly string[], isName?: (text: string) => boolean) => Promise<ChosenStack>;
  /** Prompts for yes or no. This member and the following ones are omitted without a terminal or with `--yes`. */
  readonly askYes?: (question: string) => Promise<boolean>;
  /** Prompts for confirmation after a review. */
  readonly askConsent?: (question: ConsentQuestion) => Promise<Consent>;
  /** Opens the review screen. Also omitted if the terminal does not support the screen. */
  readonly openReview?: () => Promise<ReviewScreen>;
  /** Prompts for IDs that are missing in import files. An empty answer skips the resource. */
  readonly askIds?: (questions: readonly IdQuestion[]) => Promise<readonly string[]>;
  /** Asks where to write the code in the user's program. */
  readonly askCodePlace?: (question: CodePlaceQuestion) => Promise<CodePlace>;
  /** Prompts for stack and source if the command line doesn't specify a source. */
  readonly askStart?: (question: StartQuestion) => Promise<StartAnswer>;
  /** Prompts for the discovered types to import. */
  readonly askTypes?: (question: FoundTypesQuestion) => Promise<readonly string[]>;
  /** Prompts for the next step of a discovery. */
  readonly askNext?: (file: string, resources: number) => Promise<DiscoveryNext>;
  /** Asks what to do with a drifted resource. Returns undefined to leave the resource as it is. */
  readonly askSync?: (offered: readonly SyncChoice[]) => Promise<SyncChoice | undefined>;
  /** Prompts for missing values and decisions. */
  readonly askNeeds?: (needs: readonly Need[]) => Promise<Supplied>;
}

export interface OutsideOptions {
  readonly cwd: string;
  readonly verbose: boolean;
  /** True if stdout must contain only a document, so prompts and progress are disabled. */
  readonly isDocument: boolean;
  /** True if prompts are allowed. */
  readonly asks: boolean;
  /** Maximum number of concurrent calls. */
  readonly parallel: number;
  /** Maximum number of retries of a throttled call. */
  readonly retries: number;
  /** `--events`: the file of the event log, as typed. Omitted without the flag. */
  readonly events?: string;
}

/** The parts of a command that its I/O needs. */
export interface RunningCommand {
  readonly secretsManagers: readonly SecretsManager[];
  /** Aborted if the command is interrupted. */
  readonly signal: AbortSignal;
  /** The screen for progress. */
  readonly screen: Screen;
}

/** Opens the I/O of a command. Call it only once per command. */
export async function openRunIo(options: OutsideOptions, command: RunningCommand): Promise<RunIo> {
  const { secretsManagers, signal, screen } = command;
  const { parallel, retries, isDocument } = options;
  const cwd = existingDirectory(options.cwd);
  const user = currentUser();
  // Each wait for a throttled call adds a listener.
  setMaxListeners(0, signal);
  const { default: pLimit } = await import("p-limit");
  // Process twice as many resources as there are calls, so calls continue while other resources are computed.
  const limit = pLimit(2 * parallel);
  const now = (): string => new Date().toISOString();
  const eventLog = options.events === undefined ? undefined : openEventLog(resolve(cwd, options.events), now);
  const shown = isDocument ? silent : await progressOn(process.stderr, screen);
  const progress = eventLog?.observed(shown) ?? shown;
  const calls = { ...noCalls };
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true && !isDocument;
  // Stop the spinner before a prompt.
  const asking =
    <Q extends readonly unknown[], A>(ask: (...question: [...Q, AbortSignal]) => Promise<A>) =>
    (...question: Q): Promise<A> => {
      progress.stop();
      return ask(...question, signal);
    };
  const questions = {
    askYes: asking(askYes),
    askConsent: asking(askConsent),
    openReview: showsReviews() ? asking(openReview) : undefined,
    askIds: asking(askIds),
    askNeeds: asking(askNeeds),
    askSync: asking(askSync),
    askCodePlace: asking(askCodePlace),
    askStart: asking(askStart),
    askTypes: asking(askTypes),
    askNext: asking(askNext),
  };
  return {
    cwd,
    signal,
    env: process.env,
    toolEnv: process.env,
    homeDir: user.home,
    random: pooled(randomBytes),
    secretsManagers,
    uuid: () => randomUUID(),
    now,
    clock: () => performance.now(),
    progress,
    eventLog,
    events: progress,
    limit: (call) => {
      signal.throwIfAborted();
      return limit(call);
    },
    patience: {
      retries,
      atOnce: parallel,
      wait: (ms) => pause(ms, undefined, { signal }),
      jitter: Math.random,
    },
    identity: () => {
      const processes = processSpace();
      const holder = { pid: process.pid, username: user.name, hostname: hostname(), now: new Date(), id: randomUUID() };
      return { ...holder, processes };
    },
    calls,
    onCall: (method) => {
      if (method === "Read") calls.read += 1;
      else if (method === "Check") calls.check += 1;
      else if (method === "Diff") calls.diff += 1;
      else if (method === "Create" || method === "Update") calls.preview += 1;
    },
    readStdin: process.stdin.isTTY !== true ? readStdin : undefined,
    askPassphrase: isTerminal ? asking(askPassphrase) : undefined,
    askStack: isTerminal
      ? (names: readonly string[], isName?: (text: string) => boolean) => asking(askStack)(names, isName)
      : undefined,
    ...(isTerminal && options.asks ? questions : {}),
    logs: pluginLogs(progress.line, options.verbose),
  };
}

/** Returns true if the terminal supports the review screen. Returns false in CI and for dumb terminals, which cannot move the cursor. */
function showsReviews(): boolean {
  const { CI, TERM } = process.env;
  return TERM !== "dumb" && (CI === undefined || CI === "" || CI === "false");
}

async function openReview(signal: AbortSignal): Promise<ReviewScreen> {
  const { openReviewScreen } = await import("./review/review-screen.ts");
  return openReviewScreen(signal);
}

async function readStdin(mostBytes = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
    length += chunk.length;
    if (length > mostBytes) break;
  }
  return Buffer.concat(chunks);
}

/** Draws random bytes in bulk, because a single draw takes 0.03 ms and each resource needs a seed. */
function pooled(draw: (bytes: number) => Uint8Array): (bytes: number) => Uint8Array {
  let pool: Uint8Array = new Uint8Array(0);
  return (bytes) => {
    if (pool.length < bytes) pool = draw(Math.max(bytes, 8192));
    const piece = pool.slice(0, bytes);
    pool = pool.subarray(bytes);
    return piece;
  };
}

function existingDirectory(path: string): string {
  const directory = path === "." ? workingDirectory() : resolve(path);
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw ImpError.of("USAGE", {
      message: `${path} is not a directory.`,
      hint: "Correct the directory on the command line.",
    });
  }
  return directory;
}

async function progressOn(stream: NodeJS.WriteStream, screen: Screen): Promise<Progress> {
  // A terminal that reports 0 columns cannot show a spinner on a line.
  const canSpin = stream.isTTY === true && screen.colour && stream.columns !== 0;
  return canSpin ? await spinnerProgress(stream) : plainProgress(stream);
}

interface CurrentUser {
  readonly name: string;
  /** Absolute path of the home directory, which contains `.pulumi` and which `~` in `file://~` stands for. */
  readonly home: string;
}

/** Returns the current user. In a container, the user database may lack an entry for the user; then HOME and USER are used. */
function currentUser(): CurrentUser {
  try {
    const { username, homedir: home } = userInfo();
    return { name: username, home };
  } catch {
    const { USER: name = String(process.getuid?.() ?? "?"), HOME: home = "/" } = process.env;
    return { name, home };
  }
}
