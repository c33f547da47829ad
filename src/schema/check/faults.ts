/**
 * The faults of a package schema, by rule.
 */
import type { Path } from "../../ir/path.ts";
import { nearestKey } from "./nearest-key.ts";

/** Whether Pulumi's own binder (`pulumi schema check`) refuses a schema for this fault. */
export type PulumiVerdict = "refuses" | "accepts";

/** A fault at a path of the document; `at` says whether the key or its value is wrong. */
export interface SchemaFault {
  readonly severity: "error" | "warning";
  /** A rule of `rules.ts`. */
  readonly rule: string;
  readonly path: Path;
  readonly at: "key" | "value";
  readonly pulumi: PulumiVerdict;
  readonly why: string;
  readonly hint: string;
}

/** A fault with its place; lines and columns count from 1, columns in UTF-16 units. */
export interface PlacedSchemaFault extends Omit<SchemaFault, "at"> {
  readonly position: { readonly line: number; readonly column: number };
}

export type ReportFault = (fault: SchemaFault) => void;

/** The words of a fault; Pulumi refuses the schema for it unless something else is said. */
interface Words {
  readonly rule: string;
  readonly why: string;
  readonly hint: string;
  readonly at?: "key" | "value";
}

/** So many names are compared in a check: a schema may have 60,000 types and as many references to none. */
const mostLooks = 5_000_000;

/** Walks a document: knows where it is, and reports faults there. */
export class Walk {
  readonly #steps: (string | number)[];
  readonly #report: ReportFault;
  readonly #looks: { left: number };

  constructor(report: ReportFault, start: Path = [], looks = { left: mostLooks }) {
    this.#report = report;
    this.#looks = looks;
    this.#steps = [...start];
  }

  /** A walk that begins here and changes the faults that it reports. */
  withReport(change: (fault: SchemaFault) => SchemaFault): Walk {
    return new Walk((fault) => this.#report(change(fault)), this.#steps, this.#looks);
  }

  get path(): Path {
    return [...this.#steps];
  }

  /** Runs `visit` below the present place. */
  in<T>(steps: Path, visit: () => T): T {
    for (const step of steps) this.#steps.push(step);
    const result = visit();
    this.#steps.length -= steps.length;
    return result;
  }

  /** Descends one step without a list of steps; `leave` returns. */
  enter(step: string | number): void {
    this.#steps.push(step);
  }

  leave(): void {
    this.#steps.pop();
  }

  /** The name that a person meant; `undefined` too where many were looked for already. */
  nearest(given: string, names: Iterable<string>): string | undefined {
    if (this.#looks.left <= 0) return undefined;
    return nearestKey(given, names, this.#looks);
  }

  /** Pulumi refuses the schema. */
  refuse(words: Words, ...below: Path): void {
    this.#fault("error", "refuses", words, below);
  }

  /** An error that Pulumi overlooks: the schema cannot mean what it has. */
  overlooked(words: Words, ...below: Path): void {
    this.#fault("error", "accepts", words, below);
  }

  warn(words: Words, ...below: Path): void {
    this.#fault("warning", "accepts", words, below);
  }

  #fault(
    severity: SchemaFault["severity"],
    pulumi: PulumiVerdict,
    { rule, why, hint, at = "value" }: Words,
    below: Path,
  ): void {
    this.#report({ severity, rule, path: [...this.#steps, ...below], at, pulumi, why, hint });
  }
}
