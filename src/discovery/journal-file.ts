/**
 * The journal of a discovery as a file next to the import file that is to be written: what is in it is not listed again.
 */
import { closeSync, ftruncateSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { ImpError } from "../errors.ts";
import { journalHead, type KeptType, type PageLine, pageLine, readDiscoveryJournal } from "./journal.ts";

export interface DiscoveryJournal {
  /** The objects that an earlier discovery listed, by token. */
  readonly kept: ReadonlyMap<string, KeptType>;
  /** When that one began; absent: nothing is kept. */
  readonly since?: string;
  /** Why what was kept is of no use. Absent: nothing was, or it is used. */
  readonly dropped?: "other question";
  /** Objects that it has. */
  objects(): number;
  /** Appends a page. Never throws: a discovery goes on without a journal that cannot be written. */
  page(line: PageLine): void;
  /** Closes the file; it stays for the next run. */
  close(): void;
  /** Removes the file: the discovery is written. */
  remove(): void;
}

export interface JournalQuestion {
  readonly question: string;
  /** RFC 3339. */
  readonly now: string;
  /** The objects that an earlier run listed do not count. */
  readonly isFresh: boolean;
}

/** Keeps nothing: for a discovery that writes no file. */
export const noJournal: DiscoveryJournal = {
  kept: new Map(),
  objects: () => 0,
  page: () => {},
  close: () => {},
  remove: () => {},
};

/** Opens the journal, or begins one. Throws FILE_NOT_OURS for a file that is none, DISCOVERY_UNWRITTEN. */
export function openJournal(
  path: string,
  shown: string,
  { question, now, isFresh }: JournalQuestion,
): DiscoveryJournal {
  const text = journalText(path, shown);
  const found = text === undefined ? undefined : readDiscoveryJournal(text);
  if (text !== undefined && text !== "" && found === undefined)
    throw ImpError.of("FILE_NOT_OURS", { file: shown, flag: "--out" });
  const isSame = !isFresh && found !== undefined && found.question === question;
  const kept = isSame ? found.length : 0;
  const descriptor = openAppending(path, shown, Buffer.byteLength((text ?? "").slice(0, kept)));
  const write = writer(descriptor);
  let objects = isSame ? [...found.types.values()].reduce((sum, type) => sum + type.objects.size, 0) : 0;
  if (!isSame) write.line(journalHead({ question, started: now }));
  return {
    kept: isSame ? found.types : new Map(),
    since: isSame && found.types.size > 0 ? found.started : undefined,
    dropped: !isSame && !isFresh && found !== undefined && found.types.size > 0 ? "other question" : undefined,
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

/** A pipe or a device is no journal: reading one may never end, and nothing in it can be cut off. */
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

/** Keeps so many bytes of the file. Others may read the names of an account no more than its state. */
function openAppending(path: string, shown: string, kept: number): number {
  try {
    const descriptor = openSync(path, "a", 0o600);
    ftruncateSync(descriptor, kept);
    return descriptor;
  } catch (error) {
    throw ImpError.of("DISCOVERY_UNWRITTEN", { file: shown, reason: anyErrorCode(error) });
  }
}

/** After a line that is not whole no other may follow: what comes after it would not be read. */
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
