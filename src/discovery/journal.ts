/** Reads and prints the journal of a discovery. Each page is one line, so an interrupted process loses at most one page. */
import {
  type Fields,
  listReader,
  Refused,
  readBoolean,
  readFields,
  readString,
  refuseJson,
} from "../value/json/read.ts";
import type { TypeProgress } from "./list-type.ts";

export interface KeptDiscovery {
  readonly question: string;
  readonly started: string;
  readonly types: ReadonlyMap<string, KeptType>;
  /** The length of the complete lines in characters. */
  readonly length: number;
}

export interface KeptType extends TypeProgress {
  readonly isUnlistable: boolean;
}

export interface PageLine {
  readonly type: string;
  readonly items: readonly (readonly [id: string, name: string])[];
  readonly next: string;
  readonly done: boolean;
  readonly unlistable?: boolean;
}

export function journalHead({ question, started }: Pick<KeptDiscovery, "question" | "started">): string {
  return `${JSON.stringify({ discovery: 1, question, started })}\n`;
}

export function pageLine({ type, items, next, done, unlistable }: PageLine): string {
  const line = { type, items, next, done: done || undefined, unlistable: unlistable === true ? unlistable : undefined };
  return `${JSON.stringify(line)}\n`;
}

/** Reads the complete lines of a journal. Returns undefined if the text is not a journal. */
export function readDiscoveryJournal(text: string): KeptDiscovery | undefined {
  const lines = text.split("\n");
  // The text after the last line break is empty or an incomplete line.
  lines.pop();
  const head = readOrNothing(() => readHead(lines[0] ?? ""));
  if (head === undefined) return undefined;
  const types = new Map<string, KeptType & { readonly objects: Map<string, string> }>();
  let length = (lines[0] ?? "").length + 1;
  for (const line of lines.slice(1)) {
    const page = readOrNothing(() => readPage(line));
    // Later lines may depend on this one, so ignore them too.
    if (page === undefined) break;
    const objects = types.get(page.type)?.objects ?? new Map<string, string>();
    for (const [id, name] of page.items) if (!objects.has(id)) objects.set(id, name);
    types.set(page.type, { objects, next: page.next, isDone: page.done, isUnlistable: page.unlistable === true });
    length += line.length + 1;
  }
  return { ...head, types, length };
}

function readHead(line: string): Pick<KeptDiscovery, "question" | "started"> {
  const fields = lineFields(line);
  fields.required("discovery", (value) => value === 1 || refuseJson("discovery"));
  return { question: fields.required("question", readString), started: fields.required("started", readString) };
}

function readPage(line: string): PageLine {
  const fields = lineFields(line);
  return {
    type: fields.required("type", readString),
    items: fields.required("items", listReader(readItem)),
    next: fields.required("next", readString),
    done: fields.optional("done", readBoolean).done === true,
    ...fields.optional("unlistable", readBoolean),
  };
}

function readItem(value: unknown): readonly [string, string] {
  const [id = "", name = ""] = listReader(readString)(value);
  return [id, name];
}

function lineFields(line: string): Fields {
  return readFields(JSON.parse(line));
}

function readOrNothing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refused || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
