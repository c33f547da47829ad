/** Limits the number of concurrent calls. The limit shrinks when the cloud throttles calls, and grows when calls succeed. */

/** A success adds `growth` to the limit. A throttled call multiplies the limit by `shrinkage`, unless it started before the last reduction. */
const growth = 2 / 5;
const shrinkage = 3 / 4;

export class CallWindow {
  readonly #widest: number;
  /** The number of additional calls that may wait in the gRPC thread. 0 after the first throttled call. */
  #ahead: number;
  readonly #waiting: (() => void)[] = [];
  #size: number;
  #running = 0;
  #shrunk = 0;

  /** @param ahead the number of calls that may wait in the gRPC thread, where they start as soon as another call ends */
  constructor(widest: number, ahead = 0) {
    this.#widest = widest;
    this.#ahead = ahead;
    this.#size = widest;
  }

  get size(): number {
    return Math.floor(this.#size) + this.#ahead;
  }

  /** Waits for a free slot. Repeated calls (`again`) go first, to prevent starvation. Returns the argument of `leave`. */
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
      // Reserve the slot before another call can take it.
      this.#running += 1;
      next();
    }
  }
}
