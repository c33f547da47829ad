/** The effect of a key press on the review. */
import type { ReviewAnswer } from "../../domain/review.ts";
import type { ControlKey } from "./key.ts";
import type { Model } from "./model.ts";

/** The size of the last frame, which scrolling keys need. */
export interface Extent {
  /** Number of lines per page. */
  readonly page: number;
  /** Maximum `top` of a text page. */
  readonly last: number;
  /** True if the list is numbered, with a command line below it. */
  readonly isNumbered: boolean;
}

/** The next model, and possibly an answer. After an answer, the screen waits for a new view. */
export interface Step {
  readonly model: Model;
  readonly answer?: ReviewAnswer;
}

export type Move = Extract<ControlKey, "up" | "down" | "home" | "end" | "page-up" | "page-down">;

/** Returns the number of lines to move by. @param all the total number of lines */
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
