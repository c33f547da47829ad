/**
 * The effect of a key on a review, and the facts of the last frame that it depends on. Pure.
 */
import type { ReviewAnswer } from "../../domain/review.ts";
import type { ControlKey } from "./key.ts";
import type { Model } from "./model.ts";

/** The last frame, as far as a key depends on it. */
export interface Extent {
  /** Lines that scroll at once. */
  readonly page: number;
  /** The largest `top` of a page that is read. */
  readonly last: number;
  /** The list is numbered, and commands are typed under it. */
  readonly isNumbered: boolean;
}

/** The next state; with an answer the screen waits for a new view. */
export interface Step {
  readonly model: Model;
  readonly answer?: ReviewAnswer;
}

export type Move = Extract<ControlKey, "up" | "down" | "home" | "end" | "page-up" | "page-down">;

/** Lines that a key moves by, of `all` lines. */
export function moveBy(key: Move, all: number, page: number): number {
  switch (key) {
    case "up":
      return -1;
    case "down":
      return 1;
    case "home":
      return -all;
    case "end":
      return all;
    case "page-up":
      return -Math.max(1, page);
    case "page-down":
      return Math.max(1, page);
  }
}
