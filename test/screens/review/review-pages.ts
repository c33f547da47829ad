/** The keys that open each review page. */

import type { Key } from "../../../src/cli/review/key.ts";
import { type Model, openedModel } from "../../../src/cli/review/model.ts";
import { pressed } from "../../../src/cli/review/pressed.ts";
import type { ReviewView } from "../../../src/domain/review.ts";

/** Parses keys: a character, or a name in angle brackets. */
export function keysOf(text: string): readonly Key[] {
  const words = text.match(/<[a-z-]+>|[\s\S]/gu) ?? [];
  return words.map((word): Key => {
    const [, name] = /^<(.+)>$/.exec(word) ?? [];
    return name === undefined ? { kind: "text", text: word } : ({ kind: name } as Key);
  });
}

/** Returns the screen after the keys. Throws if a key edits the review. */
export function modelAfter(keys: string, view: ReviewView): Model {
  let model = openedModel(view);
  for (const key of keysOf(keys)) {
    const step = pressed(model, key, view, { page: 20, last: 100, isNumbered: false });
    if (step.answer !== undefined) throw new Error(`the key gives an answer: ${JSON.stringify(step.answer)}`);
    model = step.model;
  }
  return model;
}

const down = (times: number): string => "<down>".repeat(times);

/** The keys that open each page of the sample review. */
export const pages: Readonly<Record<string, string>> = {
  list: "",
  "list-at-the-end": "<end>",
  "list-unfolded": `<end><enter><up><up><enter>${down(2)}<enter>`,
  "list-failed": "f",
  "list-search": "/subnet<enter><enter>",
  "list-nothing": "/no such name<enter>",
  tree: "t",
  search: "/sub",
  details: "<down><enter>",
  "details-replace": "/replacer<enter><down><enter>",
  "details-clean": "/vpc<enter><enter><down><enter>",
  "details-update": "/policy-holder<enter><enter><down><enter>",
  why: "/vpc<enter><enter><down>e",
  code: "/vpc<enter><enter><down>c",
  decide: "<down>d",
  "decide-replace": "/replacer<enter><down>d",
  "decide-for-all": "/replacer<enter><down>d<down>a",
  rename: "<down>r<clear>shop-db",
  "rename-unchanged": "<down>r",
  "rename-refused": "<down>r<clear>9lives",
  pattern: "R<clear>s/orders-//",
  "pattern-refused": "R<clear>orders",
  value: "<down>pabc",
  output: "o<down>",
  report: "w",
  rest: "x",
  quit: "q",
  help: "?",
  "help-below": "?<page-down>",
};
