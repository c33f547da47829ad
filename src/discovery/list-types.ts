/** Lists the objects of several types. If one type cannot be listed or fails, continues with the other types. */
import { ImpError } from "../domain/errors.ts";
import type { ProviderInstance } from "../import/providers/providers.ts";
import { ProviderError } from "../plugin/provider.ts";
import type { ListGap } from "./found.ts";
import type { DiscoveryJournal } from "./journal-file.ts";
import { EndlessList, listType, notListed, type TypeProgress } from "./list-type.ts";
import type { ListableType } from "./listable-types.ts";
import { type QueryWord, queryOf } from "./query.ts";

export interface ListedType {
  readonly type: string;
  readonly objects: ReadonlyMap<string, string>;
  readonly isLimited: boolean;
  /** Set if the listing is incomplete. */
  readonly gap?: ListGap;
}

export interface ListIo {
  readonly limit: <T>(task: () => Promise<T>) => Promise<T>;
  readonly onBegin: (type: string) => void;
  readonly onPage: (type: string, objects: number) => void;
  readonly onEnd: (type: string, objects: number) => void;
}

export interface ListOptions {
  /** Objects per type; 0 for no limit. */
  readonly limit: number;
  readonly query: readonly QueryWord[];
}

/** Lists the types, and returns the results in the same order. Throws only if the run is cancelled. */
export async function listTypes(
  types: readonly ListableType[],
  instance: ProviderInstance,
  options: ListOptions,
  journal: DiscoveryJournal,
  io: ListIo,
): Promise<readonly ListedType[]> {
  return await Promise.all(
    types.map((type) =>
      io.limit(async () => {
        io.onBegin(type.type);
        const listed = await listOne(type, instance, options, journal, io);
        io.onEnd(type.type, listed.objects.size);
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
    const ids = unnamed === 1 ? "an id with a control character" : `${unnamed} ids with control characters`;
    const reason = `${ids}, which an import file cannot contain`;
    const lost = unnamed > 0 ? failed(type, instance, "other", reason) : undefined;
    return { type, objects, isLimited: limit > 0 && progress.objects.size >= limit, gap: gap ?? lost };
  };
  if (kept?.isUnlistable === true || isUndeclared === true) return ended({ kind: "unlistable" });
  const listInputs = queryOf(query, type, inputs ?? new Map());
  const missing = required.filter((name) => !listInputs.has(name));
  if (missing.length > 0) return ended({ kind: "needs", inputs: missing });
  const { provider } = instance;
  if (provider === undefined) return ended();
  try {
    await listType(progress, {
      ask: (continuation) => provider.list({ type, query: listInputs, limit, continuation }),
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

/** Converts an error of the provider to a gap. Rethrows cancellations and all other errors. */
function gapOf(error: unknown, type: string, instance: ProviderInstance): ListGap {
  if (error instanceof EndlessList) {
    const { pages } = error;
    return { kind: "failed", error: ImpError.of("LIST_ENDLESS", { type, provider: instance.label, pages }) };
  }
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
