/**
 * Changes JSON documents at one or two random places, which depend on a seed. They stay valid JSON, so only the rules of their format can reject
 * them.
 */
import { type Draw, drawFrom } from "./mutate.ts";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface Slot {
  readonly holder: Json[] | { [key: string]: Json };
  readonly key: string;
  readonly path: string;
}

/** The vocabulary of a document format. */
export interface Vocabulary {
  /** Keys of the format. Changed documents get one of these keys as a new key, because it is often valid elsewhere. */
  readonly words: readonly string[];
  readonly values: readonly Json[];
  /** A member whose value changes more often. */
  readonly named: { readonly key: string; readonly values: readonly Json[] };
}

/** Returns the changed document and a description of the change. */
export function changedDocument(
  whole: Json,
  seed: number,
  vocabulary: Vocabulary,
): { readonly title: string; readonly text: string } {
  const draw = drawFrom(seed);
  const document = structuredClone(whole);
  const titles = Array.from({ length: draw(4) === 0 ? 2 : 1 }, () => change(document, draw, vocabulary));
  return { title: titles.join("; "), text: JSON.stringify(document) };
}

function change(document: Json, draw: Draw, { words, values, named }: Vocabulary): string {
  const slots = slotsIn(document, "");
  const pick = <T>(list: readonly T[]): T => list[draw(list.length)] as T;
  const { holder, key, path } = pick(slots);
  const fields = holder as { [key: string]: Json };
  const isList = Array.isArray(holder);
  switch (draw(8)) {
    case 0:
      if (isList) holder.splice(Number(key), 1);
      else delete fields[key];
      return `${path} taken out`;
    case 1: {
      const value = pick(values);
      fields[key] = structuredClone(value);
      return `${path}: ${JSON.stringify(value)}`;
    }
    case 2:
    case 3: {
      const [word, value] = [pick(words), pick(values)];
      if (isList) holder.push(structuredClone(value));
      else fields[word] = structuredClone(value);
      return `${path} gets a neighbour ${isList ? "" : word}: ${JSON.stringify(value)}`;
    }
    case 4: {
      const word = pick(words);
      if (isList) holder.reverse();
      else {
        fields[word] = fields[key] ?? null;
        delete fields[key];
      }
      return `${path} renamed ${word}`;
    }
    case 5:
      if (isList) holder.push(structuredClone(holder[Number(key)] ?? null));
      return `${path} doubled`;
    case 6: {
      const other = pick(slots);
      const value = structuredClone((other.holder as { [key: string]: Json })[other.key] ?? null);
      fields[key] = value;
      return `${path} takes the place of ${other.path}`;
    }
    default: {
      const same = slots.filter((slot) => slot.key === named.key);
      if (same.length === 0) return "nothing";
      const slot = pick(same);
      const value = pick(named.values);
      (slot.holder as { [key: string]: Json })[named.key] = structuredClone(value);
      return `${slot.path}: ${JSON.stringify(value)}`;
    }
  }
}

function slotsIn(json: Json, path: string): readonly Slot[] {
  if (typeof json !== "object" || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) => {
    const own = `${path}/${key}`;
    return [{ holder: json, key, path: own }, ...slotsIn(value, own)];
  });
}
