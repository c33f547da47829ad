/**
 * The catalogue of everything that a user can act on: code -> exit code, what failed, where, why, what to do.
 * The facts of a code are the parameter of its entry, so the compiler demands them. Sections follow the folders of src/.
 */

/** Exit codes: 1 none or refused, 2 usage, 3 some, 130 interrupted. */
export interface Explanation {
  readonly exit: 1 | 2 | 3 | 130;
  /** What failed, a sentence without a full stop. */
  readonly what: string;
  /** `file:line:column`, a resource (`type name`) or a URN. */
  readonly where?: string;
  /** Why, one sentence or more. */
  readonly why: string;
  /** What to do next; a command where there is one. */
  readonly hint: string;
}

/** One mistake in a file. Lines and columns count from 1. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint?: string;
}

const catalogue = {
  // --- cli
  USAGE: (f: { message: string; hint: string }): Explanation => ({
    exit: 2,
    what: "The command line is not understood",
    why: f.message,
    hint: f.hint,
  }),
  INTERRUPTED: (f: { signal: string }): Explanation => ({
    exit: 130,
    what: "Interrupted",
    why: `The run received ${f.signal}. Nothing was written.`,
    hint: "Run the same command again to start over.",
  }),
  // --- spec
  // --- workspace, secrets
  // --- plugin
  // --- schema
  // --- import
  // --- state
  // --- commit
  // --- generators
} satisfies Record<string, (facts: never) => Explanation>;

export type ErrorCode = keyof typeof catalogue;
export type Facts<C extends ErrorCode> = Parameters<(typeof catalogue)[C]>[0];

/** All codes, for the test that wants a screen of each. */
export const errorCodes = Object.keys(catalogue) as readonly ErrorCode[];

/** Explains a code with its facts. */
export function explain<C extends ErrorCode>(code: C, facts: Facts<C>): Explanation {
  return (catalogue[code] as (facts: Facts<C>) => Explanation)(facts);
}

/** An error that the user can act on. Anything else that is thrown is a bug of ours. */
export class ImpError extends Error {
  readonly code: ErrorCode;
  readonly explanation: Explanation;

  private constructor(code: ErrorCode, explanation: Explanation) {
    super(`${explanation.what}: ${explanation.why}`);
    this.code = code;
    this.explanation = explanation;
  }

  static of<C extends ErrorCode>(code: C, facts: Facts<C>): ImpError {
    return new ImpError(code, explain(code, facts));
  }
}

/** Throws our own bug: a state of the program that cannot be. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${message}`);
}
