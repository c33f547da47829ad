/** Checks a JSON tree against the shapes of a Provider Code Specification, and reports every fault. */
import { nearestName } from "../../import-file/check.ts";
import { foldedKey } from "../../value/json/object.ts";
import { quote } from "../../value/json/quote.ts";
import type { JsonEntry, JsonMap, JsonNode } from "../../value/json/tree.ts";
import { type Report, reportRepeated, type SpecificationFault, type Spot } from "./faults.ts";
import type { ObjectShape, Shape, StaticKind } from "./shapes.ts";

/** Reports the faults of a value and of everything inside it. */
export function checkJsonShape(node: JsonNode, shape: Shape, spot: Spot, report: Report): void {
  switch (shape.kind) {
    case "text":
      if (node.kind !== "text") report(wrongType(node, "text", spot));
      else if (!shape.mayBeEmpty && node.value === "") report(emptyFault(node, "The string is empty.", spot));
      return;
    case "identifier":
      if (node.kind !== "text") report(wrongType(node, "text", spot));
      else if (!/^[a-z_][a-z0-9_]*$/.test(node.value)) report(noIdentifier(node.offset, node.value, spot));
      return;
    case "flag":
      if (node.kind !== "boolean") report(wrongType(node, "true or false", spot));
      return;
    case "requiredness":
      if (node.kind !== "text" || !shape.words.includes(node.value)) report(wrongWord(node, shape.words, spot));
      return;
    case "static":
      if (!isStaticOfKind(node, shape.of)) report(wrongStatic(node, shape.of, spot));
      return;
    case "list":
      if (node.kind !== "list") report(wrongType(node, "a list", spot));
      else checkList(node, shape, spot, report);
      return;
    case "object":
      if (node.kind !== "map") report(wrongType(node, "an object", spot));
      else checkJsonMap(node, shape, spot, report);
      return;
  }
}

type ListShape = Shape & { readonly kind: "list" };

function checkList(node: JsonNode & { readonly kind: "list" }, shape: ListShape, spot: Spot, report: Report): void {
  if (!shape.mayBeEmpty && node.items.length === 0) report(emptyFault(node, "The list is empty.", spot));
  const item = node.items.length > 0 ? shape.item() : undefined;
  const names = new Set<string>();
  for (const [index, child] of node.items.entries()) {
    const name = shape.names === undefined ? undefined : nameNode(child);
    const noun = `${spot.subject} ${shape.names ?? ""}`.trim();
    const label = name === undefined ? `number ${index + 1}` : quote(name.value);
    const itemSpot = {
      path: [...spot.path, index],
      subject: shape.names === undefined ? spot.subject : `${noun} ${label}`,
    };
    if (item !== undefined) checkJsonShape(child, item, itemSpot, report);
    if (name === undefined) continue;
    if (names.has(name.value)) report(duplicate(name, itemSpot));
    names.add(name.value);
  }
}

function nameNode(node: JsonNode): (JsonNode & { readonly kind: "text" }) | undefined {
  const name = node.kind === "map" ? node.entries.get("name")?.value : undefined;
  return name?.kind === "text" ? name : undefined;
}

function checkJsonMap(node: JsonMap, shape: ObjectShape, parentSpot: Spot, report: Report): void {
  const name = shape.noun === undefined ? undefined : nameNode(node);
  const spot = name === undefined ? parentSpot : { ...parentSpot, subject: `${shape.noun} ${quote(name.value)}` };
  reportRepeated(node, spot, report);
  // The keys that were probably written under a wrong name. They are not reported as missing.
  const intendedKeys = new Set<string>();
  for (const entry of node.entries.values()) {
    const keySpot = { ...spot, path: [...spot.path, entry.key] };
    const field = Object.hasOwn(shape.fields, entry.key) ? shape.fields[entry.key] : undefined;
    if (field !== undefined) {
      checkJsonShape(entry.value, field, keySpot, report);
      continue;
    }
    const { fault, replaces } = unexpectedKeyFault(entry, shape, keySpot);
    report(fault);
    if (replaces !== undefined && fault.severity === "error") intendedKeys.add(replaces);
  }
  for (const key of shape.required) {
    if (!node.entries.has(key) && !intendedKeys.has(key)) report(missingKey(node, key, spot));
  }
  checkOneOf(node, shape, intendedKeys, spot, report);
  checkHasMembers(node, shape, spot, report);
  checkMembers(node, shape, spot, report);
}

function checkOneOf(
  node: JsonMap,
  { oneOf }: ObjectShape,
  intendedKeys: Iterable<string>,
  spot: Spot,
  report: Report,
): void {
  if (oneOf === undefined) return;
  const matches = [...node.entries.values()].filter(({ key }) => oneOf.keys.includes(key));
  const [, second] = matches;
  const { rule, noun, keys } = oneOf;
  const fault = (offset: number, why: string, hint: string): void =>
    report({ severity: "error", rule, ...spot, offset, why, hint });
  if (second !== undefined) {
    const all = matches.map(({ key }) => `\`${key}\``).join(" and ");
    fault(
      second.offset,
      `The ${noun} has ${all}, but exactly one of them is allowed.`,
      "Remove all but one of these keys.",
    );
  } else if (matches.length === 0 && ![...intendedKeys].some((key) => keys.includes(key) || key === anyKind)) {
    fault(node.offset, `The ${noun} has no kind.`, `Add exactly one of ${keys.join(", ")}.`);
  }
}

/** An unknown key has this value as `replaces` if it may be a misspelled kind. */
const anyKind = "";

function checkHasMembers(node: JsonMap, { isSchema }: ObjectShape, spot: Spot, report: Report): void {
  if (isSchema === undefined || node.entries.has("attributes") || node.entries.has("blocks")) return;
  const isEmpty = node.entries.size === 0;
  if (isEmpty && isSchema === "may-be-empty") return;
  report({
    severity: isEmpty ? "error" : "warning",
    rule: "empty-schema",
    ...spot,
    offset: node.offset,
    why: isEmpty ? "The schema is empty." : "The schema has neither attributes nor blocks.",
    hint: "Add `attributes` or `blocks`.",
  });
}

/** Reports a name that both an attribute and a block have, and names that are reserved at the root of a schema. */
function checkMembers(node: JsonMap, { reserved }: ObjectShape, spot: Spot, report: Report): void {
  const namedMembers = (key: "attributes" | "blocks") => {
    const list = node.entries.get(key)?.value;
    const items = list?.kind === "list" ? list.items : [];
    return items.flatMap((item, index) => {
      const name = nameNode(item);
      return name === undefined ? [] : [{ name, path: [...spot.path, key, index, "name"] }];
    });
  };
  const [attributes, blocks] = [namedMembers("attributes"), namedMembers("blocks")];
  const names = new Set(attributes.map(({ name }) => name.value));
  for (const { name, path } of blocks) {
    if (!names.has(name.value)) continue;
    const why = `An attribute also has the name ${quote(name.value)}. Terraform rejects a provider with both.`;
    const hint = "Remove one of the two.";
    report({ severity: "warning", rule: "attribute-and-block", ...spot, path, offset: name.offset, why, hint });
  }
  for (const { name, path } of [...attributes, ...blocks]) {
    if (reserved?.includes(name.value) !== true) continue;
    const why = `${quote(name.value)} is a meta-argument of Terraform, so no attribute or block at the root can have that name.`;
    const hint = "Choose another name.";
    report({ severity: "warning", rule: "reserved-name", ...spot, path, offset: name.offset, why, hint });
  }
}

function unexpectedKeyFault(entry: JsonEntry, shape: ObjectShape, spot: Spot) {
  const { key, offset } = entry;
  const severity = shape.isOpen ? ("warning" as const) : ("error" as const);
  const names = Object.keys(shape.fields);
  const matchingKey = names.find((name) => name === foldedKey(key));
  if (matchingKey !== undefined) {
    const why = `Keys must be lowercase. The validator of the format ignores ${quote(key)}, but its decoder reads it.`;
    const fault = {
      severity: "error",
      rule: "letter-case",
      ...spot,
      offset,
      why,
      hint: `Rename the key to \`${matchingKey}\`.`,
    } as const;
    return { fault, replaces: shape.isOpen ? undefined : matchingKey };
  }
  const overlooked = shape.isOpen ? " The key is ignored." : "";
  const misplaced = shape.misplaced?.(key);
  if (misplaced !== undefined) {
    const { hint, replaces } = misplaced;
    const why = `${misplaced.why}${overlooked}`;
    const isKind = shape.oneOf?.rule === "one-kind" && entry.value.kind === "map";
    return {
      fault: { severity, rule: "misplaced-key", ...spot, offset, why, hint } as const,
      replaces: replaces ?? (isKind ? anyKind : undefined),
    };
  }
  const near = nearestName(key, names);
  const why = `Unknown key ${quote(key)}.${overlooked}`;
  const hint = near === undefined ? `Known keys: ${names.join(", ")}.` : `Did you mean \`${near}\`?`;
  return { fault: { severity, rule: "unknown-key", ...spot, offset, why, hint } as const, replaces: near };
}

function missingKey(node: JsonNode, key: string, spot: Spot): SpecificationFault {
  const why = `\`${key}\` is missing.`;
  return { severity: "error", rule: "missing-key", ...spot, offset: node.offset, why, hint: `Add \`${key}\`.` };
}

function duplicate(name: JsonNode & { readonly kind: "text" }, { path, subject }: Spot): SpecificationFault {
  // Report only a warning inside an element type, because the validator does not check element types.
  const isElement = path.includes("element_type");
  return {
    severity: isElement ? "warning" : "error",
    rule: "duplicate-name",
    path: [...path, "name"],
    subject,
    offset: name.offset,
    why: `${subject} is duplicated${isElement ? "; the validator of the format does not check this." : "."}`,
    hint: "Rename or remove one of the two.",
  };
}

function noIdentifier(offset: number, name: string, spot: Spot): SpecificationFault {
  return {
    severity: "error",
    rule: "identifier",
    ...spot,
    offset,
    why: `${quote(name)} is not a valid name. Names consist of lowercase letters, digits, and underscores, and do not begin with a digit.`,
    hint: "Use a name such as `cidr_block`.",
  };
}

function emptyFault(node: JsonNode, why: string, spot: Spot): SpecificationFault {
  const hint = "Enter a value, or remove the key.";
  return { severity: "error", rule: "empty-value", ...spot, offset: node.offset, why, hint };
}

function wrongWord(node: JsonNode, words: readonly string[], spot: Spot): SpecificationFault {
  const actual = node.kind === "text" ? quote(node.value) : jsonKindNames[node.kind];
  const why = `Expected one of ${words.join(", ")}, found ${actual}.`;
  const near = node.kind === "text" ? nearestName(node.value, words) : undefined;
  const hint = near === undefined ? `Change the value to one of ${words.join(", ")}.` : `Did you mean \`${near}\`?`;
  return { severity: "error", rule: "requiredness", ...spot, offset: node.offset, why, hint };
}

/** Returns true if the value is a valid static default of the kind. For an integer, the decoder accepts only digits, but not `1.0` or `1e3`. */
function isStaticOfKind(node: JsonNode, kind: StaticKind): boolean {
  switch (kind) {
    case "bool":
      return node.kind === "boolean";
    case "string":
      return node.kind === "text";
    case "float64":
      return node.kind === "number" && Number.isFinite(Number(node.text));
    case "int64":
      return node.kind === "number" && isInt64(node.text);
  }
}

function isInt64(text: string): boolean {
  if (!/^-?\d{1,19}$/.test(text)) return false;
  const value = BigInt(text);
  return value >= -(2n ** 63n) && value < 2n ** 63n;
}

const staticWords: Readonly<Record<StaticKind, string>> = {
  bool: "true or false",
  string: "a string",
  float64: "a 64-bit number",
  int64: "a 64-bit integer in digits",
};

function wrongStatic(node: JsonNode, kind: StaticKind, spot: Spot): SpecificationFault {
  const actual = node.kind === "number" ? `the number ${quote(node.text).slice(1, -1)}` : jsonKindNames[node.kind];
  const why = `Expected ${staticWords[kind]} as the default of kind ${kind}, found ${actual}.`;
  const hint = `Change the default to ${staticWords[kind]}, or write it as Go code in \`custom\`.`;
  return { severity: "error", rule: "static-default", ...spot, offset: node.offset, why, hint };
}

const jsonKindNames: Readonly<Record<JsonNode["kind"], string>> = {
  null: "null",
  boolean: "true or false",
  number: "a number",
  text: "a string",
  list: "a list",
  map: "an object",
};

function wrongType(node: JsonNode, type: string, spot: Spot): SpecificationFault {
  const why = `Expected ${type}, found ${jsonKindNames[node.kind]}.`;
  const hint = node.kind === "null" ? "Remove the key instead of setting it to null." : `Change the value to ${type}.`;
  return { severity: "error", rule: "type", ...spot, offset: node.offset, why, hint };
}
