/** Compares the syntax tree of an import file with the fields and rules in `format.ts`, and reports all errors. */
import { distance } from "fastest-levenshtein";
import { quote } from "../value/json/quote.ts";
import type { Entry, Fault, Node } from "./document.ts";
import type { Condition, Field, Rule, Shape } from "./format.ts";

type ObjectShape = Shape & { readonly kind: "object" };

/**
 * Returns the tree without optional fields that are null, an empty string, or an empty list, because scripts write these for omitted fields, and
 * `pulumi import` ignores them. Property values stay unchanged.
 */
export function withoutEmptyFields(node: Node, shape: Shape): Node {
  switch (shape.kind) {
    case "object": {
      if (node.kind !== "map") return node;
      const entries = node.entries.flatMap((entry): readonly Entry[] => {
        const field = shapeField(shape, entry.key);
        if (field === undefined) return [entry];
        if (isEmptyField(entry.value, field.shape) && !shape.required.includes(entry.key)) return [];
        return [{ ...entry, value: withoutEmptyFields(entry.value, field.shape) }];
      });
      return { ...node, entries };
    }
    case "list":
      return node.kind === "list"
        ? { ...node, items: node.items.map((item) => withoutEmptyFields(item, shape.item)) }
        : node;
    case "table": {
      if (node.kind !== "map") return node;
      const entries = node.entries.map((entry) => ({ ...entry, value: withoutEmptyFields(entry.value, shape.value) }));
      return { ...node, entries };
    }
    case "text":
    case "flag":
    case "values":
      return node;
  }
}

function isEmptyField(node: Node, shape: Shape): boolean {
  switch (node.kind) {
    case "null":
      return true;
    case "text":
      return shape.kind === "text" && node.value === "";
    case "list":
      return shape.kind === "list" && node.items.length === 0;
    case "boolean":
    case "number":
    case "map":
      return false;
  }
}

function shapeField(shape: ObjectShape, key: string): Field | undefined {
  return Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined;
}

/** Reports each part of the tree that does not match the shape. Does not check property values. */
export function checkNodeShape(node: Node, shape: Shape, report: (fault: Fault) => void): void {
  switch (shape.kind) {
    case "text":
      checkText(node, shape, report);
      return;
    case "flag":
      if (node.kind !== "boolean") report(wrongKind(node, "true or false"));
      return;
    case "list":
      if (node.kind !== "list") report(wrongKind(node, "a list"));
      else if (node.items.length === 0) {
        report({ offset: node.offset, message: "The list is empty.", hint: "Add an entry, or remove the list." });
      } else for (const item of node.items) checkNodeShape(item, shape.item, report);
      return;
    case "table":
      if (node.kind !== "map") report(wrongKind(node, "a map of names"));
      else for (const entry of node.entries) checkNodeShape(entry.value, shape.value, report);
      return;
    case "values":
      if (node.kind !== "map") report(wrongKind(node, "a map of properties"));
      return;
    case "object":
      if (node.kind !== "map") report(wrongKind(node, "an object"));
      else checkFields(node, shape, report);
      return;
  }
}

function checkText(node: Node, shape: Shape & { readonly kind: "text" }, report: (fault: Fault) => void): void {
  if (node.kind !== "text") report(wrongKind(node, "a string"));
  else if (node.value === "")
    report({ offset: node.offset, message: "The string is empty.", hint: "Enter a value, or remove the field." });
  else if (shape.pattern !== undefined && !matches(shape.pattern.pattern, node.value)) {
    report({ offset: node.offset, message: shape.pattern.message, hint: shape.pattern.hint });
  }
}

function checkFields(node: Node & { readonly kind: "map" }, shape: ObjectShape, report: (fault: Fault) => void): void {
  const present = new Map<string, Entry>();
  const names = Object.keys(shape.fields);
  // Do not report a required field as missing if its name is only misspelled.
  const meant = new Set<string>();
  for (const entry of node.entries) {
    const field = shapeField(shape, entry.key);
    if (field === undefined) {
      const near = nearestName(entry.key, names);
      if (near !== undefined) meant.add(near);
      report(unknownKeyFault(entry, names, near));
    } else {
      present.set(entry.key, entry);
      checkNodeShape(entry.value, field.shape, report);
    }
  }
  for (const name of shape.required) {
    if (present.has(name) || meant.has(name)) continue;
    const hint = `Add \`${name}\`: ${decapitalise(shape.fields[name]?.description ?? "")}`;
    report({ offset: node.offset, message: `The field \`${name}\` is missing.`, hint });
  }
  for (const rule of shape.rules) {
    if (rule.require === undefined || !meant.has(rule.require)) checkRule(node, rule, present, report);
  }
}

function checkRule(node: Node, rule: Rule, present: ReadonlyMap<string, Entry>, report: (fault: Fault) => void): void {
  if (!rule.when.every((condition) => conditionHolds(condition, present))) return;
  if (rule.unless.some((condition) => conditionHolds(condition, present))) return;
  const { message, hint } = rule;
  if (rule.require !== undefined && !isPresent(present.get(rule.require)))
    report({ offset: node.offset, message, hint });
  const forbidden = rule.forbid === undefined ? undefined : present.get(rule.forbid);
  if (forbidden !== undefined && isPresent(forbidden)) report({ offset: forbidden.offset, message, hint });
}

function conditionHolds(condition: Condition, present: ReadonlyMap<string, Entry>): boolean {
  if ("present" in condition) return isPresent(present.get(condition.present));
  const value = present.get(condition.field)?.value;
  return value?.kind === "text" && matches(condition.matches, value.value);
}

/** Returns true if the field is present. A flag that is false counts as absent. */
function isPresent(entry: Entry | undefined): boolean {
  return entry !== undefined && !(entry.value.kind === "boolean" && !entry.value.value);
}

function unknownKeyFault(entry: Entry, names: readonly string[], near: string | undefined): Fault {
  return {
    offset: entry.offset,
    message: `Unknown key ${quote(entry.key)}.`,
    hint: near === undefined ? `Known keys: ${names.join(", ")}.` : `Did you mean \`${near}\`?`,
  };
}

/**
 * Returns the name that a misspelled name probably means. Ignores case and the difference between `snake_case` and `camelCase`. Allows a few typos.
 */
export function nearestName(misspelled: string, names: Iterable<string>): string | undefined {
  const fold = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, "");
  const folded = fold(misspelled);
  if (folded === "" || misspelled.length > 200) return undefined;
  let best: { readonly name: string; readonly score: number } | undefined;
  for (const name of names) {
    // Skip names of a very different length, which cannot be near enough.
    if (Math.abs(name.length - misspelled.length) > 4) continue;
    const score = distance(folded, fold(name));
    if (score <= Math.max(1, Math.floor(folded.length / 3)) && (best === undefined || score < best.score))
      best = { name, score };
  }
  return best?.name;
}

const nodeKindNames: Readonly<Record<Node["kind"], string>> = {
  null: "null",
  boolean: "true or false",
  number: "a number",
  text: "a string",
  list: "a list",
  map: "a map",
};

function wrongKind(node: Node, expected: string): Fault {
  const hint =
    node.kind === "null"
      ? "Remove the field instead of setting it to null."
      : expected === "a string" && (node.kind === "number" || node.kind === "boolean")
        ? "Put the value in quotes."
        : `Change the value to ${expected}.`;
  return { offset: node.offset, message: `Expected ${expected}, found ${nodeKindNames[node.kind]}.`, hint };
}

const compiledPatterns = new Map<string, RegExp>();

function matches(pattern: string, text: string): boolean {
  const expression = compiledPatterns.get(pattern) ?? new RegExp(pattern, "u");
  compiledPatterns.set(pattern, expression);
  return expression.test(text);
}

function decapitalise(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
