/**
 * The outside of a run: clock, randomness, environment, progress and the bound on concurrent calls.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import { statSync } from "node:fs";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
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
import { ImpError } from "../errors.ts";
import type { Need } from "../graph.ts";
import type { SecretsManager } from "../secrets/secrets-manager.ts";
import { type CallCounts, noCalls } from "./call-counts.ts";
import { currentUser } from "./current-user.ts";
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
  askYes,
  type ChosenStack,
} from "./prompts.ts";
import type { Screen } from "./render.ts";
import { askStart } from "./start-prompts.ts";
import { workingDirectory } from "./working-directory.ts";

export interface RunIo {
  /** Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** The environment of plugins and Pulumi. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The environment of compilers. */
  readonly toolEnv: Readonly<Record<string, string | undefined>>;
  readonly homeDir: string;
  readonly random: (bytes: number) => Uint8Array;
  /** The managers that may keep the secrets of a stack. */
  readonly secretsManagers: readonly SecretsManager[];
  readonly uuid: () => string;
  /** RFC 3339, UTC. */
  readonly now: () => string;
  /** Milliseconds since some moment: how long something takes. */
  readonly clock: () => number;
  readonly progress: Progress;
  /** Absent: nobody follows the run. */
  readonly eventLog?: EventLog;
  readonly limit: <T>(call: () => Promise<T>) => Promise<T>;
  readonly patience: {
    readonly retries: number;
    readonly atOnce: number;
    readonly wait: (ms: number) => Promise<void>;
    readonly jitter: () => number;
  };
  /** Who holds a lock. */
  readonly identity: () => LockIdentity;
  readonly events: Pick<Progress, "phase" | "begin" | "step" | "listed">;
  /** Calls to providers so far. */
  readonly calls: CallCounts;
  readonly onCall: (method: string) => void;
  readonly logs: PluginLogs;
  /** Reads the standard input to its end, or to some bytes above a limit; absent: it is a terminal. */
  readonly readStdin?: (mostBytes?: number) => Promise<Uint8Array>;
  /** Asks the person at the terminal, also one who said --yes; absent: there is no terminal. */
  readonly askPassphrase?: (question: PassphraseQuestion) => Promise<string>;
  /** Asks the same person which stack of the project is meant, or what a new one is to be called. */
  readonly askStack?: (names: readonly string[], isName?: (text: string) => boolean) => Promise<ChosenStack>;
  /** Asks a person yes or no; absent: nobody is there, or the command line says it. */
  readonly askYes?: (question: string) => Promise<boolean>;
  /** Asks a person who comes from a review. */
  readonly askConsent?: (question: ConsentQuestion) => Promise<Consent>;
  /** Opens the review; absent: nobody is there, or the terminal cannot show one. */
  readonly openReview?: () => Promise<ReviewScreen>;
  /** Asks the same person for ids that import files leave open; an empty answer gives none. */
  readonly askIds?: (questions: readonly IdQuestion[]) => Promise<readonly string[]>;
  /** Asks the same person where code goes in a program that a person wrote. */
  readonly askCodePlace?: (question: CodePlaceQuestion) => Promise<CodePlace>;
  /** Asks the same person what to import, where the command line names nothing. */
  readonly askStart?: (question: StartQuestion) => Promise<StartAnswer>;
  /** Asks the same person which types of what a discovery found are taken. */
  readonly askTypes?: (question: FoundTypesQuestion) => Promise<readonly string[]>;
  /** Asks the same person what becomes of so many resources, which a file would get. */
  readonly askNext?: (file: string, resources: number) => Promise<DiscoveryNext>;
  /** Asks the same person for what is needed. */
  readonly askNeeds?: (needs: readonly Need[]) => Promise<Supplied>;
}

export interface OutsideOptions {
  readonly cwd: string;
  readonly verbose: boolean;
  /** A program reads stdout: nothing is asked, and no progress is shown. */
  readonly isDocument: boolean;
  /** A person may be asked whether, and for what is needed. */
  readonly asks: boolean;
  /** Calls at once. */
  readonly parallel: number;
  /** How often a call that the cloud throttles is repeated. */
  readonly retries: number;
  /** `--events`: the file of the event log, as it is typed; absent: there is none. */
  readonly events?: string;
}

/** The parts of a command that a run needs. */
export interface RunningCommand {
  readonly secretsManagers: readonly SecretsManager[];
  /** Aborted when the command is interrupted. */
  readonly signal: AbortSignal;
  /** Where progress is shown. */
  readonly screen: Screen;
}

/** Opens the outside once for a run. */
export async function openRunIo(options: OutsideOptions, command: RunningCommand): Promise<RunIo> {
  const { secretsManagers, signal, screen } = command;
  const { parallel, retries, isDocument } = options;
  const cwd = existingDirectory(options.cwd);
  const user = currentUser();
  // Every wait for a throttled call listens; that is no leak.
  setMaxListeners(0, signal);
  const { default: pLimit } = await import("p-limit");
  // Twice as many resources as calls: while one is thought about, the call of another takes its place.
  const limit = pLimit(2 * parallel);
  const now = (): string => new Date().toISOString();
  const eventLog = options.events === undefined ? undefined : openEventLog(resolve(cwd, options.events), now);
  const shown = isDocument ? silent : await progressOn(process.stderr, screen);
  const progress = eventLog?.observed(shown) ?? shown;
  const calls = { ...noCalls };
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true && !isDocument;
  /** A question stands on lines of its own, not next to a spinner. */
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

/** In CI nobody is there whatever the terminal is, and a dumb terminal has no cursor to move. */
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

/** Draws much at once and hands it out in pieces: each resource wants a seed, and a draw of its own takes 0.03 ms. */
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
    throw ImpError.of("USAGE", { message: `--cwd ${path} is not a directory.`, hint: "Correct it, or leave it out." });
  }
  return directory;
}

async function progressOn(stream: NodeJS.WriteStream, screen: Screen): Promise<Progress> {
  return stream.isTTY === true && screen.colour ? await spinnerProgress(stream) : plainProgress(stream);
}
