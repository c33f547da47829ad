/**
 * Decides which call may use a process now: usually all. After a crash the suspects go first, one at a time and alone, so that the call
 * that ends the process is found.
 */

/** A call that is tried alone. */
export interface Trial {
  /** False once another call was under way at the same time: what happened then proves nothing. */
  readonly alone: boolean;
  /** It took so long that other calls were let in. */
  readonly slow: boolean;
}

interface OwnTrial extends Trial {
  alone: boolean;
  slow: boolean;
  readonly patienceMs: number;
  readonly start: () => void;
}

export interface TurnsOptions {
  /** Calls back after so many milliseconds, unless it is cancelled. */
  readonly after: (milliseconds: number, then: () => void) => { cancel(): void };
  /** Asked when a trial takes long: true when the process serves others meanwhile. */
  readonly serves: () => Promise<boolean>;
}

export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting: (() => void)[] = [];
  readonly #trials: OwnTrial[] = [];
  #running = 0;
  /** Running calls that nobody waits for. */
  #slow = 0;
  #held = false;
  #trial: OwnTrial | undefined;
  #timer: { cancel(): void } | undefined;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** A call waits. */
  get awaited(): boolean {
    return this.#waiting.length > 0 || this.#trials.length > 0;
  }

  /** `undefined`: at once. */
  enter(): Promise<void> | undefined {
    if (!this.#held && this.#trial === undefined && this.#trials.length === 0) {
      this.#running += 1;
      return undefined;
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /**
   * Waits for a turn alone. A call that takes longer than `patienceMs` while the process serves loses the privilege: a call that never ends
   * must not stop the others.
   */
  enterAlone(patienceMs: number): Promise<Trial> {
    return new Promise((resolve) => {
      const trial: OwnTrial = { alone: false, slow: false, patienceMs, start: () => resolve(trial) };
      this.#trials.push(trial);
      this.#next();
    });
  }

  /** The call is over; `trial` is what `enterAlone` gave. */
  leave(trial?: Trial): void {
    this.#running -= 1;
    if (trial !== undefined && trial === this.#trial) this.#endTrial();
    else if (trial?.slow === true) this.#slow -= 1;
    this.#slow = Math.min(this.#slow, this.#running);
    this.#next();
  }

  /** No call gets a turn until `release`. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.#next();
  }

  #next(): void {
    if (this.#held || this.#trial !== undefined) return;
    const next = this.#trials[0];
    if (next === undefined) {
      this.#running += this.#waiting.length;
      for (const start of this.#waiting.splice(0)) start();
      return;
    }
    if (this.#running > this.#slow) {
      this.#timer ??= this.#options.after(next.patienceMs, () => this.#waitNoLonger());
      return;
    }
    this.#timer?.cancel();
    this.#trials.shift();
    this.#trial = next;
    next.alone = this.#running === 0;
    this.#running += 1;
    this.#timer = this.#options.after(next.patienceMs, () => this.#lookAfter(next));
    next.start();
  }

  /** Stops waiting for the calls that still run and keep a trial from its turn. */
  #waitNoLonger(): void {
    this.#timer = undefined;
    this.#slow = this.#running;
    this.#next();
  }

  #lookAfter(trial: OwnTrial): void {
    void this.#options.serves().then((serves) => {
      if (this.#trial !== trial) return;
      if (!serves) {
        this.#timer = this.#options.after(trial.patienceMs, () => this.#lookAfter(trial));
        return;
      }
      trial.alone = false;
      trial.slow = true;
      this.#slow += 1;
      this.#endTrial();
      this.#next();
    });
  }

  #endTrial(): void {
    this.#trial = undefined;
    this.#timer?.cancel();
    this.#timer = undefined;
  }
}
