import { ImpError, type Problem } from "../../errors.ts";
import type { JsonLocations, JsonPath } from "./locations.ts";

/** The maximum number of problems in a message. Further problems are only counted. */
const stateMistakesShown = 20;

export class Problems {
  readonly #places: JsonLocations;
  readonly #found: { readonly path: JsonPath; readonly message: string }[] = [];

  constructor(locations: JsonLocations) {
    this.#places = locations;
  }

  /** Adds a problem. The message must not contain a value, which can be secret. */
  add(path: JsonPath, message: string): void {
    this.#found.push({ path, message });
  }

  /** Throws TERRAFORM_MALFORMED if there are problems. */
  refuse(): void {
    if (this.#found.length === 0) return;
    const problems = this.#found.slice(0, stateMistakesShown).map(({ path, message }): Problem => {
      return { ...this.#places.at(path), message };
    });
    throw ImpError.of("TERRAFORM_MALFORMED", { problems, more: this.#found.length - problems.length });
  }
}
