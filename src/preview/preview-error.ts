import type { Urn } from "../domain/graph.ts";

/** Ends a preview. Without a message, the problems were reported before. */
export class PreviewError extends Error {
  readonly urn: Urn | undefined;

  constructor(message: string | undefined, urn?: Urn) {
    super(message ?? "");
    this.urn = urn;
  }
}
