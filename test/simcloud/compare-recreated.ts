/** Compares objects with deployments of their programs in an empty cloud. Finds values that differ although the table lists them as equal. */
import { type Bag, bag, equal, isBag, isList, type Plain } from "../../fixtures/simcloud/plain.ts";
import { isLiteralInTable } from "../../fixtures/simcloud/recreated-table.ts";
import type { Clouds } from "./clouds.ts";
import { propertiesOf } from "./clouds.ts";
import { classify, type Seen, see, valueAt } from "./recreate.ts";

/** A read object, and the ID of the deployment of its program in an empty cloud. */
export interface Pair {
  readonly seen: Seen;
  readonly id: string;
}

/** New IDs, names, and addresses, by the old values. */
export type Renames = ReadonlyMap<string, string>;

/** Returns each difference as a string. A reference to another object is equal to a reference to the deployment of that object. */
export async function differencesOf(pairs: readonly Pair[], recreated: Clouds): Promise<readonly string[]> {
  const again = await Promise.all(
    pairs.map(async ({ seen: { entry }, id }) => see(await recreated.of(entry), { ...entry, id }, propertiesOf(entry))),
  );
  const renames = renamesOf(
    pairs.map(({ seen }) => seen),
    again,
  );
  return pairs.flatMap(({ seen }, index) => {
    const { name, type } = seen.entry;
    return classify(seen).flatMap(({ keys, path, value, classes }) => {
      if (classes.includes("assigned") || classes.includes("unsettable")) return [];
      const expected = isLiteralInTable(name, type, path) ? value : rename(value, renames);
      const now = valueAt(again[index]?.inputs ?? null, keys) ?? null;
      return equal(now, expected) ? [] : [`${name}: ${path}: ${JSON.stringify(expected)} is ${JSON.stringify(now)}`];
    });
  });
}

/** Returns the new value of each string that identifies an object, such as its ID and its string outputs. */
export function renamesOf(olds: readonly Seen[], news: readonly Seen[]): Renames {
  const renames = new Map<string, string>();
  for (const [index, old] of olds.entries()) {
    const now = news[index];
    if (now === undefined) continue;
    renames.set(old.id, now.id);
    for (const [name, { use }] of Object.entries(propertiesOf(old.entry))) {
      const [before, after] = [old.outputs[name], now.outputs[name]];
      const isText = typeof before === "string" && typeof after === "string";
      if (use === "output" && isText && before.length > 8) renames.set(before, after);
    }
  }
  return renames;
}

/** Replaces old names in every string. */
function rename(value: Plain, renames: Renames): Plain {
  if (typeof value === "string") {
    const known = [...renames].filter(([old]) => value.includes(old)).sort(([a], [b]) => b.length - a.length);
    return known.reduce((text, [old, now]) => text.replaceAll(old, now), value);
  }
  if (isList(value)) return value.map((item) => rename(item, renames));
  if (!isBag(value)) return value;
  return bag(Object.entries(value).map(([key, item]) => [key, rename(item, renames)]));
}

/** Replaces old names in a program, except in literals. */
export function renameProgram({ entry: { name, type } }: Seen, program: Bag, renames: Renames): Bag {
  return bag(
    Object.entries(program).map(([key, value]) => [
      key,
      isLiteralInTable(name, type, key) ? value : rename(value, renames),
    ]),
  );
}
