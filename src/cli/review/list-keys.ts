/** Key handling in the list. */
import type { ReviewView } from "../../domain/review.ts";
import { reviewSection, reviewSections } from "./groups.ts";
import type { Key } from "./key.ts";
import { arranged, folded, lineAt, type Model, movedTo, openPage, rowsAt, rowsWithSameReason } from "./model.ts";
import { type Extent, moveBy, type Step } from "./step.ts";
import { fieldWith } from "./text-field.ts";

/** Returns the model, and possibly an answer, after a key press in the list. */
export function pressedInList(model: Model, key: Key, view: ReviewView, extent: Extent): Step {
  switch (key.kind) {
    case "text":
      return pressedLetter(model, key.text, view);
    case "tab":
    case "right":
      return { model: nextFilter(model, view, 1) };
    case "back-tab":
    case "left":
      return { model: nextFilter(model, view, -1) };
    case "enter":
      return { model: entered(model) };
    case "escape":
      return { model: arranged({ ...model, narrowing: { filter: "all", search: "" } }, view) };
    case "backspace":
    case "delete":
    case "clear":
      return { model };
    case "up":
    case "down":
    case "home":
    case "end":
    case "page-up":
    case "page-down":
      return { model: movedTo(model, model.index + moveBy(key.kind, model.lines.length, extent.page)) };
  }
}

/** Returns the effect of a typed letter. Unknown letters do nothing. */
export function pressedLetter(model: Model, letter: string, view: ReviewView): Step {
  const line = lineAt(model);
  const row = line?.kind === "row" ? line.row : undefined;
  const on = (kind: "details" | "why" | "code"): Step =>
    row === undefined ? { model } : { model: openPage(model, { kind, key: row.key, top: 0 }) };
  switch (letter) {
    case "k":
      return { model: movedTo(model, model.index - 1) };
    case "j":
      return { model: movedTo(model, model.index + 1) };
    case "g":
      return { model: movedTo(model, 0) };
    case "G":
      return { model: movedTo(model, model.lines.length) };
    case " ":
      return toggledRows(model);
    case "r":
      return row === undefined
        ? { model: openPage(model, { kind: "pattern", field: fieldWith("") }) }
        : { model: openPage(model, { kind: "rename", key: row.key, field: fieldWith(row.outcome.name) }) };
    case "R":
      return { model: openPage(model, { kind: "pattern", field: fieldWith("") }) };
    case "c":
      return on("code");
    case "e":
      return on("why");
    case "d": {
      const [first] = rowsAt(model);
      if (first === undefined) return { model };
      const all = (row === undefined ? rowsAt(model) : rowsWithSameReason(model, row.key)).map(({ key }) => key);
      return { model: openPage(model, { kind: "decide", key: row?.key, all, index: 0, forAll: row === undefined }) };
    }
    case "p": {
      // On a group, use the first row that needs a value. If no page opened, the user might type a password into the list.
      const needing = rowsAt(model).find(({ needs, isOut }) => needs.length > 0 && !isOut);
      if (needing === undefined) return { model };
      return {
        model: openPage(model, { kind: "value", key: needing.key, values: [], option: 0, field: fieldWith("") }),
      };
    }
    case "t":
      return { model: arranged({ ...model, isTree: !model.isTree }, view) };
    case "f":
      return { model: nextFilter(model, view, 1) };
    case "/":
      return { model: openPage(model, { kind: "search", field: fieldWith(model.narrowing.search) }) };
    case "?":
      return { model: openPage(model, { kind: "help", top: 0 }) };
    default:
      return pressedForAll(model, letter, view);
  }
}

/** Returns the effect of a letter that does not apply to a single row. */
function pressedForAll(model: Model, letter: string, view: ReviewView): Step {
  switch (letter) {
    case "o": {
      const { languages, layouts, directory = "" } = view.output;
      const chosen = { language: languages?.chosen, layout: layouts?.chosen, directory: fieldWith(directory) };
      return { model: openPage(model, { kind: "output", index: 0, ...chosen }) };
    }
    case "w":
      return { model: openPage(model, { kind: "report", field: fieldWith("imp-report.html") }) };
    case "x":
      return { model: openPage(model, { kind: "rest", field: fieldWith("imp-rest.json") }) };
    case "u":
      return view.edits > 0 ? { model, answer: { kind: "undo" } } : { model };
    case "s":
      return { model, answer: { kind: "set-strict", isStrict: !view.isStrict } };
    case "i":
      return { model, answer: { kind: "import" } };
    case "q":
      if (view.edits === 0) return { model, answer: { kind: "quit" } };
      return { model: openPage(model, { kind: "confirm", isYes: false }) };
    default:
      return { model };
  }
}

/** Leaves out the selected rows, or includes them again if all are left out. Moves the cursor to the next row. */
function toggledRows(model: Model): Step {
  const rows = rowsAt(model);
  if (rows.length === 0) return { model };
  const inside = rows.filter(({ isOut }) => !isOut);
  const isOut = inside.length === 0;
  const keys = (isOut ? rows : inside).map(({ key }) => key);
  return { model: movedTo(model, nextIndex(model)), answer: { kind: isOut ? "take-in" : "take-out", keys } };
}

/** Returns the index of the next row in the group, otherwise of the previous row. */
function nextIndex({ lines, index }: Model): number {
  if (lines[index]?.kind !== "row") return index;
  if (lines[index + 1]?.kind === "row") return index + 1;
  return lines[index - 1]?.kind === "row" ? index - 1 : index + 1;
}

/** Opens the details of a row, or toggles a group. */
function entered(model: Model): Model {
  const line = lineAt(model);
  if (line === undefined) return model;
  return line.kind === "row"
    ? openPage(model, { kind: "details", key: line.row.key, top: 0 })
    : folded(model, [line.id]);
}

/** Changes the filter to the next one that matches any rows. */
function nextFilter(model: Model, view: ReviewView, by: 1 | -1): Model {
  const filters = ["all", ...reviewSections] as const;
  const shown = filters.filter((filter) => filter === "all" || view.rows.some((row) => reviewSection(row) === filter));
  const at = shown.indexOf(model.narrowing.filter);
  const filter = shown[(Math.max(0, at) + by + shown.length) % shown.length] ?? "all";
  return arranged({ ...model, narrowing: { ...model.narrowing, filter } }, view);
}
