/**
 * Decides when calls may run. Usually, they run at once. After a crash, the interrupted calls run again first, one at a time, to find the call that
 * caused the crash.
 */

export interface Trial {
  /** False if another call was running at the same time, so either of them may have caused a crash. */
  readonly alone: boolean;
  /** True if other calls were admitted because this call was slow. */
  readonly slow: boolean;
}

interface MutableTrial extends Trial {
  alone: boolean;
  slow: boolean;
  readonly patienceMs: number;
  readonly start: () => void;
}

export interface TurnsOptions {
  /** Calls `then` after a delay, unless the caller cancels it. */
  readonly after: (milliseconds: number, then: () => void) => { cancel(): void };
  /** Called if a trial is slow. Returns true if the process still responds to other calls. */
  readonly serves: () => Promise<boolean>;
}

export class Turns {
  readonly #options: TurnsOptions;
  readonly #waiting: (() => void)[] = [];
  readonly #trials: MutableTrial[] = [];
  #running = 0;
  /** The number of running calls that are slow. Trials don't wait for them. */
  #slow = 0;
  #held = false;
  #trial: MutableTrial | undefined;
  #timer: { cancel(): void } | undefined;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  get hasWaiting(): boolean {
    return this.#waiting.length > 0 || this.#trials.length > 0;
  }

  /** Waits for a turn. Returns undefined if the call may start at once. */
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
   * Waits until no other calls are running, not counting calls that take longer than `patienceMs`. If this call takes that long and the process still
   * responds, admits other calls.
   */
  enterAlone(patienceMs: number): Promise<Trial> {
    return new Promise((resolve) => {
      const trial: MutableTrial = { alone: false, slow: false, patienceMs, start: () => resolve(trial) };
      this.#trials.push(trial);
      this.#next();
    });
  }

  leave(trial?: Trial): void {
    this.#running -= 1;
    if (trial !== undefined && trial === this.#trial) this.#endTrial();
    else if (trial?.slow === true) this.#slow -= 1;
    this.#slow = Math.min(this.#slow, this.#running);
    this.#next();
  }

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
      this.#timer ??= this.#options.after(next.patienceMs, () => this.#stopWaiting());
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

  #stopWaiting(): void {
    this.#timer = undefined;
    this.#slow = this.#running;
    this.#next();
  }

  #lookAfter(trial: MutableTrial): void {
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
