/** Holds back the log lines of a plugin during Read, because a library may log a secret before the response marks it as secret. */

/** The maximum number of waiting lines, to limit memory. Further lines are dropped. */
const linesHeld = 10_000;

export class HeldLines<Line> {
  readonly #report: (line: Line) => void;
  readonly #open = new Set<number>();
  readonly #waiting: { readonly line: Line; readonly after: number }[] = [];
  #begun = 0;

  constructor(report: (line: Line) => void) {
    this.#report = report;
  }

  /** Reports the line when all calls of `during` that are now running have ended. */
  add(line: Line): void {
    if (this.#waiting.length < linesHeld) this.#waiting.push({ line, after: this.#begun });
    this.#release();
  }

  /** Holds lines back until the call has ended and its secrets are known. */
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
    // A set keeps the insertion order, so its first call is the oldest.
    const [oldest = Number.POSITIVE_INFINITY] = this.#open;
    const count = this.#waiting.findIndex(({ after }) => after >= oldest);
    for (const { line } of this.#waiting.splice(0, count < 0 ? this.#waiting.length : count)) this.#report(line);
  }
}
