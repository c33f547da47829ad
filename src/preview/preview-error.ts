import type { Urn } from "../domain/graph.ts";

/** Ends a preview. An empty message means that the problem was already reported. */
export class PreviewError extends Error {
  readonly urn: Urn | undefined;

  constructor(message: string | undefined, urn?: Urn) {
    super(message ?? "");
    this.urn = urn;
  }
}
