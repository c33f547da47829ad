import type { Path } from "../../value/path.ts";
import { nearestKey } from "./nearest-key.ts";

/** Whether Pulumi's binder (`pulumi schema check`) rejects a schema because of a fault. */
export type PulumiVerdict = "refuses" | "accepts";

export interface SchemaFault {
  readonly severity: "error" | "warning";
  readonly rule: string;
  readonly path: Path;
  readonly at: "key" | "value";
  readonly pulumi: PulumiVerdict;
  readonly why: string;
  readonly hint: string;
}

/** A fault with its position. Lines and columns start at 1; columns are in UTF-16 units. */
export interface PlacedSchemaFault extends Omit<SchemaFault, "at"> {
  readonly position: { readonly line: number; readonly column: number };
}

/** Returns a key that consists of the rule and the path. Faults with equal keys are reported once. */
export function faultKey({ rule, path }: Pick<SchemaFault, "rule" | "path">): string {
  return `${rule} ${JSON.stringify(path)}`;
}

export type ReportFault = (fault: SchemaFault) => void;

export interface FaultText {
  readonly rule: string;
  readonly why: string;
  readonly hint: string;
  readonly at?: "key" | "value";
}

/** The maximum number of name comparisons in a check. A schema can have 60,000 types, and as many broken references that need a suggestion. */
const mostLooks = 5_000_000;

/** Tracks the current path in a document and reports faults there. */
export class Walk {
  readonly #steps: (string | number)[];
  readonly #report: ReportFault;
  readonly #looks: { left: number };

  constructor(report: ReportFault, start: Path = [], looks = { left: mostLooks }) {
    this.#report = report;
    this.#looks = looks;
    this.#steps = [...start];
  }

  /** Returns a new walk that starts at the current path and applies `change` to each fault that it reports. */
  withReport(change: (fault: SchemaFault) => SchemaFault): Walk {
    return new Walk((fault) => this.#report(change(fault)), this.#steps, this.#looks);
  }

  get path(): Path {
    return [...this.#steps];
  }

  /** Runs `visit` below the current path. */
  in<T>(steps: Path, visit: () => T): T {
    for (const step of steps) this.#steps.push(step);
    const result = visit();
    this.#steps.length -= steps.length;
    return result;
  }

  /** Moves to a member of the current path until `leave`. Does not allocate a list, unlike `in`. */
  enter(step: string | number): void {
    this.#steps.push(step);
  }

  leave(): void {
    this.#steps.pop();
  }

  /** Suggests the nearest name. Returns undefined after too many comparisons. */
  nearest(name: string, names: Iterable<string>): string | undefined {
    if (this.#looks.left <= 0) return undefined;
    return nearestKey(name, names, this.#looks);
  }

  /** Reports an error that makes Pulumi reject the schema. */
  refuse(words: FaultText, ...below: Path): void {
    this.#fault("error", "refuses", words, below);
  }

  /** Reports an error that Pulumi ignores, although it cannot be intended. */
  overlooked(words: FaultText, ...below: Path): void {
    this.#fault("error", "accepts", words, below);
  }

  warn(words: FaultText, ...below: Path): void {
    this.#fault("warning", "accepts", words, below);
  }

  #fault(
    severity: SchemaFault["severity"],
    pulumi: PulumiVerdict,
    { rule, why, hint, at = "value" }: FaultText,
    below: Path,
  ): void {
    this.#report({ severity, rule, path: [...this.#steps, ...below], at, pulumi, why, hint });
  }
}
