/**
 * Seats: how many calls may be under way at once to all providers together. Whoever waits is first in, first out.
 */
export class Seats {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param count at least 1 */
  constructor(count: number) {
    this.#free = count;
  }

  /** `undefined`: at once. */
  take(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1;
      return undefined;
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
