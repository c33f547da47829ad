/**
 * Collects what is wrong with a state of Terraform, each mistake with its place in the file.
 */
import { ImpError, type Problem } from "../../errors.ts";
import type { JsonPath, Places } from "./places.ts";

/** So many mistakes are spelt out; the rest is counted. */
const stateMistakesShown = 20;

export class Problems {
  readonly #places: Places;
  readonly #found: { readonly path: JsonPath; readonly message: string }[] = [];

  constructor(places: Places) {
    this.#places = places;
  }

  /** @param message never repeats a value, which may be secret. */
  add(path: JsonPath, message: string): void {
    this.#found.push({ path, message });
  }

  /** @throws TERRAFORM_MALFORMED when there are any. */
  refuse(): void {
    if (this.#found.length === 0) return;
    const problems = this.#found.slice(0, stateMistakesShown).map(({ path, message }): Problem => {
      return { ...this.#places.at(path), message };
    });
    throw ImpError.of("TERRAFORM_MALFORMED", { problems, more: this.#found.length - problems.length });
  }
}
