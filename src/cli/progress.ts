/**
 * Progress of a run on stderr: a spinner on a terminal, plain lines elsewhere, nothing with `--json`.
 */
import type { Verdict } from "../graph.ts";
import { columnsOf } from "./columns.ts";
import { newPhase, noteDone, type PhaseState, phaseEnd, phaseTail, phaseText } from "./progress-line.ts";
import { harmless } from "./render.ts";

/** The resource that something happens to. */
interface ProgressResource {
  readonly urn: string;
  readonly name: string;
}

export interface Progress {
  /** Starts a phase; `total` 0: no count is shown. */
  phase(text: string, total: number): void;
  /** A resource of the phase is waited for from now on. */
  begin(resource: ProgressResource): void;
  /** One more of the phase's total is done; the verdict is that of a resource. */
  step(resource?: ProgressResource, verdict?: Verdict): void;
  /** So many objects of a type of the phase are listed; the type is done once they are all. */
  listed(type: string, objects: number, isWhole: boolean): void;
  /** A line that stays. */
  line(text: string): void;
  stop(): void;
}

/** For documents: says nothing. */
export const silent: Progress = {
  phase: () => {},
  begin: () => {},
  step: () => {},
  listed: () => {},
  line: () => {},
  stop: () => {},
};

/** For pipes and logs: one line for each phase. */
export function plainProgress(stream: NodeJS.WritableStream): Progress {
  return {
    ...silent,
    phase: (text, total) => void stream.write(`${harmless(text)}${total > 0 ? ` (${total})` : ""}\n`),
    line: (text) => void stream.write(`${text}\n`),
  };
}

/** For a terminal: one spinner. ora is loaded here and nowhere else. */
export async function spinnerProgress(stream: NodeJS.WriteStream): Promise<Progress> {
  const { default: ora } = await import("ora");
  const spinner = ora({ stream, discardStdin: false, hideCursor: true });
  let state: PhaseState | undefined;
  const show = (): void => {
    if (state !== undefined) spinner.text = phaseText(state);
  };
  /** ora asks for it each time that it draws, so the seconds go on while a provider is waited for. */
  const tail = (): string => {
    // The spinner and the blanks around the text take four columns.
    const room = (stream.columns ?? 80) - columnsOf(spinner.text) - 4;
    return state === undefined ? "" : phaseTail(state, Date.now(), room);
  };
  /** Leaves a line that is true: of a phase that was broken off, how far it came. */
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
      stream.write(`${message}\n`);
    },
    stop: () => {
      leave(false);
      state = undefined;
    },
  };
}
