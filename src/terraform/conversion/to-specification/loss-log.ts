/** Collects losses. Records one loss for each kind and path. */
import type { Path } from "../../../value/path.ts";
import type { Loss } from "../losses.ts";

export class LossLog {
  readonly #losses = new Map<string, Loss>();

  add(kind: Loss["kind"], path: Path, detail: string): void {
    const key = JSON.stringify([kind, path]);
    if (!this.#losses.has(key)) this.#losses.set(key, { kind, path, detail });
  }

  has(kind: Loss["kind"], path: Path): boolean {
    return this.#losses.has(JSON.stringify([kind, path]));
  }

  addAll(losses: Iterable<Loss>): void {
    for (const { kind, path, detail } of losses) this.add(kind, path, detail);
  }

  list(): readonly Loss[] {
    return [...this.#losses.values()];
  }
}
