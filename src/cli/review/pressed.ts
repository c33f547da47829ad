/** Key handling of the review. */
import type { ReviewView } from "../../domain/review.ts";
import type { Key } from "./key.ts";
import { pressedInList } from "./list-keys.ts";
import { currentPage, type Model } from "./model.ts";
import { pressedUnderNumbers } from "./numbers.ts";
import { pressedOnPage } from "./page-keys.ts";
import type { Extent, Step } from "./step.ts";

/** Handles a key: returns the next model, and possibly an answer. */
export function pressed(model: Model, key: Key, view: ReviewView, extent: Extent): Step {
  const page = currentPage(model);
  if (page !== undefined) return pressedOnPage(model, page, key, view, extent);
  return (extent.isNumbered ? pressedUnderNumbers : pressedInList)(model, key, view, extent);
}
