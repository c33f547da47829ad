/**
 * Limits the calls that are under way together: the limit shrinks when the cloud throttles, and grows again when it does not.
 */

/**
 * A call that succeeds grows the window by two fifths of a call; a throttled one shrinks it by a quarter. Calls that began before the
 * window last shrank do not count. The window stabilises where about a third of the calls is throttled. A cloud that throttles fewer at any
 * load keeps the whole window.
 */
const growth = 2 / 5;
const shrinkage = 3 / 4;

export class CallWindow {
  readonly #widest: number;
  /** Calls that may wait in the queue of the thread; none once something was throttled. */
  #ahead: number;
  readonly #waiting: (() => void)[] = [];
  #size: number;
  #running = 0;
  #shrunk = 0;

  /**
   * @param widest calls at once while nothing is throttled; at least 1.
   * @param ahead as many more are let in, while nothing is throttled, to wait where they are sent: so the next begins when one ends.
   */
  constructor(widest: number, ahead = 0) {
    this.#widest = widest;
    this.#ahead = ahead;
    this.#size = widest;
  }

  /** How many calls may be under way now. */
  get size(): number {
    return Math.floor(this.#size) + this.#ahead;
  }

  /**
   * Waits for a place. A call that was throttled goes before those that were not: nobody starves.
   *
   * @returns what `leave` wants to know.
   */
  async enter(again: boolean): Promise<number> {
    if (this.#running >= this.size) {
      await new Promise<void>((resolve) => {
        if (again) this.#waiting.unshift(resolve);
        else this.#waiting.push(resolve);
      });
    } else this.#running += 1;
    return this.#shrunk;
  }

  leave(entered: number, throttled: boolean): void {
    if (!throttled) this.#size = Math.min(this.#widest, this.#size + growth);
    else if (entered === this.#shrunk) {
      this.#size = Math.max(1, this.#size * shrinkage);
      this.#shrunk += 1;
      this.#ahead = 0;
    }
    this.#running -= 1;
    while (this.#running < this.size) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      // The place is taken for it here: nobody comes in between.
      this.#running += 1;
      next();
    }
  }
}
