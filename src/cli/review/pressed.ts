/** Key handling of the review. */
import type { ReviewView } from "../../domain/review.ts";
import type { Key } from "./key.ts";
import { pressedInList, pressedLetter } from "./list-keys.ts";
import { currentPage, lineAt, type Model, movedTo, openPage } from "./model.ts";
import { pressedOnPage } from "./page-keys.ts";
import type { Extent, Step } from "./step.ts";
import { edited, fieldContent, fieldWith } from "./text-field.ts";

/** Returns the model, and possibly an answer, after a key press. */
export function pressed(model: Model, key: Key, view: ReviewView, extent: Extent): Step {
  const page = currentPage(model);
  if (page !== undefined) return pressedOnPage(model, page, key, view, extent);
  return (extent.isNumbered ? pressedUnderNumbers : pressedInList)(model, key, view, extent);
}

/** Edits or runs the command that is typed below a numbered list. */
function pressedUnderNumbers(model: Model, key: Key, view: ReviewView, extent: Extent): Step {
  switch (key.kind) {
    case "enter": {
      const command = fieldContent(model.command).trim();
      const next = { ...model, command: fieldWith("") };
      return command === "" ? pressedInList(next, key, view, extent) : commanded(next, command, view, extent);
    }
    case "text":
    case "backspace":
    case "delete":
    case "clear":
    case "left":
    case "right":
      return { model: { ...model, command: edited(model.command, key) } };
    case "escape":
    case "tab":
    case "back-tab":
    case "up":
    case "down":
    case "home":
    case "end":
    case "page-up":
    case "page-down":
      return pressedInList(model, key, view, extent);
  }
}

/** Runs a typed command, such as `o 3`. Shows the help if the command is invalid. */
function commanded(model: Model, command: string, view: ReviewView, extent: Extent): Step {
  const [, letter = "", digits = "", name = ""] = /^([a-z?/]?)\s*(\d*)(?:\s+(.*))?$/i.exec(command) ?? [];
  const help: Step = { model: openPage(model, { kind: "help", top: 0 }) };
  if (letter === "" && digits === "") return help;
  if (digits === "") return name === "" ? pressedLetter(model, letter, view) : help;
  const index = Number(digits) - 1;
  if (model.lines[index] === undefined) return help;
  const selected = movedTo(model, index);
  if (letter === "") return pressedInList(selected, { kind: "enter" }, view, extent);
  if (letter === "r" && name !== "") return renamedRow(selected, name, view, extent);
  // "o" opens the output settings; "o 3" leaves out row 3.
  return pressedLetter(selected, letter === "o" ? " " : letter, view);
}

/** Renames the selected row. If a group is selected, opens the page that renames all rows by a pattern. */
function renamedRow(model: Model, name: string, view: ReviewView, extent: Extent): Step {
  const line = lineAt(model);
  if (line?.kind !== "row") return pressedLetter(model, "R", view);
  const page = { kind: "rename", key: line.row.key, field: fieldWith(name) } as const;
  return pressedOnPage(openPage(model, page), page, { kind: "enter" }, view, extent);
}
