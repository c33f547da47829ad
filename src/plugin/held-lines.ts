/**
 * Holds back the lines of a plugin while it reads: a library may log a secret before the answer marks it as one.
 */

/** The maximum of lines that wait, so that a plugin cannot fill the memory. */
const linesHeld = 10_000;

export class HeldLines<Line> {
  readonly #report: (line: Line) => void;
  /** Calls under way, by the number of their beginning. */
  readonly #open = new Set<number>();
  readonly #waiting: { readonly line: Line; readonly after: number }[] = [];
  #begun = 0;

  /** @param report gets the lines in the order in which they came */
  constructor(report: (line: Line) => void) {
    this.#report = report;
  }

  /** Reports the line when all calls that are under way now are over. */
  add(line: Line): void {
    if (this.#waiting.length < linesHeld) this.#waiting.push({ line, after: this.#begun });
    this.#release();
  }

  /** Holds lines until the call is over and the secrets of its answer are known. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.#begun += 1;
    const number = this.#begun;
    this.#open.add(number);
    try {
      return await call();
    } finally {
      this.#open.delete(number);
      this.#release();
    }
  }

  #release(): void {
    // They were added in their order, so the first is the oldest.
    const [oldest = Number.POSITIVE_INFINITY] = this.#open;
    const count = this.#waiting.findIndex(({ after }) => after >= oldest);
    for (const { line } of this.#waiting.splice(0, count < 0 ? this.#waiting.length : count)) this.#report(line);
  }
}
