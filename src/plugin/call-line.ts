/**
 * Queues calls in front of a limit: the next begins when one ends. First in, first out.
 */
export class CallLine {
  readonly #atOnce: number;
  /** In the order of arrival. Calls that were cancelled are no longer in it. */
  readonly #waiting = new Set<() => void>();
  #underWay = 0;

  /** @param atOnce at least 1 */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Begins a call now or later. @returns true when it began: call `end` when it is over. */
  enter(begin: () => void): boolean {
    if (this.#underWay >= this.#atOnce) {
      this.#waiting.add(begin);
      return false;
    }
    this.#underWay += 1;
    begin();
    return true;
  }

  /** Removes a call that waits. @returns false when it does not wait. */
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
