/** The base class of all commands: signals, reports, error output, and exit codes. */
import { Command, type Interfaces } from "@oclif/core";
import { ImpError } from "../domain/errors.ts";
import { sendableSignal } from "../domain/sendable-signal.ts";
import { secretsManagers } from "../state/secrets/index.ts";
import type { SecretsManager } from "../state/secrets/secrets-manager.ts";
import type { EventLog } from "./event-log.ts";
import { renderError, type Screen } from "./render.ts";
import { documentFormats } from "./reports/index.ts";
import type { DocumentFormat, Report, Reporter } from "./reports/report.ts";
import { textReport } from "./reports/text.ts";
import { type OutsideOptions, openRunIo, type RunIo } from "./run-io.ts";
import { hasColour } from "./terminal-abilities.ts";
import { usageError } from "./usage-error.ts";

/** SIGBREAK is Ctrl+Break on Windows. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGBREAK"] as const;

/** Milliseconds between an interruption and the termination of the process. */
const lastResort = 20_000;

/** Milliseconds between the end of an interrupted command and the termination of the process, even if a file read is pending. */
const lastRead = 200;

/** Errors that are reported even after an interruption, because they concern written files or saved progress. */
const reportedWhenInterrupted: ReadonlySet<string> = new Set([
  "COMMIT_FAILED",
  "COMMIT_UNSURE",
  "DISCOVERY_INTERRUPTED",
  "FLEET_INTERRUPTED",
]);

export abstract class BaseCommand extends Command {
  static override flags: Interfaces.FlagInput = {};

  /** Aborted by one of `signals`, or a closed pipe. The reason is the name of the signal. */
  protected readonly interruption = new AbortController();

  /** The document formats. Each has a flag, such as `--json`. */
  readonly formats: readonly DocumentFormat[] = documentFormats;

  readonly secretsManagers: readonly SecretsManager[] = secretsManagers;

  /** The system error code, if the output cannot be written. */
  private unwritten: string | undefined;

  /** Undefined without `--events`. */
  private eventLog: EventLog | undefined;

  /** True after the command has ended successfully. Remaining output may still be written. */
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
      // oclif's listener would exit with a stack trace and leave plugins running.
      stream.removeAllListeners("error");
      stream.on("error", (error) => this.noteUnwritten(error));
    }
  }

  /** Interrupts the run if its output cannot be written, because the user would not see the result. */
  private noteUnwritten(error: NodeJS.ErrnoException): void {
    if (this.interruption.signal.aborted) return;
    if (error.syscall === "write" && error.code !== undefined && error.code !== "EPIPE") this.unwritten = error.code;
    this.interrupt(this.unwritten === undefined ? "a closed pipe" : "output that cannot be written");
    if (this.isOver) this.reportUnwritten();
  }

  /** Asks the run to stop, and terminates the process if it does not stop in time. */
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

  /** Returns the reporter for the format. Reports text if the format is undefined. */
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

  /** Writes a text report to stderr, for commands whose stdout contains only a document. */
  protected showAside(report: Report): void {
    const text = textReport(report, this.screenOf(process.stderr));
    if (text !== undefined) process.stderr.write(`${text}\n`);
  }

  /** Opens the prompts, the progress display, and the other I/O of the command. Call it only once per command. */
  protected async outside(options: OutsideOptions): Promise<RunIo> {
    const { secretsManagers, interruption } = this;
    const screen = this.screenOf(process.stderr);
    const io = await openRunIo(options, { secretsManagers, signal: interruption.signal, screen });
    this.eventLog = io.eventLog;
    return io;
  }

  /** Prints the text and waits until it is written. Interrupts the run if it cannot be written. */
  protected async show(text: string): Promise<void> {
    await new Promise<void>((resolve) => {
      const written = (error?: Error | null): void => {
        if (error) this.noteUnwritten(error);
        resolve();
      };
      try {
        process.stdout.write(`${text}\n`, written);
      } catch (error) {
        // Writes to files are synchronous and may throw, for example if the disk is full.
        written(error instanceof Error ? error : new Error("not written"));
      }
    });
  }

  protected screenOf(stream: NodeJS.WriteStream): Screen {
    const isTerminal = stream.isTTY === true;
    // Some terminals report 0 columns.
    return { width: stream.columns || 80, colour: hasColour(isTerminal, process.env), isWhole: !isTerminal };
  }

  /** Prints the error and sets the exit code. Never prints a stack trace for user errors. */
  override async catch(error: Error & { readonly oclif?: { readonly exit?: number } }): Promise<void> {
    if (error.oclif?.exit === 0) return;
    const explained = this.explain(error);
    const format = this.formats.find(({ name }) => this.argv.includes(`--${name}`));
    this.reporter(format).end({ kind: "failed", error: explained });
    this.reportOnScreen(explained);
    if (explained.code === "INTERNAL" && process.env.IMP_DEBUG) process.stderr.write(`${error.stack}\n`);
  }

  private reportOnScreen({ code, explanation }: ImpError): void {
    process.exitCode = explanation.exit;
    process.stderr.write(renderError(code, explanation, this.screenOf(process.stderr)));
  }

  private reportUnwritten(): void {
    if (this.unwritten !== undefined) this.reportOnScreen(ImpError.of("OUTPUT_UNWRITABLE", { code: this.unwritten }));
  }

  private explain(error: Error & { readonly oclif?: { readonly exit?: number } }): ImpError {
    if (error instanceof ImpError && reportedWhenInterrupted.has(error.code)) return error;
    if (this.unwritten !== undefined) return ImpError.of("OUTPUT_UNWRITABLE", { code: this.unwritten });
    if (this.interruption.signal.aborted || error.name === "ExitPromptError") {
      return ImpError.of("INTERRUPTED", { signal: String(this.interruption.signal.reason ?? "Ctrl-C") });
    }
    if (error instanceof ImpError) return error;
    if (error.oclif !== undefined)
      return usageError(error.message, this.id?.replaceAll(":", " "), Object.keys(this.ctor.flags));
    return ImpError.of("INTERNAL", { message: error.message });
  }
}

/** Terminates the process. A pending file read, for example of a pipe, would block a normal exit. */
function end(reason: unknown): never {
  if (process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"))) {
    const signal = signals.find((name) => name === reason) ?? "SIGTERM";
    process.emit("exit", 130);
    process.removeAllListeners(signal);
    process.kill(process.pid, sendableSignal(signal, process.platform));
  }
  process.exit(130);
}
