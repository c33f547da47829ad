/**
 * Progress of a run on stderr: a spinner on a terminal, plain lines elsewhere, nothing with `--json` or `--quiet`.
 */

export interface Progress {
  /** Starts a phase; `total` 0: no count is shown. */
  phase(text: string, total: number): void;
  /** One more of the phase's total is done. */
  step(): void;
  /** A line that stays. */
  line(text: string): void;
  stop(): void;
}

/** For documents: says nothing. */
export const silent: Progress = { phase: () => {}, step: () => {}, line: () => {}, stop: () => {} };

/** For pipes and logs: one line for each phase. */
export function plainProgress(stream: NodeJS.WritableStream): Progress {
  return {
    phase: (text, total) => void stream.write(`${text}${total > 0 ? ` (${total})` : ""}\n`),
    step: () => {},
    line: (text) => void stream.write(`${text}\n`),
    stop: () => {},
  };
}

/** For a terminal: one spinner. ora is loaded here and nowhere else. */
export async function spinnerProgress(stream: NodeJS.WriteStream): Promise<Progress> {
  const { default: ora } = await import("ora");
  const spinner = ora({ stream, discardStdin: false, hideCursor: true });
  let text = "";
  let total = 0;
  let done = 0;
  const show = (): void => {
    spinner.text = total > 0 ? `${text} ${done}/${total}` : text;
  };
  return {
    phase: (next, count) => {
      if (text !== "") spinner.succeed(total > 0 ? `${text} (${total})` : text);
      [text, total, done] = [next, count, 0];
      show();
      spinner.start();
    },
    step: () => {
      done += 1;
      show();
    },
    line: (message) => {
      spinner.clear();
      stream.write(`${message}\n`);
    },
    stop: () => {
      if (text !== "" && spinner.isSpinning) spinner.succeed(total > 0 ? `${text} (${total})` : text);
      text = "";
    },
  };
}
