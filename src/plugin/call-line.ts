/** Limits the number of concurrent calls. Further calls wait in a queue (first in, first out). */
export class CallLine {
  readonly #atOnce: number;
  readonly #waiting = new Set<() => void>();
  #underWay = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Starts a call, or queues it. Returns true if the call has started. The caller must call `end` when a started call ends. */
  enter(begin: () => void): boolean {
    if (this.#underWay >= this.#atOnce) {
      this.#waiting.add(begin);
      return false;
    }
    this.#underWay += 1;
    begin();
    return true;
  }

  /** Removes a queued call. Returns false if the call is not in the queue. */
  leave(begin: () => void): boolean {
    return this.#waiting.delete(begin);
  }

  end(): void {
    this.#underWay -= 1;
    for (const next of this.#waiting) {
      this.#waiting.delete(next);
      this.#underWay += 1;
      next();
      return;
    }
  }
}
