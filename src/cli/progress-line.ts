/** The progress line of a phase. Times are in milliseconds. */
import { symbolCounts, type Verdict, verdicts } from "../domain/verdicts.ts";
import { columnsOf, startOf } from "./columns.ts";

export interface PhaseState {
  readonly text: string;
  /** 0 if the phase has no count. */
  readonly total: number;
  readonly started: number;
  done: number;
  /** The resources that are not done yet, by URN, in the order of their starts. */
  readonly waiting: Map<string, { readonly name: string; readonly since: number }>;
  /** Number of resources by verdict. */
  readonly proven: Map<Verdict, number>;
  /** Number of listed objects by type. */
  readonly listed: Map<string, number>;
}

export function newPhase(text: string, total: number, now: number): PhaseState {
  return { text, total, started: now, done: 0, waiting: new Map(), proven: new Map(), listed: new Map() };
}

/** Counts a finished item. If it is a resource, also counts its verdict. */
export function noteDone(state: PhaseState, urn: string | undefined, verdict: Verdict | undefined): void {
  state.done += 1;
  if (urn !== undefined) state.waiting.delete(urn);
  if (verdict !== undefined) state.proven.set(verdict, (state.proven.get(verdict) ?? 0) + 1);
}

/** Returns text such as `Reading resources 256/257`. */
export function phaseText({ text, total, done }: PhaseState): string {
  return total > 0 ? `${text} ${done}/${total}` : text;
}

/** Milliseconds until the elapsed time of a phase is shown. */
const short = 2000;

/** Milliseconds until a pending resource is shown by name. */
const slow = 5000;

/** Returns the rest of the line: elapsed time, verdicts, speed, and a slow resource. Omits parts that don't fit. */
export function phaseTail(state: PhaseState, now: number, columns: number): string {
  const elapsed = now - state.started;
  const parts = [
    ...(elapsed >= short ? [clock(elapsed)] : []),
    ...listedPart(state),
    ...waitingPart(state, now),
    ...verdictPart(state),
    ...speedPart(state, elapsed),
  ];
  let line = "";
  for (const part of parts) {
    const next = line === "" ? part : `${line}  ${part}`;
    if (columnsOf(next) > columns) break;
    line = next;
  }
  return line;
}

/** Returns the final line of a phase. If the phase was interrupted, it shows the progress. */
export function phaseEnd({ text, total, done }: PhaseState, isOver: boolean): string {
  if (total === 0) return text;
  return isOver || done >= total ? `${text} (${total})` : `${text}: stopped after ${done} of ${total}`;
}

/** Returns the oldest pending resource, if it is slow. */
function waitingPart({ waiting }: PhaseState, now: number): readonly string[] {
  const [oldest] = waiting.values();
  if (oldest === undefined || now - oldest.since < slow) return [];
  const name = columnsOf(oldest.name) > 30 ? `${startOf(oldest.name, 29)}…` : oldest.name;
  return [`waiting: ${name} (${Math.floor((now - oldest.since) / 1000)} s)`];
}

function listedPart({ listed }: PhaseState): readonly string[] {
  const objects = [...listed.values()].reduce((sum, count) => sum + count, 0);
  return objects === 0 ? [] : [`${objects.toLocaleString("en")} found`];
}

function verdictPart({ proven }: PhaseState): readonly string[] {
  const shown = [...symbolCounts(proven, verdicts)].map(([symbol, count]) => `${symbol} ${count}`);
  return shown.length === 0 ? [] : [shown.join("  ")];
}

/** Returns speed and remaining time. Returns nothing at the start and at the end of a phase. */
function speedPart({ total, done }: PhaseState, elapsed: number): readonly string[] {
  if (elapsed < short || done === 0 || done >= total) return [];
  const perSecond = (done * 1000) / elapsed;
  const speed = perSecond >= 10 ? Math.round(perSecond) : Number(perSecond.toFixed(1));
  return [`${speed}/s, ${clock(((total - done) * elapsed) / done)} left`];
}

/** Formats a duration as `02:05`. */
function clock(ms: number): string {
  const seconds = Math.round(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}
