/** Key handling on pages. */

import type { Urn } from "../../domain/graph.ts";
import type { ReviewAnswer, ReviewRow, ReviewView } from "../../domain/review.ts";
import { type Decision, decisionsFor } from "./decisions.ts";
import type { Key } from "./key.ts";
import { pressedLetter } from "./list-keys.ts";
import { arranged, closePage, type Model, movedTo, replaced, rowWithKey } from "./model.ts";
import type { ConfirmPage, DecidePage, FieldPage, OutputPage, Page, TextPage, ValuePage } from "./pages.ts";
import { type Extent, moveBy, type Step } from "./step.ts";
import { edited, fieldContent, fieldWith } from "./text-field.ts";

/** Returns the model, and possibly an answer, after a key press on the open page. */
export function pressedOnPage(model: Model, page: Page, key: Key, view: ReviewView, extent: Extent): Step {
  switch (page.kind) {
    case "details":
    case "why":
    case "code":
    case "help":
      return pressedOnText(model, page, key, view, extent);
    case "rename":
    case "pattern":
    case "search":
    case "report":
    case "rest":
    case "value":
      return pressedInField(model, page, key, view);
    case "decide":
      return pressedOnDecisions(model, page, key, view);
    case "output":
      return pressedOnOutput(model, page, key, view);
    case "confirm":
      return pressedOnQuestion(model, page, key);
  }
}

/** Handles a key on a text page: scrolling, closing, and the letters of the list. */
function pressedOnText(model: Model, page: TextPage, key: Key, view: ReviewView, extent: Extent): Step {
  const scrolled = (by: number): Step => {
    const top = Math.max(0, Math.min(extent.last, page.top + by));
    return { model: replaced(model, { ...page, top }) };
  };
  switch (key.kind) {
    case "up":
    case "down":
    case "home":
    case "end":
    case "page-up":
    case "page-down":
      return scrolled(moveBy(key.kind, extent.last, extent.page));
    case "tab":
      return { model: onOtherRow(model, page, 1) };
    case "back-tab":
      return { model: onOtherRow(model, page, -1) };
    case "escape":
    case "left":
    case "backspace":
      return { model: closePage(model) };
    case "enter":
    case "right":
    case "delete":
    case "clear":
      return { model };
    case "text":
      break;
  }
  switch (key.text) {
    case "j":
      return scrolled(1);
    case "k":
      return scrolled(-1);
    case "g":
      return scrolled(-extent.last);
    case "G":
      return scrolled(extent.last);
    case "q":
      return { model: closePage(model) };
    case "c":
    case "e":
    case "d":
    case "p":
    case "r":
    case " ":
    case "?":
      // The code page and the "why" page replace each other, so closing either of them returns to the details page.
      return page.kind === "help"
        ? { model }
        : pressedLetter(page.kind === "details" ? model : closePage(model), key.text, view);
    default:
      return { model };
  }
}

/** Opens the same page for the next or previous row. */
function onOtherRow(model: Model, page: TextPage, by: 1 | -1): Model {
  if (page.kind === "help") return model;
  for (let at = model.index + by; at >= 0 && at < model.lines.length; at += by) {
    const line = model.lines[at];
    if (line?.kind !== "row") continue;
    return replaced({ ...movedTo(model, at), pages: [page] }, { ...page, key: line.row.key, top: 0 });
  }
  return model;
}

function pressedInField(model: Model, page: FieldPage, key: Key, view: ReviewView): Step {
  if (key.kind === "escape") return { model: closePage(model) };
  if (key.kind === "enter") return typed(model, page, fieldContent(page.field), view);
  if (page.kind === "value" && (key.kind === "tab" || key.kind === "back-tab"))
    return { model: replaced(model, { ...page, option: page.option + 1, field: fieldWith("") }) };
  return { model: replaced(model, { ...page, field: edited(page.field, key) }) };
}

/** Submits a text field. Keeps the page open if the text is invalid. */
function typed(model: Model, page: FieldPage, text: string, view: ReviewView): Step {
  switch (page.kind) {
    case "rename":
      if (text === rowWithKey(view, page.key)?.outcome.name) return { model: closePage(model) };
      if (view.checkName(page.key, text).problem !== undefined) return { model };
      return { model, answer: { kind: "rename", key: page.key, name: text } };
    case "pattern": {
      const { problem, names } = view.checkPattern(text);
      if (problem !== undefined || names.length === 0) return { model };
      return { model, answer: { kind: "rename-all", pattern: text } };
    }
    case "search":
      return { model: arranged({ ...closePage(model), narrowing: { ...model.narrowing, search: text } }, view) };
    case "report":
      return text.trim() === "" ? { model } : { model, answer: { kind: "write-report", file: text.trim() } };
    case "rest":
      return text.trim() === "" ? { model } : { model, answer: { kind: "save-rest", file: text.trim() } };
    case "value":
      return gave(model, page, text, view);
  }
}

/** Returns the next value that the user must enter, or undefined if all are entered. */
export function requestedInput(page: ValuePage, row: ReviewRow | undefined) {
  const oneOf = row?.needs[page.values.length]?.oneOf ?? [];
  return oneOf[page.option % Math.max(1, oneOf.length)];
}

function gave(model: Model, page: ValuePage, text: string, view: ReviewView): Step {
  const row = rowWithKey(view, page.key);
  const input = requestedInput(page, row);
  if (text === "" || input === undefined) return { model };
  const values = [...page.values, { path: input.path, secret: input.secret, text }];
  if (values.length < (row?.needs.length ?? 0))
    return { model: replaced(model, { ...page, values, option: 0, field: fieldWith("") }) };
  return { model, answer: { kind: "give-values", key: page.key, values } };
}

/** Returns the rows that the decision applies to. */
export function decidedRows({ key, all, forAll }: DecidePage, view: ReviewView): readonly ReviewRow[] {
  const keys = new Set<Urn>(forAll || key === undefined ? all : [key]);
  return view.rows.filter((row) => keys.has(row.key));
}

/** Returns true if the decision can apply to several rows. */
export function canBeForAll({ key, all }: DecidePage): boolean {
  return key !== undefined && all.length > 1;
}

function pressedOnDecisions(model: Model, page: DecidePage, key: Key, view: ReviewView): Step {
  const decisions = decisionsFor(decidedRows(page, view));
  const on = (at: number): Step => ({
    model: replaced(model, { ...page, index: Math.max(0, Math.min(decisions.length - 1, at)) }),
  });
  const chosen = (at: number): Step => {
    const decision = decisions[at];
    if (decision === undefined) return { model };
    if (decision.kind === "answer") return { model, answer: decision.answer };
    return {
      model: replaced(model, { kind: "value", key: decision.key, values: [], option: 0, field: fieldWith("") }),
    };
  };
  switch (key.kind) {
    case "up":
    case "back-tab":
      return on(page.index - 1);
    case "down":
    case "tab":
      return on(page.index + 1);
    case "home":
    case "page-up":
      return on(0);
    case "end":
    case "page-down":
      return on(decisions.length);
    case "enter":
      return chosen(page.index);
    case "escape":
    case "left":
    case "backspace":
      return { model: closePage(model) };
    case "right":
    case "delete":
    case "clear":
      return { model };
    case "text":
      break;
  }
  if (/^[1-9]$/.test(key.text)) return chosen(Number(key.text) - 1);
  switch (key.text) {
    case "j":
      return on(page.index + 1);
    case "k":
      return on(page.index - 1);
    case "q":
      return { model: closePage(model) };
    case "a":
    case " ":
      return canBeForAll(page) ? { model: replaced(model, forOthers(page, view)) } : { model };
    default:
      return { model };
  }
}

/** Switches between decisions for one row and decisions for all rows with the same reason. The cursor stays on the same decision. */
function forOthers(page: DecidePage, view: ReviewView): DecidePage {
  const next = { ...page, forAll: !page.forAll };
  const chosen = decisionsFor(decidedRows(page, view))[page.index];
  const at = decisionsFor(decidedRows(next, view)).findIndex((other) => decisionKind(other) === decisionKind(chosen));
  return { ...next, index: Math.max(0, at) };
}

function decisionKind(decision: Decision | undefined): string | undefined {
  return decision?.kind === "answer" ? decision.answer.kind : decision?.kind;
}

export type OutputField = "language" | "layout" | "directory";

/** Returns the output settings that the user can change in this run. */
export function outputFields({ languages, layouts, directory }: ReviewView["output"]): readonly OutputField[] {
  return [
    ...(languages === undefined ? [] : ["language" as const]),
    ...(layouts === undefined ? [] : ["layout" as const]),
    ...(directory === undefined ? [] : ["directory" as const]),
  ];
}

function pressedOnOutput(model: Model, page: OutputPage, key: Key, { output }: ReviewView): Step {
  const fields = outputFields(output);
  const field = fields[page.index];
  const on = (at: number): Step => {
    const next = fields.length === 0 ? 0 : (at + fields.length) % fields.length;
    return { model: replaced(model, { ...page, index: next }) };
  };
  switch (key.kind) {
    case "escape":
      return { model: closePage(model) };
    case "enter":
      return setOutput(model, page, output);
    case "up":
    case "back-tab":
      return on(page.index - 1);
    case "down":
    case "tab":
      return on(page.index + 1);
    case "left":
    case "right":
    case "home":
    case "end":
    case "page-up":
    case "page-down":
    case "backspace":
    case "delete":
    case "clear":
    case "text":
      break;
  }
  const by = key.kind === "left" ? -1 : key.kind === "right" || (key.kind === "text" && key.text === " ") ? 1 : 0;
  const { languages, layouts } = output;
  if (field === undefined) return { model };
  switch (field) {
    case "directory":
      return { model: replaced(model, { ...page, directory: edited(page.directory, key) }) };
    case "language": {
      const names = languages?.all.map(({ name }) => name) ?? [];
      return { model: replaced(model, { ...page, language: neighbor(names, page.language, by) }) };
    }
    case "layout":
      return { model: replaced(model, { ...page, layout: neighbor(layouts?.all ?? [], page.layout, by) }) };
  }
}

function neighbor(all: readonly string[], chosen: string | undefined, by: number): string | undefined {
  const at = chosen === undefined ? -1 : all.indexOf(chosen);
  return at < 0 ? all[0] : all[(at + by + all.length) % all.length];
}

/** Submits the changed fields. Closes the page if nothing changed. */
function setOutput(model: Model, { language, layout, directory }: OutputPage, output: ReviewView["output"]): Step {
  const path = fieldContent(directory).trim();
  const changes = {
    language: language !== undefined && language !== output.languages?.chosen ? language : undefined,
    layout: layout !== undefined && layout !== output.layouts?.chosen ? layout : undefined,
    directory: output.directory !== undefined && path !== "" && path !== output.directory ? path : undefined,
  };
  if (Object.values(changes).every((change) => change === undefined)) return { model: closePage(model) };
  return { model, answer: { kind: "set-output", ...changes } };
}

function pressedOnQuestion(model: Model, page: ConfirmPage, key: Key): Step {
  const answer: ReviewAnswer = { kind: "quit" };
  switch (key.kind) {
    case "enter":
      return page.isYes ? { model, answer } : { model: closePage(model) };
    case "escape":
    case "backspace":
      return { model: closePage(model) };
    case "left":
    case "right":
    case "up":
    case "down":
    case "tab":
    case "back-tab":
      return { model: replaced(model, { ...page, isYes: !page.isYes }) };
    case "home":
    case "end":
    case "page-up":
    case "page-down":
    case "delete":
    case "clear":
      return { model };
    case "text":
      break;
  }
  switch (key.text) {
    case "y":
      return { model, answer };
    case "n":
    case "q":
      return { model: closePage(model) };
    default:
      return { model };
  }
}
