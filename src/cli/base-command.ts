/**
 * BaseCommand: signals, reports, errors on a screen or in a document, and exit codes of every command.
 */
import { Command, type Interfaces } from "@oclif/core";
import { ImpError } from "../errors.ts";
import { secretsManagers } from "../secrets/index.ts";
import type { SecretsManager } from "../secrets/secrets-manager.ts";
import type { EventLog } from "./event-log.ts";
import { renderError, type Screen } from "./render.ts";
import { documentFormats } from "./reports/index.ts";
import type { DocumentFormat, Report, Reporter } from "./reports/report.ts";
import { textReport } from "./reports/text.ts";
import { type OutsideOptions, openRunIo, type RunIo } from "./run-io.ts";
import { hasColour } from "./terminal-abilities.ts";
import { usageError } from "./usage-error.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** Milliseconds between an interruption and the end of a run that does not end by itself. */
const lastResort = 20_000;

/** Milliseconds between the last word of an interrupted command and its end, where something is being read that may never come. */
const lastRead = 200;

/** Errors that are more than the notice that a person ended the run: of the files of a commit, and of what is kept for the next run. */
const knowMore: ReadonlySet<string> = new Set(["COMMIT_FAILED", "COMMIT_UNSURE", "DISCOVERY_INTERRUPTED"]);

export abstract class BaseCommand extends Command {
  /** A command without flags has none to suggest. */
  static override flags: Interfaces.FlagInput = {};

  /** Aborted by SIGINT, SIGTERM, SIGHUP, SIGQUIT or a closed pipe; the reason is the signal's name. */
  protected readonly interruption = new AbortController();

  /** The formats of documents that a command offers. */
  readonly formats: readonly DocumentFormat[] = documentFormats;

  /** The managers that may keep the secrets of a stack. */
  readonly secretsManagers: readonly SecretsManager[] = secretsManagers;

  /** Why the output cannot be written, as the system names it. */
  private unwritten: string | undefined;

  /** Absent: nobody follows the command. */
  private eventLog: EventLog | undefined;

  /** The command has ended, and only its last words are still being written. */
  private isOver = false;

  override async init(): Promise<void> {
    await super.init();
    for (const signal of signals) {
      process.on(signal, () => {
        if (this.interruption.signal.aborted) end(signal);
        this.interrupt(signal);
      });
    }
    for (const stream of [process.stdout, process.stderr]) {
      // oclif's own listener ends the process with a stack trace, and leaves plugins behind.
      stream.removeAllListeners("error");
      stream.on("error", (error) => this.noteUnwritten(error));
    }
  }

  /** Nobody reads the output any more, or it cannot be kept: a run that goes on would report to nobody. */
  private noteUnwritten(error: NodeJS.ErrnoException): void {
    if (this.interruption.signal.aborted) return;
    if (error.syscall === "write" && error.code !== undefined && error.code !== "EPIPE") this.unwritten = error.code;
    this.interrupt(this.unwritten === undefined ? "a closed pipe" : "output that cannot be written");
    if (this.isOver) this.reportUnwritten();
  }

  /** Asks the run to end; one that does not within the time that plugins get to end and some more is ended. */
  private interrupt(reason: string): void {
    this.interruption.abort(reason);
    setTimeout(end, lastResort, reason).unref();
  }

  override async finally(error: Error | undefined): Promise<void> {
    await super.finally(error);
    this.isOver = error === undefined;
    if (this.isOver) this.reportUnwritten();
    const { aborted, reason } = this.interruption.signal;
    if (aborted) setTimeout(end, lastRead, reason).unref();
  }

  /** Reports in a format; absent: as text for a person. */
  protected reporter(format: DocumentFormat | undefined): Reporter {
    const screen = this.screenOf(process.stdout);
    const textIn = (report: Report) => (format === undefined ? textReport(report, screen) : format.document(report));
    return {
      screen,
      show: async (report) => {
        this.eventLog?.report(report);
        const text = textIn(report);
        if (text !== undefined) await this.show(text);
      },
      end: (report) => {
        this.eventLog?.report(report);
        const text = textIn(report);
        if (text !== undefined) this.log(text);
      },
    };
  }

  /** Reports to a person on stderr, where stdout has a document. */
  protected showAside(report: Report): void {
    const text = textReport(report, this.screenOf(process.stderr));
    if (text !== undefined) process.stderr.write(`${text}\n`);
  }

  /** Opens the outside once for a command. */
  protected async outside(options: OutsideOptions): Promise<RunIo> {
    const { secretsManagers, interruption } = this;
    const screen = this.screenOf(process.stderr);
    const io = await openRunIo(options, { secretsManagers, signal: interruption.signal, screen });
    this.eventLog = io.eventLog;
    return io;
  }

  /** Prints, and waits until it is known whether somebody reads it: if not, the run is interrupted. */
  protected async show(text: string): Promise<void> {
    await new Promise<void>((resolve) => {
      const written = (error?: Error | null): void => {
        if (error) this.noteUnwritten(error);
        resolve();
      };
      try {
        process.stdout.write(`${text}\n`, written);
      } catch (error) {
        // Files are written at once: a full disk throws here.
        written(error instanceof Error ? error : new Error("not written"));
      }
    });
  }

  protected screenOf(stream: NodeJS.WriteStream): Screen {
    const isTerminal = stream.isTTY === true;
    return { width: stream.columns ?? 80, colour: hasColour(isTerminal, process.env), isWhole: !isTerminal };
  }

  /** Prints what is wrong and sets the exit code. Nothing that a user did shows a stack trace. */
  override async catch(error: Error & { readonly oclif?: { readonly exit?: number } }): Promise<void> {
    if (error.oclif?.exit === 0) return;
    const explained = this.explain(error);
    const format = this.formats.find(({ name }) => this.argv.includes(`--${name}`));
    this.reporter(format).end({ kind: "failed", error: explained });
    this.reportOnScreen(explained);
    if (explained.code === "INTERNAL" && process.env.IMP_DEBUG) process.stderr.write(`${error.stack}\n`);
  }

  /** Prints the error on stderr, and sets its exit code. */
  private reportOnScreen({ code, explanation }: ImpError): void {
    process.exitCode = explanation.exit;
    process.stderr.write(renderError(code, explanation, this.screenOf(process.stderr)));
  }

  private reportUnwritten(): void {
    if (this.unwritten !== undefined) this.reportOnScreen(ImpError.of("OUTPUT_UNWRITABLE", { code: this.unwritten }));
  }

  private explain(error: Error & { readonly oclif?: { readonly exit?: number } }): ImpError {
    if (error instanceof ImpError && knowMore.has(error.code)) return error;
    if (this.unwritten !== undefined) return ImpError.of("OUTPUT_UNWRITABLE", { code: this.unwritten });
    if (this.interruption.signal.aborted || error.name === "ExitPromptError") {
      return ImpError.of("INTERRUPTED", { signal: String(this.interruption.signal.reason ?? "Ctrl-C") });
    }
    if (error instanceof ImpError) return error;
    if (error.oclif !== undefined) return usageError(error.message, this.id, Object.keys(this.ctor.flags));
    return ImpError.of("INTERNAL", { message: error.message });
  }
}

/** Ends at once. Node's own end waits for files that are being read, and a pipe may never be. */
function end(reason: unknown): never {
  if (process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"))) {
    const signal = signals.find((one) => one === reason) ?? "SIGTERM";
    process.emit("exit", 130);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  }
  process.exit(130);
}
