/**
 * Asks a provider for the objects of each type. A type that it does not list, or that fails, leaves the others alone.
 */
import { ImpError } from "../errors.ts";
import type { ProviderInstance } from "../import/providers/providers.ts";
import { type Provider, ProviderError } from "../plugin/provider.ts";
import { emptyMap, type PropertyMap } from "../value/value.ts";
import type { ListGap } from "./found.ts";
import type { DiscoveryJournal } from "./journal-file.ts";
import { EndlessList, listType, notListed, type TypeProgress } from "./list-type.ts";
import type { ListableType } from "./listable-types.ts";
import { type QueryWord, queryOf } from "./query.ts";

export interface ListedType {
  readonly type: string;
  /** Id -> name. */
  readonly objects: ReadonlyMap<string, string>;
  readonly isLimited: boolean;
  /** Absent: the listing is whole. */
  readonly gap?: ListGap;
}

export interface ListIo {
  /** Runs a task within the bound on concurrent calls. */
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
  readonly onBegin: (type: string) => void;
  /** Called with the objects of a type that are known so far. */
  readonly onPage: (type: string, objects: number) => void;
  readonly onEnd: (type: string, objects: number) => void;
}

export interface ListOptions {
  /** The most objects of each type; 0: all. */
  readonly limit: number;
  readonly query: readonly QueryWord[];
}

/** In the order of the types. Throws only when the run was cancelled. */
export async function listTypes(
  types: readonly ListableType[],
  instance: ProviderInstance,
  options: ListOptions,
  journal: DiscoveryJournal,
  io: ListIo,
): Promise<readonly ListedType[]> {
  return await Promise.all(
    types.map((one) =>
      io.limit(async () => {
        io.onBegin(one.type);
        const listed = await listOne(one, instance, options, journal, io);
        io.onEnd(one.type, listed.objects.size);
        return listed;
      }),
    ),
  );
}

async function listOne(
  { type, inputs, required, isUndeclared }: ListableType,
  instance: ProviderInstance,
  { limit, query }: ListOptions,
  journal: DiscoveryJournal,
  io: ListIo,
): Promise<ListedType> {
  const kept = journal.kept.get(type);
  let progress: TypeProgress = kept ?? notListed;
  const ended = (gap?: ListGap): ListedType => {
    const objects = nameableObjects(progress.objects);
    const unnamed = progress.objects.size - objects.size;
    const ids = unnamed === 1 ? "an id that holds a control character" : `${unnamed} ids that hold control characters`;
    const reason = `${ids}, which no import file can have`;
    const lost = unnamed > 0 ? failed(type, instance, "other", reason) : undefined;
    const isLimited = limit > 0 && progress.objects.size >= limit;
    const reported = gap ?? lost;
    return { type, objects, isLimited, gap: reported };
  };
  if (kept?.isUnlistable === true || isUndeclared === true) return ended({ kind: "unlistable" });
  const asked = queryOf(query, type, inputs ?? new Map());
  const missing = required.filter((name) => !asked.has(name));
  if (missing.length > 0) return ended({ kind: "needs", inputs: missing });
  const { provider } = instance;
  if (provider === undefined) return ended();
  try {
    await listType(progress, {
      ask: pagesOf(provider, type, asked, limit),
      isUnknown: (error) => error instanceof ProviderError && error.failure === "invalid",
      onPage: (items, now) => {
        progress = now;
        journal.page({ type, items, next: now.next, done: now.isDone });
        io.onPage(type, now.objects.size);
      },
      limit,
    });
    return ended();
  } catch (error) {
    const gap = gapOf(error, type, instance);
    if (gap.kind === "unlistable") journal.page({ type, items: [], next: "", done: true, unlistable: true });
    return ended(gap);
  }
}

function pagesOf(provider: Provider, type: string, query: PropertyMap, limit: number) {
  const bag = query.size === 0 ? emptyMap : query;
  return (continuation: string) => provider.list({ type, query: bag, limit, continuation });
}

/** Rethrows the end of the run, and what is no answer of a provider. */
function gapOf(error: unknown, type: string, instance: ProviderInstance): ListGap {
  if (error instanceof EndlessList)
    return {
      kind: "failed",
      error: ImpError.of("LIST_ENDLESS", { type, provider: instance.label, pages: error.pages }),
    };
  if (!(error instanceof ProviderError) || error.failure === "cancelled") throw error;
  const { failure, message: reason } = error;
  if (failure === "unimplemented") return { kind: "unlistable" };
  return failed(type, instance, failure, reason);
}

function failed(type: string, { label }: ProviderInstance, failure: string, reason: string): ListGap {
  return { kind: "failed", error: ImpError.of("LIST_FAILED", { type, provider: label, failure, reason }) };
}

function nameableObjects(objects: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...objects].filter(([id]) => !/\p{Cc}/u.test(id)));
}
