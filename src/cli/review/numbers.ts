/**
 * Commands that are typed under a numbered list, where there is no room for a full screen: `3`, `o 3`, `r 3 NAME`. Pure.
 */
import type { ReviewView } from "../../domain/review.ts";
import type { Key } from "./key.ts";
import { pressedInList, pressedLetter } from "./list-keys.ts";
import { lineAt, type Model, movedTo, openPage } from "./model.ts";
import { pressedOnPage } from "./page-keys.ts";
import type { Extent, Step } from "./step.ts";
import { edited, fieldContent, fieldWith } from "./text-field.ts";

/** A key under a numbered list. */
export function pressedUnderNumbers(model: Model, key: Key, view: ReviewView, extent: Extent): Step {
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

/** Carries a command out; one that is not understood shows the help. */
function commanded(model: Model, command: string, view: ReviewView, extent: Extent): Step {
  const [, letter = "", digits = "", name = ""] = /^([a-z?/]?)\s*(\d*)(?:\s+(.*))?$/i.exec(command) ?? [];
  const help: Step = { model: openPage(model, { kind: "help", top: 0 }) };
  if (letter === "" && digits === "") return help;
  if (digits === "") return name === "" ? pressedLetter(model, letter, view) : help;
  const at = Number(digits) - 1;
  if (model.lines[at] === undefined) return help;
  const there = movedTo(model, at);
  if (letter === "") return pressedInList(there, { kind: "enter" }, view, extent);
  if (letter === "r" && name !== "") return renamedRow(there, name, view, extent);
  // Alone, the letter is about the output; with a number it takes a row out, or in again.
  return pressedLetter(there, letter === "o" ? " " : letter, view);
}

/** As if the name had been typed on the page of the row. */
function renamedRow(model: Model, name: string, view: ReviewView, extent: Extent): Step {
  const line = lineAt(model);
  if (line?.kind !== "row") return pressedLetter(model, "R", view);
  const page = { kind: "rename", key: line.row.key, field: fieldWith(name) } as const;
  return pressedOnPage(openPage(model, page), page, { kind: "enter" }, view, extent);
}
