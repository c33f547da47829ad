/** Renders diagnostics, grouped by message, and lists of resource names. */
import type { Diagnostic } from "../domain/diagnostic.ts";
import { nameOf, typeOf } from "../domain/urn.ts";
import { harmless, paint, type Screen, wrap } from "./render.ts";

/** Limits of the text output. Warnings, notes, and names beyond a limit are only counted; `--json` lists all. */
export const shownAtMost = { warnings: 100, notes: 20, names: 8, failedNames: 10 };

interface Named {
  readonly type: string;
  readonly name: string;
}

type Level = "Warning" | "Note";

/** Returns a block for each message. Diagnostics of plugins are skipped, because they were printed when they were logged. */
export function diagnosticBlocks(
  diagnostics: readonly Diagnostic[],
  severity: "warning" | "note",
  screen: Screen,
): readonly string[] {
  const selected = diagnostics.filter(
    (diagnostic) => diagnostic.severity === severity && diagnostic.plugin === undefined,
  );
  const isNote = severity === "note";
  const blocks = messageGroups(selected).map(({ message, about }) => {
    const lines = aboutLines(about, screen, isNote ? shownAtMost.names : undefined);
    return labelledText(isNote ? "Note" : "Warning", message, screen) + lines;
  });
  return isNote ? blocks : cut(blocks, shownAtMost.warnings);
}

export interface MessageGroup {
  readonly message: string;
  readonly about: readonly { readonly resource: string; readonly details: readonly string[] }[];
}

/** Groups diagnostics by message. A path that they share becomes part of the message. Different paths become details of the resources. */
export function messageGroups(diagnostics: readonly Diagnostic[]): readonly MessageGroup[] {
  const groupKey = ({ where, file, message, path, resource }: Diagnostic): string =>
    JSON.stringify([where, file, message, resource === undefined && path]);
  return grouped(diagnostics, groupKey).map((group) => {
    const [{ path: first, ...withoutPath }] = group;
    const isCommon = group.every(({ path }) => path === first);
    const about = new Map<string, string[]>();
    for (const { resource, resources = [], path, details } of group)
      for (const urn of resource === undefined ? resources : [resource])
        about.set(urn, [
          ...(about.get(urn) ?? []),
          ...(isCommon || path === undefined ? [] : [path]),
          ...(details === undefined ? [] : [details]),
        ]);
    return {
      message: messageWithLocation(isCommon ? group[0] : withoutPath),
      about: [...about].map(([resource, details]) => ({ resource, details })),
    };
  });
}

function aboutLines(about: MessageGroup["about"], screen: Screen, limit = about.length): string {
  const named = about.map(({ resource, details }) => ({ type: typeOf(resource), name: nameOf(resource), details }));
  if (named.every(({ details }) => details.length === 0)) return outcomeNameLines(named, screen, limit);
  const lines = named
    .slice(0, limit)
    .map(({ type, name, details }) =>
      details.length === 0 ? `${type} ${name}` : `${type} ${name}: ${details.join(", ")}`,
    );
  const more = about.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].map((line) => indentedText(line, "  ", screen)).join("");
}

function messageWithLocation({ path, where, file, message }: Diagnostic): string {
  const places = [
    ...(path === undefined ? [] : [path]),
    ...(where === undefined ? [] : [`at ${where}`]),
    ...(file === undefined ? [] : [`in ${file}`]),
  ];
  return places.length === 0 ? message : `${places.join(" ")}: ${message}`;
}

/** Returns the message with its details, for output below the name of the resource. */
export function messageWithDetails({ message, details }: Diagnostic): string {
  return details === undefined ? message : `${message}: ${details}`;
}

/** Returns text such as `Warning: …`, wrapped to the width of the screen. */
export function labelledText(level: Level, text: string, screen: Screen): string {
  const indent = " ".repeat(level.length + 2);
  const label = paint(`${level}:`, level === "Warning" ? ["yellow", "bold"] : ["bold"], screen);
  return `${label} ${wrap(harmless(text), screen.width - indent.length, indent)}\n`;
}

/** Formats names by type, one line per type. Shows at most `limit` names and counts the rest. */
export function outcomeNameLines(outcomes: readonly Named[], screen: Screen, limit?: number): string {
  return outcomeNames(outcomes, limit)
    .map((line) => indentedText(line, "  ", screen))
    .join("");
}

/** Returns a line for each type, such as `aws:s3/bucket:Bucket logs, media`. */
export function outcomeNames(outcomes: readonly Named[], limit = outcomes.length): readonly string[] {
  const named = outcomes.slice(0, limit);
  const lines = grouped(named, ({ type }) => type).map(
    (group) => `${group[0].type} ${group.map(({ name }) => name).join(", ")}`,
  );
  const more = outcomes.length - named.length;
  return more > 0 ? [...lines.slice(0, -1), `${lines.at(-1)} and ${more} more`] : lines;
}

export function indentedText(text: string, indent: string, screen: Screen): string {
  return `${indent}${wrap(harmless(text), screen.width - indent.length - 2, `${indent}  `)}\n`;
}

/** Returns the first blocks, and a line with the number of omitted ones. */
export function cut(blocks: readonly string[], limit: number): readonly string[] {
  const rest = blocks.length - limit;
  return rest > 0 ? [...blocks.slice(0, limit), `(${rest} more; use --json to list all)\n`] : blocks;
}

/** A non-empty list. */
export type Group<T> = readonly [T, ...T[]];

/** Groups items by key, in the order of their first item. */
export function grouped<T>(items: readonly T[], keyOf: (item: T) => string): readonly Group<T>[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}
