/** How long things may get, with arguments for what is longer, and folders with one entry. */
import type { Arguments, Budgets, Entry } from "./rules.ts";

export const budgets: Budgets = { file: 400, function: 80 };

/** Files that are longer than the budget, and why they are better so. */
export const argued: Arguments = {
  "src/errors.ts": "one catalogue: an entry is a few lines, and a reader looks a code up",
};

/** Folders of which others import the entry alone. */
export const entries: readonly Entry[] = [
  { folder: "src/import/search", entry: "src/import/search/index.ts" },
  { folder: "src/terraform", entry: "src/terraform/index.ts" },
];
