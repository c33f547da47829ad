/**
 * Lists the objects of one type, page by page. Each object counts once, however often pages repeat it, and wherever an earlier listing ended.
 */
import type { ListPage } from "../plugin/provider.ts";

/** How far the listing of a type has come: plain data, and what a journal keeps. */
export interface TypeProgress {
  /** Id -> the name that the cloud shows. */
  readonly objects: ReadonlyMap<string, string>;
  /** The continuation of the page to come; `""`: the first page. */
  readonly next: string;
  readonly isDone: boolean;
}

export const notListed: TypeProgress = { objects: new Map(), next: "", isDone: false };

/** The end of a listing that goes on for ever: nothing new comes, and the provider promises more. */
export class EndlessList extends Error {
  /** Pages that had nothing new. */
  readonly pages: number;

  constructor(pages: number) {
    super(`${pages} pages without a new object`);
    this.pages = pages;
  }
}

/** So many pages in a row may have nothing new, under continuations that are new: services skip objects that one may not see. */
const mostEmpty = 1000;

/** So often a continuation that the provider does not know any more begins the type again. */
const mostRestarts = 3;

export interface PageSource {
  /** Asks for a page; the continuation `""` is the first. */
  readonly ask: (continuation: string) => Promise<ListPage>;
  /** True for the error of a continuation that the provider does not know: of a process that ended, or expired. */
  readonly isUnknown: (error: unknown) => boolean;
  /** Called with each page: the objects that are new in it, and how far the listing has come. */
  readonly onPage: (fresh: readonly (readonly [id: string, name: string])[], progress: TypeProgress) => void;
  /** The most objects; 0: all. */
  readonly limit: number;
}

/**
 * Lists the rest of a type.
 *
 * @throws EndlessList; what `ask` throws.
 */
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

/** The pages since the listing began, or began again. */
interface Pass {
  readonly ids: Set<string>;
  readonly continuations: Set<string>;
  /** Pages in a row that had nothing that this pass had not seen. */
  empty: number;
  /** The last page came under a continuation that was given before. */
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

/** A continuation may stay the same from page to page: some providers name a session by it. With nothing new it leads nowhere. */
function isEndless(pass: Pass, { items }: ListPage): boolean {
  if (pass.empty >= mostEmpty) return true;
  return pass.isRepeated && pass.empty >= (items.length > 0 ? 1 : 10);
}

/** The objects of a page that are not known yet, each once; one without an id cannot be read. */
function freshOf(
  { items }: ListPage,
  known: ReadonlyMap<string, string>,
  limit: number,
): readonly (readonly [id: string, name: string])[] {
  const fresh = new Map(items.flatMap(({ id, name }) => (id === "" || known.has(id) ? [] : [[id, name] as const])));
  const room = limit > 0 ? limit - known.size : fresh.size;
  return [...fresh].slice(0, room);
}
