/**
 * The line in front of a limit: so many calls are under way at once, the next begins as soon as one ends. First in, first out.
 */
export class CallLine {
  readonly #atOnce: number;
  /** In the order of their coming; those that left are gone from it. */
  readonly #waiting = new Set<() => void>();
  #underWay = 0;

  /** @param atOnce at least 1 */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Begins now or later. @returns true when it began: `end` is to be called when it is over. */
  enter(begin: () => void): boolean {
    if (this.#underWay >= this.#atOnce) {
      this.#waiting.add(begin);
      return false;
    }
    this.#underWay += 1;
    begin();
    return true;
  }

  /** Whoever waits, waits no longer. @returns false when it does not wait. */
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
