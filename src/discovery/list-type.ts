/** Lists the objects of one type, page by page, without duplicates. Can continue an interrupted listing. */
import type { ListPage } from "../plugin/provider.ts";

export interface TypeProgress {
  readonly objects: ReadonlyMap<string, string>;
  /** The continuation token of the next page, or `""` for the first page. */
  readonly next: string;
  readonly isDone: boolean;
}

export const notListed: TypeProgress = { objects: new Map(), next: "", isDone: false };

/** Thrown for a listing that does not end: the provider keeps returning pages without new objects. */
export class EndlessList extends Error {
  readonly pages: number;

  constructor(pages: number) {
    super(`${pages} pages without a new object`);
    this.pages = pages;
  }
}

/**
 * The maximum number of successive pages without new objects. Services return such pages if the caller has no permission for the objects.
 */
const mostEmpty = 1000;

/** The maximum number of restarts of a listing after the provider rejects its continuation token. */
const mostRestarts = 3;

export interface PageSource {
  /** Gets a page. The token of the first page is `""`. */
  readonly ask: (continuation: string) => Promise<ListPage>;
  /** Returns true for errors about an unknown token, because it has expired or belongs to a process that has ended. */
  readonly isUnknown: (error: unknown) => boolean;
  /** Receives the new objects of each page, and the progress. */
  readonly onPage: (fresh: readonly (readonly [id: string, name: string])[], progress: TypeProgress) => void;
  /** 0 for no limit. */
  readonly limit: number;
}

/** Lists the remaining objects of a type. Throws EndlessList; the errors of `ask`. */
export async function listType(begun: TypeProgress, source: PageSource): Promise<TypeProgress> {
  const objects = new Map(begun.objects);
  let progress: TypeProgress = { ...begun, objects };
  let pass = newPass();
  let restarts = 0;
  while (!progress.isDone) {
    let page: ListPage;
    try {
      page = await source.ask(progress.next);
    } catch (error) {
      if (progress.next === "" || restarts >= mostRestarts || !source.isUnknown(error)) throw error;
      restarts += 1;
      pass = newPass();
      progress = { ...progress, next: "" };
      continue;
    }
    notePage(pass, page);
    const fresh = freshOf(page, objects, source.limit);
    for (const [id, name] of fresh) objects.set(id, name);
    const isFull = source.limit > 0 && objects.size >= source.limit;
    const isDone = page.continuation === "" || isFull;
    progress = { objects, next: isDone ? "" : page.continuation, isDone };
    source.onPage(fresh, progress);
    if (!isDone && isEndless(pass, page)) throw new EndlessList(pass.empty);
  }
  return progress;
}

interface Pass {
  readonly ids: Set<string>;
  readonly continuations: Set<string>;
  /** The number of successive pages without objects that are new since the last (re)start. */
  empty: number;
  /** True if an earlier page had the same continuation token as the last page. */
  isRepeated: boolean;
}

function newPass(): Pass {
  return { ids: new Set(), continuations: new Set(), empty: 0, isRepeated: false };
}

function notePage(pass: Pass, { items, continuation }: ListPage): void {
  const before = pass.ids.size;
  for (const { id } of items) pass.ids.add(id);
  pass.empty = pass.ids.size > before ? 0 : pass.empty + 1;
  pass.isRepeated = pass.continuations.has(continuation);
  pass.continuations.add(continuation);
}

/**
 * Returns true if pages without new objects repeat a token, or if there are too many of them. A repeated token alone is valid: some providers use it
 * as a session ID.
 */
function isEndless(pass: Pass, { items }: ListPage): boolean {
  if (pass.empty >= mostEmpty) return true;
  return pass.isRepeated && pass.empty >= (items.length > 0 ? 1 : 10);
}

/** Returns the new objects of a page. Skips objects without an ID, which cannot be read. */
function freshOf(
  { items }: ListPage,
  listed: ReadonlyMap<string, string>,
  limit: number,
): readonly (readonly [id: string, name: string])[] {
  const fresh = new Map(items.flatMap(({ id, name }) => (id === "" || listed.has(id) ? [] : [[id, name] as const])));
  const room = limit > 0 ? limit - listed.size : fresh.size;
  return [...fresh].slice(0, room);
}
