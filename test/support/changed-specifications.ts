import { changedDocument, type Json } from "./changed-documents.ts";

/** Keys of the format. Changed specifications get one of these keys as a new key, because it is often valid elsewhere. */
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

const named = { key: "name", values: ["tree", "string_attribute", "Upper", "with-hyphen", "a b"] };

/** Returns the changed specification and a description of the changes. */
export function changedSpecification(whole: Json, seed: number): { readonly title: string; readonly text: string } {
  return changedDocument(whole, seed, { words, values, named });
}
