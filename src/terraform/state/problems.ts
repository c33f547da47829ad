import { ImpError, type Problem } from "../../domain/errors.ts";
import type { JsonLocations, JsonPath } from "./locations.ts";

/** The maximum number of problems in a message. Further problems are only counted. */
const maxShownProblems = 20;

export class Problems {
  readonly locations: JsonLocations;
  readonly #problems: { readonly path: JsonPath; readonly message: string }[] = [];

  constructor(locations: JsonLocations) {
    this.locations = locations;
  }

  /** Adds a problem. The message must not contain values, because they can be secret. */
  add(path: JsonPath, message: string): void {
    this.#problems.push({ path, message });
  }

  /** Throws TERRAFORM_MALFORMED if there are problems. */
  refuse(): void {
    if (this.#problems.length === 0) return;
    const shown = this.#problems.slice(0, maxShownProblems);
    const problems = shown.map(({ path, message }): Problem => ({ ...this.locations.at(path), message }));
    throw ImpError.of("TERRAFORM_MALFORMED", { problems, more: this.#problems.length - problems.length });
  }
}
