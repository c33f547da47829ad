/** Stores the journal of a discovery in a file next to the import file, so that an interrupted discovery can continue. */
import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { ImpError } from "../domain/errors.ts";
import { journalHead, type KeptType, type PageLine, pageLine, readDiscoveryJournal } from "./journal.ts";

export interface DiscoveryJournal {
  /** The objects that an earlier discovery listed, by token. */
  readonly kept: ReadonlyMap<string, KeptType>;
  /** The start time of that discovery. Omitted if its objects are not used. */
  readonly since?: string;
  /** Set if the earlier objects are not used, because that discovery had other settings. */
  readonly dropped?: "other question";
  objects(): number;
  /** Appends a page. Never throws, because a discovery works without its journal. */
  page(line: PageLine): void;
  close(): void;
  /** Removes the file after the result has been written. */
  remove(): void;
}

export interface JournalQuestion {
  readonly question: string;
  readonly now: string;
  /** Ignores the objects of an earlier run. */
  readonly isFresh: boolean;
}

/** A journal without a file. */
export const noJournal: DiscoveryJournal = {
  kept: new Map(),
  objects: () => 0,
  page: () => {},
  close: () => {},
  remove: () => {},
};

/** Opens or creates the journal. Throws FILE_NOT_OURS if the file is not a journal, and DISCOVERY_UNWRITTEN. */
export function openJournal(
  path: string,
  shown: string,
  { question, now, isFresh }: JournalQuestion,
): DiscoveryJournal {
  const text = journalText(path, shown);
  const earlier = text === undefined ? undefined : readDiscoveryJournal(text);
  if (text !== undefined && text !== "" && earlier === undefined)
    throw ImpError.of("FILE_NOT_OURS", { file: shown, flag: "--out" });
  const isSame = !isFresh && earlier !== undefined && earlier.question === question;
  const kept = isSame ? earlier.length : 0;
  const descriptor = openAppending(path, shown, Buffer.byteLength((text ?? "").slice(0, kept)));
  const write = writer(descriptor);
  let objects = isSame ? [...earlier.types.values()].reduce((sum, type) => sum + type.objects.size, 0) : 0;
  if (!isSame) write.line(journalHead({ question, started: now }));
  return {
    kept: isSame ? earlier.types : new Map(),
    since: isSame && earlier.types.size > 0 ? earlier.started : undefined,
    dropped: !isSame && !isFresh && earlier !== undefined && earlier.types.size > 0 ? "other question" : undefined,
    objects: () => objects,
    page: (page) => {
      objects += page.items.length;
      write.line(pageLine(page));
    },
    close: write.close,
    remove: () => {
      write.close();
      rmSync(path, { force: true });
    },
  };
}

/** Reads the journal. Rejects pipes and devices: reading them may not end, and they cannot be truncated. */
function journalText(path: string, shown: string): string | undefined {
  try {
    if (!statSync(path).isFile()) throw ImpError.of("FILE_NOT_OURS", { file: shown, flag: "--out" });
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof ImpError) throw error;
    if (anyErrorCode(error) === "ENOENT") return undefined;
    throw ImpError.of("DISCOVERY_UNWRITTEN", { file: shown, reason: anyErrorCode(error) });
  }
}

/** Truncates the file to the bytes to keep, and opens it for appending. Only the owner can read it, because it contains names from the account. */
function openAppending(path: string, shown: string, kept: number): number {
  try {
    const descriptor = openSync(path, "a", 0o600);
    ftruncateSync(descriptor, kept);
    return descriptor;
  } catch (error) {
    throw ImpError.of("DISCOVERY_UNWRITTEN", { file: shown, reason: anyErrorCode(error) });
  }
}

/**
 * Returns a function that appends lines. If a line is written incompletely, it closes the file, because readers ignore all lines after such a line.
 */
function writer(descriptor: number) {
  let open: number | undefined = descriptor;
  const close = (): void => {
    if (open !== undefined) closeSync(open);
    open = undefined;
  };
  return {
    line: (text: string): void => {
      if (open === undefined) return;
      try {
        const bytes = Buffer.from(text);
        if (writeSync(open, bytes) < bytes.length) close();
      } catch {
        close();
      }
    },
    close,
  };
}

function anyErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
