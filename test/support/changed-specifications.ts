/** Provider specifications with one change at a random place, from a seed alone: they stay JSON, so that the rules of the format decide. */
import { type Draw, drawFrom } from "./mutate.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

interface Slot {
  readonly holder: Json[] | { [key: string]: Json };
  readonly key: string;
  readonly path: string;
}

/** Words of the format, so that a new key often is one that stands elsewhere. */
const words = `
  bool dynamic float64 int64 list map number object set string list_nested
  map_nested set_nested single_nested name schema attributes blocks version computed_optional_required optional_required default
  plan_modifiers validators sensitive custom_type associated_external_type element_type attribute_types nested_object description deprecation_message custom
  static imports import path alias type value_type colour
`
  .trim()
  .split(/\s+/);

const values: readonly Json[] = [
  null,
  true,
  false,
  0,
  1.5,
  -7,
  "",
  "optional",
  "required",
  "computed",
  "computed_optional",
  "Tree",
  "_",
  "9a",
  "tree",
  {},
  [],
  [{}],
  { custom: { schema_definition: "x()" } },
  { static: 1 },
  { static: true },
  { string: {} },
];

/** The document with its change, and the change in words. */
export function changedSpecification(whole: Json, seed: number): { readonly title: string; readonly text: string } {
  const draw = drawFrom(seed);
  const document = structuredClone(whole);
  const titles = Array.from({ length: draw(4) === 0 ? 2 : 1 }, () => change(document, draw));
  return { title: titles.join("; "), text: JSON.stringify(document) };
}

function change(document: Json, draw: Draw): string {
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
      const same = slots.filter((slot) => slot.key === "name");
      const name = pick(same);
      (name.holder as { [key: string]: Json }).name = pick(["tree", "string_attribute", "Upper", "with-hyphen", "a b"]);
      return `${name.path} is another name`;
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
