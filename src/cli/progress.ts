/** Progress on stderr: a spinner on a terminal, otherwise plain lines, nothing with `--json`. */
import type { Verdict } from "../domain/graph.ts";
import { columnsOf } from "./columns.ts";
import { newPhase, noteDone, type PhaseState, phaseEnd, phaseTail, phaseText } from "./progress-line.ts";
import { harmless } from "./render.ts";

interface ProgressResource {
  readonly urn: string;
  readonly name: string;
}

export interface Progress {
  /** Starts a phase. With `total` 0, no count is shown. */
  phase(text: string, total: number): void;
  /** Marks a resource as pending. */
  begin(resource: ProgressResource): void;
  /** Counts a finished item. If it is a resource, `verdict` is its verdict. */
  step(resource?: ProgressResource, verdict?: Verdict): void;
  /** Counts the listed objects of a type. The type is finished if `isWhole` is set. */
  listed(type: string, objects: number, isWhole: boolean): void;
  /** Prints a permanent line. */
  line(text: string): void;
  stop(): void;
}

/** Progress for `--json`: prints nothing. */
export const silent: Progress = {
  phase: () => {},
  begin: () => {},
  step: () => {},
  listed: () => {},
  line: () => {},
  stop: () => {},
};

/** Returns progress for pipes and logs: one line per phase. */
export function plainProgress(stream: NodeJS.WritableStream): Progress {
  return {
    ...silent,
    phase: (text, total) => void stream.write(`${harmless(text)}${total > 0 ? ` (${total})` : ""}\n`),
    line: (text) => void stream.write(`${harmless(text)}\n`),
  };
}

/** Returns progress for a terminal: a spinner. Loads ora on demand. */
export async function spinnerProgress(stream: NodeJS.WriteStream): Promise<Progress> {
  const { default: ora } = await import("ora");
  const spinner = ora({ stream, discardStdin: false, hideCursor: true });
  let state: PhaseState | undefined;
  const show = (): void => {
    if (state !== undefined) spinner.text = phaseText(state);
  };
  // ora calls this on every redraw, so the elapsed time stays current.
  const tail = (): string => {
    // The spinner and the surrounding spaces take four columns.
    const room = (stream.columns ?? 80) - columnsOf(spinner.text) - 4;
    return state === undefined ? "" : phaseTail(state, Date.now(), room);
  };
  // Replaces the spinner with a permanent line about the phase.
  const leave = (isOver: boolean): void => {
    if (state === undefined || !spinner.isSpinning) return;
    spinner.suffixText = "";
    const text = phaseEnd(state, isOver);
    if (isOver || state.done >= state.total) spinner.succeed(text);
    else spinner.stopAndPersist({ symbol: "■", text });
  };
  return {
    phase: (text, total) => {
      leave(true);
      state = newPhase(harmless(text), total, Date.now());
      show();
      spinner.suffixText = tail;
      spinner.start();
    },
    begin: ({ urn, name }) => {
      state?.waiting.set(urn, { name: harmless(name), since: Date.now() });
    },
    step: (resource, verdict) => {
      if (state !== undefined) noteDone(state, resource?.urn, verdict);
      show();
    },
    listed: (type, objects, isWhole) => {
      state?.listed.set(type, objects);
      if (state !== undefined && isWhole) noteDone(state, type, undefined);
      show();
    },
    line: (message) => {
      spinner.clear();
      stream.write(`${harmless(message)}\n`);
    },
    stop: () => {
      leave(false);
      state = undefined;
    },
  };
}
