import assert from "node:assert/strict";
import fc from "fast-check";
import { journalHead, pageLine, readDiscoveryJournal } from "../../src/discovery/journal.ts";
import { EndlessList, listType, notListed, type PageSource, type TypeProgress } from "../../src/discovery/list-type.ts";
import type { ListPage } from "../../src/plugin/provider.ts";

class Unknown extends Error {}

const unlimited = { limit: 0, isUnknown: (error: unknown) => error instanceof Unknown, onPage: () => {} };

/** Returns a provider with these pages. A continuation token is the number of the next page. */
function pagesOf(pages: readonly (readonly string[])[], more: Partial<PageSource> = {}): PageSource {
  const ask = async (continuation: string): Promise<ListPage> => {
    const at = continuation === "" ? 0 : Number(continuation);
    const items = (pages[at] ?? []).map((id) => ({ id, name: `the ${id}` }));
    return { items, continuation: at + 1 < pages.length ? String(at + 1) : "" };
  };
  return { ...unlimited, ask, ...more };
}

const idsOf = ({ objects }: TypeProgress): readonly string[] => [...objects.keys()];

describe("the list of a type", () => {
  it("lists the objects of all pages once, with the first name", async () => {
    const progress = await listType(notListed, pagesOf([["a", "b"], ["b", "c"], [], ["c", "d", "a"]]));
    assert.deepEqual(idsOf(progress), ["a", "b", "c", "d"]);
    assert.equal(progress.isDone, true);
  });

  it("omits listed objects without an ID", async () => {
    assert.deepEqual(idsOf(await listType(notListed, pagesOf([["a", "", "b"]]))), ["a", "b"]);
  });

  it("stops listing at the limit", async () => {
    const asked: string[] = [];
    const source = pagesOf([["a", "b"], ["c", "d"], ["e"]], { limit: 3 });
    const ask = (continuation: string) => {
      asked.push(continuation);
      return source.ask(continuation);
    };
    assert.deepEqual(idsOf(await listType(notListed, { ...source, ask })), ["a", "b", "c"]);
    assert.deepEqual(asked, ["", "1"]);
  });

  it("continues with a repeated token while pages have new objects", async () => {
    const pages = [["a"], ["b"], ["c"]];
    const ask = async (): Promise<ListPage> => {
      const items = (pages.shift() ?? []).map((id) => ({ id, name: "" }));
      return { items, continuation: pages.length > 0 ? "session" : "" };
    };
    assert.deepEqual(idsOf(await listType(notListed, { ...unlimited, ask })), ["a", "b", "c"]);
  });

  for (const [title, next] of [
    ["the same token", () => "again"],
    ["two alternating tokens", (count: number) => `turn ${count % 2}`],
    ["a new token each time", (count: number) => `page ${count}`],
  ] as const)
    it(`fails if a list repeats one page with ${title}`, async () => {
      let count = 0;
      const ask = async (): Promise<ListPage> => {
        count += 1;
        return { items: [{ id: "a", name: "" }], continuation: next(count) };
      };
      await assert.rejects(listType(notListed, { ...unlimited, ask }), EndlessList);
      assert.ok(count <= 1002, String(count));
    });

  it("restarts a list if the provider rejects the continuation token of an earlier process", async () => {
    const source = pagesOf([["a", "b"], ["c"], ["d"]]);
    const ask = (continuation: string): Promise<ListPage> => {
      if (continuation === "expired") throw new Unknown();
      return source.ask(continuation);
    };
    const begun = {
      objects: new Map([
        ["a", "the a"],
        ["c", "the c"],
      ]),
      next: "expired",
      isDone: false,
    };
    assert.deepEqual(idsOf(await listType(begun, { ...source, ask })).toSorted(), ["a", "b", "c", "d"]);
  });

  it("restarts a list only once", async () => {
    let asked = 0;
    const ask = async (continuation: string): Promise<ListPage> => {
      asked += 1;
      if (continuation !== "") throw new Unknown();
      return { items: [], continuation: "lost" };
    };
    await assert.rejects(listType(notListed, { ...unlimited, ask }), Unknown);
    assert.equal(asked, 8);
  });

  it("lists each object once after any interruption or journal truncation", async () => {
    const page = fc.array(fc.integer({ min: 0, max: 40 }).map(String), { maxLength: 6 });
    const pages = fc.array(page, { minLength: 1, maxLength: 12 });
    const deaths = fc.array(
      fc.record({ after: fc.integer({ min: 0, max: 4 }), torn: fc.integer({ min: 0, max: 60 }) }),
      {
        maxLength: 6,
      },
    );
    await fc.assert(
      fc.asyncProperty(pages, deaths, async (all, interruptions) => {
        let text = journalHead({ question: "q", started: "now" });
        for (const { after, torn } of [...interruptions, { after: Number.POSITIVE_INFINITY, torn: 0 }]) {
          const journal = readDiscoveryJournal(text);
          if (journal !== undefined) text = text.slice(0, journal.length);
          else text = journalHead({ question: "q", started: "now" });
          let left = after;
          const source = pagesOf(all, {
            onPage: (items, { next, isDone }) => {
              text += pageLine({ type: "t", items, next, done: isDone });
            },
          });
          const ask = (continuation: string): Promise<ListPage> => {
            left -= 1;
            if (left < 0) throw new Error("killed");
            return source.ask(continuation);
          };
          await listType(journal?.types.get("t") ?? notListed, { ...source, ask }).catch(() => undefined);
          text = text.slice(0, text.length - torn);
        }
        const ids = [...(readDiscoveryJournal(text)?.types.get("t")?.objects.keys() ?? [])];
        assert.deepEqual(ids.toSorted(), [...new Set(all.flat())].toSorted());
      }),
    );
  });
});
